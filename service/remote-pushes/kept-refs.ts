/** What the remote really has after a push. That it took a ref is its word alone: hooks, mirrors and what it hides come after that. */
import { Failure } from '../failures/failure.ts';
import { listRefs } from '../git/bare-repository.ts';
import type { Patience } from '../network/patience.ts';
import { listRemoteRefs } from '../sources/remote-refs.ts';
import type { PushedRef } from './pushed-refs.ts';
import type { SendJob, Sent } from './send.ts';

/** Refs named in a message; the rest is counted. */
const NAMED = 3;
/** Where several machines answer for one remote, the one that is asked may hear of a push a moment after the one that took it. */
const WAITS_MS = [500, 3000];

interface KeptJob extends SendJob {
  patience: Patience;
}

/**
 * The refs that arrived, as the remote shows them. What it does not keep beside branches and tags counts as refused: some hosts take
 * those only.
 * @param own the refs of the repository as the push began
 * @throws Failure where the remote shows something else under a branch or tag that it took
 */
export async function keptRefs(job: KeptJob, sent: Sent, own: readonly PushedRef[]): Promise<PushedRef[]> {
  const arrived = new Set([...sent.new, ...sent.forward, ...sent.equal, ...sent.overwritten]);
  // An update may have published meanwhile: git sends what a name stands for when its turn comes.
  const ours = new Set([...own, ...(await listRefs(job.repositoryPath, job.signal))].map(lineOf));
  const look = async () => {
    const there = await listRemoteRefs(job.remoteUrl, job);
    const kept: PushedRef[] = [];
    const lost: string[] = [];
    for (const name of arrived) {
      const oid = there.get(name);
      if (oid !== undefined && ours.has(lineOf({ name, oid }))) kept.push({ name, oid });
      else lost.push(name);
    }
    return { kept, lost };
  };
  let seen = await look();
  for (const wait of WAITS_MS) {
    if (seen.lost.length === 0) break;
    await job.patience.wait(wait, job.signal);
    seen = await look();
  }
  const refs = seen.lost.filter((name) => /^refs\/(heads|tags)\//.test(name));
  if (refs.length > 0) {
    throw Failure.of('push.not_kept', { refs: refs.slice(0, NAMED), more: Math.max(0, refs.length - NAMED) });
  }
  for (const ref of seen.lost) sent.refused.push({ ref, reason: 'not kept' });
  return seen.kept;
}

function lineOf({ name, oid }: PushedRef): string {
  return `${oid} ${name}`;
}
