/** Walks through histories and counts what lies beside them: the work of `reachable-worker.ts`. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Cleaned, cleanRepository } from './clean-repository.ts';
import { type Kept, keepReachable } from './keep-reachable.ts';
import { countStored } from './stored-objects.ts';

export type ReachableJob =
  | { kind: 'select'; view: string; tips: string[]; packs: string[]; shallow: string | null; walkedIn: string[] }
  | { kind: 'count'; repository: string }
  | { kind: 'clean'; repository: string };

export type ReachableAnswer = { kept: Kept } | { stored: number } | { cleaned: Cleaned };

/** @throws Failure */
export async function doReachableJob(job: ReachableJob, signal: AbortSignal): Promise<ReachableAnswer> {
  // Imports are of SHA-1 only.
  if (job.kind === 'count') return { stored: countStored(job.repository, 20) };
  if (job.kind === 'clean') return { cleaned: await cleanRepository(job.repository, signal) };
  const { view, tips, packs, shallow, walkedIn } = job;
  rmSync(view, { recursive: true, force: true });
  // All that git asks of a repository; starting git to make one takes longer than walking through a small history.
  for (const part of ['objects/info', 'objects/pack', 'refs']) mkdirSync(join(view, part), { recursive: true });
  writeFileSync(join(view, 'HEAD'), 'ref: refs/heads/main\n');
  const lenders = new Set(packs.map((pack) => dirname(dirname(pack))));
  writeFileSync(join(view, 'objects/info/alternates'), `${[...lenders].join('\n')}\n`);
  if (shallow !== null && existsSync(shallow)) copyFileSync(shallow, join(view, 'shallow'));
  return { kept: await keepReachable({ repository: view, tips, packs, walkedIn, signal }) };
}
