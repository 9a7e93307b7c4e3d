import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';

/** Beside staging: what the scan counted, so that mapping and verification need not walk the history again. */
function countFile(folder: string): string {
  return join(folder, 'commit-count');
}

export async function keepCommitCount(folder: string, count: number): Promise<void> {
  await writeFile(countFile(folder), String(count));
}

export async function forgetCommitCount(folder: string): Promise<void> {
  await rm(countFile(folder), { force: true });
}

/** The number of commits that the source's refs reach, hidden ones aside; null when it was not kept. */
export async function keptCommitCount(folder: string): Promise<number | null> {
  try {
    const text = await readFile(countFile(folder), 'utf8');
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Counts the commits that these objects reach. @throws Failure */
export async function countCommits(repository: string, oids: readonly string[], signal: AbortSignal): Promise<number> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'rev-list', '--count', '--stdin'],
    stdin: `${oids.join('\n')}\n`,
    signal,
    failure: ({ stderrTail }) => Failure.of('git.commits_not_counted', {}, stderrTail),
  }).done;
  return Number(stdout);
}
