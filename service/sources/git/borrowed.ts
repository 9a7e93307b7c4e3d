/** Objects that a mirror borrows from another one, until all of it is its own. */
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { keepOlderHistory } from './older-history.ts';

const alternates = (repository: string): string => join(repository, 'objects/info/alternates');

/** @param from the other mirror; null for none, also where there was one before */
export async function borrow(repository: string, from: string | null): Promise<void> {
  await rm(alternates(repository), { force: true });
  if (from === null) return;
  await mkdir(dirname(alternates(repository)), { recursive: true });
  await writeDurably(alternates(repository), `${join(from, 'objects')}\n`);
}

/**
 * Keeps what the source had at an earlier fetch and has no longer, walks through all that refs reach, and puts it into one pack of its own. Git says nothing meanwhile, however long that takes.
 * @throws Failure when something is missing or damaged
 */
export async function ownEverything(repository: string, signal: AbortSignal): Promise<void> {
  await keepOlderHistory(repository, signal);
  await runGit({
    args: ['--git-dir', repository, 'repack', '-a', '-d', '-q'],
    signal,
    failure: ({ stderrTail }) => gitFailure(stderrTail, repository, false),
  }).done;
  await borrow(repository, null);
}
