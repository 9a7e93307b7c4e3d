/** Worker thread that compares what a remote had with what its repository has now: either may be hundreds of thousands of refs. */
import { listRefs } from '../git/bare-repository.ts';
import { serveJob } from '../processes/workers.ts';
import { commitsBetween, decodeRefs } from './pushed-refs.ts';
import type { Standing, StandingJob } from './standing.ts';

serveJob<StandingJob, Standing>(async ({ path, kept, prefixes }, _post, signal) => {
  const there = await decodeRefs(kept);
  const ours = (await listRefs(path, signal)).filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
  // Where nothing is left, nothing can be compared: a lost folder must not look like one that is pushed.
  if (ours.length === 0 && there.size > 0)
    return { state: 'unknown', refs_behind: null, commits_behind: null, commits_pushed: null };
  const behind = ours.filter(({ name, oid }) => there.get(name) !== oid).map(({ oid }) => oid);
  const [commits_pushed, commits_behind] = await Promise.all([
    there.size === 0 ? 0 : commitsBetween(path, there.values(), [], signal),
    behind.length === 0 ? 0 : commitsBetween(path, behind, there.values(), signal),
  ]);
  const state = behind.length === 0 ? 'in_sync' : 'behind';
  return { state, refs_behind: behind.length, commits_behind, commits_pushed };
});
