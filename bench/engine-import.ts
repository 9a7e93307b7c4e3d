/**
 * One import in an engine of its own, as `bench/run.ts` starts it:
 * `node engine-import.ts <data folder> <address> <vcs> [<author map file>]`. Prints one JSON line.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GantryEvent } from '../service/index.ts';
import type { ImportReport } from '../service/vocabulary/import-report.ts';

const [, , dataFolder, address, vcs, authorMap] = process.argv;
if (dataFolder === undefined || address === undefined || vcs === undefined)
  throw new Error('three arguments are needed');

const RESOLUTION_MS = 5;
// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const service = await createService({
  dataFolder,
  log: (level, text) => (level === 'info' ? undefined : console.error(text)),
});
await service.setUp({ login: 'bench', password: 'bench password' });
const identity = service.ownerIdentity();

async function call(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
  const response = await service.fetch(
    new Request(`http://127.0.0.1/api/v3${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    }),
    identity,
  );
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Resolves when an event makes `done` true; rejects when the import fails. */
function until(done: (event: GantryEvent) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = service.events.subscribe((event) => {
      if (event.type === 'import.changed' && event.status === 'error') {
        void call('GET', '/repos/bench/r/import').then(async (answer) => reject(new Error(await answer.text())));
      }
      if (done(event)) {
        stop();
        resolve();
      }
    });
  });
}

const isStatus = (status: string) => (event: GantryEvent) => event.type === 'import.changed' && event.status === status;

await call('POST', '/user/repos', JSON.stringify({ name: 'r' }));
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const start = performance.now();
const mapping = authorMap === undefined ? null : until(isStatus('mapping'));
const complete = until(isStatus('complete'));
await call(
  'PUT',
  '/repos/bench/r/import',
  JSON.stringify({ vcs, vcs_url: address, hold_before_push: authorMap !== undefined }),
);
let mappedAt = 0;
if (mapping !== null && authorMap !== undefined) {
  await mapping;
  await call('PUT', '/repos/bench/r/import/authors/map', readFileSync(authorMap, 'utf8'), 'text/plain');
  mappedAt = performance.now();
  await call('PATCH', '/repos/bench/r/import', JSON.stringify({ hold_before_push: false }));
}
await complete;
const end = performance.now();
delay.disable();
const report = (await (await call('GET', '/repos/bench/r/import/report')).json()) as ImportReport;
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
