/** Makes a staged bare repository whole and lets git judge it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { cleanRepository } from '../../git/reachable/clean-repository.ts';
import type { ToolResult } from '../../processes/run.ts';
import { shown } from '../archive/read/refusal.ts';
import type { StagedRepository } from './bare-members.ts';

/**
 * Nothing is fetched, whatever the repository says of itself. A few kilobytes can unpack into an object of any size,
 * which git then holds in memory; what git itself packs stays below (`core.bigFileThreshold`, 512 MB).
 */
const ENVIRONMENT = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_ALLOC_LIMIT: '2g' };

/**
 * Writes our own configuration, HEAD and the packs' indexes, runs `git fsck --full`, then leaves out what no ref reaches.
 * @param branch short name of the default branch
 * @returns how many objects were left out
 * @throws Failure (a sentence that names the repository and git's reason)
 */
export async function checkRepository(
  repository: StagedRepository,
  branch: string,
  signal: AbortSignal,
): Promise<number> {
  const { folder, name, packs, sha256 } = repository;
  const dangling = repository.refs.finish(name);
  if (dangling !== null) repository.leftOut.set('symbolic', dangling);
  const core = `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tfilemode = true\n\tbare = true\n`;
  writeFileSync(join(folder, 'config'), sha256 ? `${core}[extensions]\n\tobjectformat = sha256\n` : core);
  writeFileSync(join(folder, 'HEAD'), `${repository.head ?? `ref: refs/heads/${branch}`}\n`);
  for (const pack of packs) {
    const index = join(folder, pack.replace(/\.pack$/, '.idx'));
    await git(name, ['--git-dir', folder, 'index-pack', '--threads=2', '-o', index, join(folder, pack)], signal);
  }
  await git(name, ['--git-dir', folder, 'fsck', '--full', '--no-dangling', '--no-progress'], signal);
  // Nobody else knows the folder yet, so nothing in it can be too young.
  return (await cleanRepository(folder, signal, Number.NEGATIVE_INFINITY)).removed;
}

async function git(name: string, args: string[], signal: AbortSignal): Promise<void> {
  await runGit({ args, signal, env: ENVIRONMENT, failure: (end) => damaged(name, end) }).done;
}

function damaged(name: string, { stdout, stderrTail }: ToolResult): Failure {
  // fsck tells some things on stdout and some on stderr; the first line is the reason, the others follow from it.
  const lines = `${stderrTail}\n${stdout}`.split('\n').map((line) => line.trim());
  const first = (pattern: RegExp) => lines.find((line) => pattern.test(line));
  const reason = first(/^(error|fatal)/) ?? first(/^missing/) ?? first(/./);
  return Failure.of('restore.git_data_damaged', { repository: name, reason: shown(reason ?? 'nothing') }, stderrTail);
}
