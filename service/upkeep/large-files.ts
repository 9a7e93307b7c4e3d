/** What is wrong with the contents of a repository's large files, which `git fsck` knows nothing of. */
import { type Said, say } from '../../language/sentence.ts';
import { listRefs, readHead } from '../git/bare-repository.ts';
import { objectPath } from '../lfs/convert/lfs-objects.ts';
import { lfsFolder } from '../lfs/convert/publish-objects.ts';
import { absentContents } from '../lfs/upload/absent-contents.ts';
import { objectsIn } from '../lfs/upload/lfs-upload.ts';
import { fileSum } from '../processes/file-sum.ts';

/** Names that are told of one repository. */
const NAMED = 3;

/**
 * Reads every content, and looks whether what the history names is there.
 * @throws Failure
 */
export async function faultsOfLargeFiles(path: string, signal: AbortSignal): Promise<Said[]> {
  const faults: Said[] = [];
  const damaged: string[] = [];
  for (const { oid } of await objectsIn(path)) {
    signal.throwIfAborted();
    if ((await fileSum(objectPath(lfsFolder(path), oid), signal)) !== oid) damaged.push(oid);
  }
  if (damaged.length > 0)
    faults.push(
      damaged.length === 1
        ? say('The content of 1 large file is not what its name says: {names}.', { names: named(damaged, 1) })
        : say('The contents of {count} large files are not what their names say: {names}.', {
            ...{ count: damaged.length, names: named(damaged, damaged.length) },
          }),
    );
  const [refs, head] = [await listRefs(path, signal, 'left out'), await readHead(path)];
  const tips = [...refs.filter(({ name }) => name === head), ...refs].map(({ oid }) => oid);
  // What a clone of this repository would lack.
  const { count, paths } = await absentContents(tips, {
    ...{ repositoryPath: path, remoteUrl: path, credentials: null, signal },
  });
  if (count > 0)
    faults.push(
      count === 1
        ? say('The content of 1 large file that the history names is missing: {names}.', { names: named(paths, 1) })
        : say('The contents of {count} large files that the history names are missing: {names}.', {
            ...{ count, names: named(paths, count) },
          }),
    );
  return faults;
}

function named(names: readonly string[], count: number): string {
  const some = names.slice(0, NAMED);
  return count > some.length ? `${some.join(', ')}, …` : some.join(', ');
}
