/**
 * One import in an engine of its own, as `bench/run.ts` starts it:
 * `node engine-import.ts <data folder> <address> <vcs> [<author map file>]`. Prints one JSON line.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GantryEvent } from '../service/index.ts';
import { openOwnEngine } from './own-engine.ts';

const [, , dataFolder, address, vcs, authorMap] = process.argv;
if (dataFolder === undefined || address === undefined || vcs === undefined)
  throw new Error('three arguments are needed');

const RESOLUTION_MS = 5;
const { service, api } = await openOwnEngine(dataFolder);
const path = { owner: 'bench', repo: 'r' };

/** Resolves when an event makes `done` true; rejects when the import fails. */
function until(done: (event: GantryEvent) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = service.events.subscribe((event) => {
      if (event.type === 'import.changed' && event.status === 'error') {
        void api('GET /repos/{owner}/{repo}/import', { path }).then((answer) =>
          reject(new Error(JSON.stringify(answer))),
        );
      }
      if (done(event)) {
        stop();
        resolve();
      }
    });
  });
}

const isStatus = (status: string) => (event: GantryEvent) => event.type === 'import.changed' && event.status === status;

await api('POST /user/repos', { body: { name: path.repo } });
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const start = performance.now();
const mapping = authorMap === undefined ? null : until(isStatus('mapping'));
const complete = until(isStatus('complete'));
await api('PUT /repos/{owner}/{repo}/import', {
  path,
  body: { vcs, vcs_url: address, hold_before_push: authorMap !== undefined },
});
let mappedAt = 0;
if (mapping !== null && authorMap !== undefined) {
  await mapping;
  await api('PUT /repos/{owner}/{repo}/import/authors/map', { path, text: readFileSync(authorMap, 'utf8') });
  mappedAt = performance.now();
  await api('PATCH /repos/{owner}/{repo}/import', { path, body: { hold_before_push: false } });
}
await complete;
const end = performance.now();
delay.disable();
const report = await api('GET /repos/{owner}/{repo}/import/report', { path });
console.log(
  JSON.stringify({
    seconds: (end - start) / 1000,
    rewriteSeconds: mappedAt === 0 ? null : (end - mappedAt) / 1000,
    verified: report.verified,
    commits: report.counts.commits,
    loopP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    loopMaxMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
    ownPeakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
await service.close();
