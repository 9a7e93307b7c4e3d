/**
 * Imports of several Subversion repositories in an engine of their own, as `bench/several.ts` starts it:
 * `node engine-several.ts <data folder> <in turn | at once> <repository>...`. Prints one JSON line.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openOwnEngine } from './own-engine.ts';

const [, , dataFolder, way, ...repositories] = process.argv;
if (dataFolder === undefined || (way !== 'in turn' && way !== 'at once') || repositories.length === 0)
  throw new Error('a data folder, a way and repositories are needed');

const RESOLUTION_MS = 5;
const { service, api } = await openOwnEngine(dataFolder);
const paths = repositories.map((_, i) => ({ owner: 'bench', repo: `r${i}` }));
for (const { repo } of paths) await api('POST /user/repos', { body: { name: repo } });

/** Resolves when the import is complete; rejects when it fails. */
function complete(repo: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = service.events.subscribe((event) => {
      if (event.type !== 'import.changed' || event.repo !== repo) return;
      if (event.status === 'complete') resolve();
      else if (event.status === 'error') reject(new Error(`the import into ${repo} failed`));
      else return;
      stop();
    });
  });
}

async function importInto(path: { owner: string; repo: string }, vcs_url: string): Promise<void> {
  const done = complete(path.repo);
  await api('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'subversion', vcs_url } });
  await done;
}

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const start = performance.now();
const work = repositories.map((repository, i) => () => importInto(paths[i] as (typeof paths)[number], repository));
if (way === 'at once') await Promise.all(work.map((begin) => begin()));
else for (const begin of work) await begin();
const end = performance.now();
delay.disable();
const reports = await Promise.all(paths.map((path) => api('GET /repos/{owner}/{repo}/import/report', { path })));
console.log(
  JSON.stringify({
    seconds: (end - start) / 1000,
    rewriteSeconds: null,
    verified: reports.every((report) => report.verified),
    commits: reports.reduce((sum, report) => sum + report.counts.commits, 0),
    loopP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    loopMaxMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
    ownPeakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
await service.close();
