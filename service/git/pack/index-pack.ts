/** Hands a finished pack to Git: `git index-pack` hashes every object again, which proves the pack, and writes its index. */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { linkOrCopy, syncFolderNow } from '../../files/durable-file.ts';
import { renamePatientlyNow } from '../../files/patient-rename.ts';
import { runGit } from '../git.ts';

/**
 * Indexes a pack and links it into a repository's object folder as `pack-<checksum>.pack` and `.idx`.
 * Does nothing when it is there already.
 * @param pack path of the finished pack; stays where it is
 * @returns path of the pack within the repository
 * @throws Failure when git finds a damaged object
 */
export async function publishPack(pack: string, repository: string, signal: AbortSignal): Promise<string> {
  const folder = join(repository, 'objects', 'pack');
  mkdirSync(folder, { recursive: true });
  const final = join(folder, `pack-${checksumOf(pack)}`);
  if (existsSync(`${final}.idx`)) return `${final}.pack`;
  // Two packs with the same content may be published at the same time. The name is that of git's own unfinished files.
  const index = join(folder, `tmp_idx_${randomUUID()}`);
  await runGit({
    args: ['index-pack', '--threads=2', '-o', index, pack],
    signal,
    failure: ({ stderrTail }) => {
      rmSync(index, { force: true });
      return Failure.of('git.damaged_object', {}, stderrTail);
    },
  }).done;
  // The pack first: an index without its pack would be an error for Git, a pack without index is ignored.
  try {
    await linkOrCopy(pack, `${final}.pack`);
  } catch (error) {
    // The name is the content's checksum, and what is there by it is whole.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  renamePatientlyNow(index, `${final}.idx`);
  syncFolderNow(folder);
  return `${final}.pack`;
}

/** Hex SHA-1 that ends a pack. */
function checksumOf(pack: string): string {
  const file = openSync(pack, 'r');
  try {
    const sum = Buffer.alloc(20);
    readSync(file, sum, 0, 20, fstatSync(file).size - 20);
    return sum.toString('hex');
  } finally {
    closeSync(file);
  }
}
