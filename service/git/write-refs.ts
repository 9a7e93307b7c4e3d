import { Failure } from '../failures/failure.ts';
import type { MappedRef } from '../vocabulary/history.ts';
import { runGit } from './git.ts';
import { namesForOneFile } from './names/file-names.ts';
import { writeFirstRefs } from './packed-refs.ts';

/** Gives a repository without refs these. @throws Failure */
export async function writeNewRefs(
  repository: string,
  { refs, head }: { refs: readonly MappedRef[]; head: string | null },
  signal: AbortSignal,
): Promise<void> {
  await createRefs(repository, refs, signal, 'nothing');
  if (head !== null) await runGit({ args: ['--git-dir', repository, 'symbolic-ref', 'HEAD', head], signal }).done;
}

/** As `writeNewRefs`, without HEAD. @throws Failure */
export async function createRefs(
  repository: string,
  refs: readonly MappedRef[],
  signal: AbortSignal,
  flush: 'objects' | 'nothing',
): Promise<void> {
  const inOneFile = namesForOneFile(refs.map(({ name }) => name)).length > 0;
  if (inOneFile && (await writeFirstRefs(repository, refs, signal))) return;
  const commands = refs.map(({ name, oid }) => `create ${name}\0${oid}\0`).join('');
  await runGit({
    flush,
    args: ['--git-dir', repository, 'update-ref', '-z', '--stdin'],
    stdin: `start\0${commands}prepare\0commit\0`,
    signal,
    failure: ({ stderrTail }) => Failure.of('import.refs_not_written', {}, stderrTail),
  }).done;
}
