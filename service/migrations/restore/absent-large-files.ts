/**
 * Large files that a restored history has pointers to, and whose contents the archive does not hold: those of GitHub never do
 * (https://github.com/octodemo/gei-demo: LFS files are migrated after the repository, by another way).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '../../git/git.ts';
import { objectPath } from '../../lfs/convert/lfs-objects.ts';
import { usesLfs } from '../../lfs/uses-lfs.ts';
import { pointersIn } from '../../sources/git/lfs-pointers.ts';

/** @param repository in which all objects are reached by refs. @returns how many different contents are missing */
export async function absentLargeFiles(repository: string, signal: AbortSignal): Promise<number> {
  const tips: string[] = [];
  await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(objectname)', 'refs/heads', 'refs/tags'],
    signal,
    onStdout: (line) => void tips.push(line),
  }).done;
  const contents = join(repository, 'lfs/objects');
  if (tips.length === 0 || (!existsSync(contents) && !(await usesLfs(repository, tips, signal)))) return 0;
  const named = new Set((await pointersIn(repository, signal)).map(({ oid }) => oid));
  let absent = 0;
  for (const oid of named) if (!existsSync(objectPath(contents, oid))) absent += 1;
  return absent;
}
