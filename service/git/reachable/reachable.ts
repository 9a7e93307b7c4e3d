/** What a repository is to hold: nothing but what its refs reach. The work is done beside the main thread. */
import { isJobThread, runInWorker } from '../../processes/workers.ts';
import type { Cleaned } from './clean-repository.ts';
import type { Kept } from './keep-reachable.ts';
import { doReachableJob, type ReachableAnswer, type ReachableJob } from './reachable-job.ts';

/**
 * Chooses the packs of a history: those that hold only what is reached as they are, the rest of the others in a new one.
 * @param job.view path of a repository to make in place of an earlier one; new packs lie in it, so it stays until they are linked
 * @param job.tips ids of what the refs name
 * @param job.packs absolute paths that together hold what the tips reach
 * @param job.shallow file that names the commits at which a shallow history ends
 * @param job.walkedIn repositories in which the walk may have been kept when it was fetched, or mapped
 * @throws Failure
 */
export async function selectReachable(
  job: Omit<Extract<ReachableJob, { kind: 'select' }>, 'kind'>,
  signal: AbortSignal,
) {
  const answer = await work({ kind: 'select', ...job }, signal);
  return (answer as { kept: Kept }).kept;
}

/** How many different objects lie in a repository of SHA-1 itself, packed and loose; what it borrows does not count. */
export async function countObjects(repository: string, signal: AbortSignal): Promise<number> {
  const answer = await work({ kind: 'count', repository }, signal);
  return (answer as { stored: number }).stored;
}

/**
 * Takes out of a repository what its refs do not reach; they stay as they are.
 * @throws Failure; then nothing was removed
 */
export async function cleanInThread(repository: string, signal: AbortSignal): Promise<Cleaned> {
  return ((await work({ kind: 'clean', repository }, signal)) as { cleaned: Cleaned }).cleaned;
}

function work(job: ReachableJob, signal: AbortSignal): Promise<ReachableAnswer> {
  if (isJobThread()) return doReachableJob(job, signal);
  return runInWorker<ReachableJob, ReachableAnswer>(import.meta.url, './reachable-worker', job, { signal });
}
