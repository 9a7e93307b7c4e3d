/**
 * One archive opened and, with a third argument, restored, in an engine of its own, as `bench/archive-reading.ts` starts
 * it: `node engine-restore.ts <data folder> <archive> [restore]`. Prints one JSON line.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Inspection, Restore } from '../service/api/migrations/migration-schemas.ts';

const [, , dataFolder, archive, restoring] = process.argv;
if (dataFolder === undefined || archive === undefined) throw new Error('two arguments are needed');

const RESOLUTION_MS = 5;
const SAMPLE_MS = 10;
// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const service = await createService({
  dataFolder,
  log: (level, text) => (level === 'info' ? undefined : console.error(text)),
});
await service.setUp({ login: 'bench', password: 'bench password' });
const identity = service.ownerIdentity();

async function call<Body>(method: string, path: string, body?: object): Promise<{ body: Body; headers: Headers }> {
  const response = await service.fetch(
    new Request(`http://127.0.0.1/api/v3${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    identity,
  );
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return { body: (await response.json()) as Body, headers: response.headers };
}

/** Resolves with the first result of `look`, which is asked now and after events, once at a time. */
function until<Result>(look: () => Promise<Result | null>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let looking = false;
    let again = false;
    const ask = () => {
      again = looking;
      if (looking) return;
      looking = true;
      look().then((result) => {
        looking = false;
        if (result !== null) {
          end();
          resolve(result);
        } else if (again) ask();
      }, reject);
    };
    const end = service.events.subscribe(ask);
    ask();
  });
}

await pause(300);
const idleMb = process.memoryUsage.rss() / 2 ** 20;
let peakMb = idleMb;
const timer = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20);
}, SAMPLE_MS);
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const start = performance.now();
const since = (from: number) => (performance.now() - from) / 1000;
const { id } = (await call<Inspection>('POST', '/inspections', { path: archive })).body;
const listed = until(async () => {
  const { headers } = await call('GET', `/inspections/${id}/issues`);
  return Number(headers.get('x-total-count')) > 0 ? since(start) : null;
});
const inspection = await until(async () => {
  const { body } = await call<Inspection>('GET', `/inspections/${id}`);
  return body.state === 'reading' ? null : body;
});
const openSeconds = since(start);
if (inspection.state !== 'ready') throw new Error(`the archive was refused: ${inspection.error_message}`);
const listSeconds = await listed;

const again = performance.now();
await call('POST', '/inspections', { path: archive });
await call('GET', `/inspections/${id}/issues`);
const againSeconds = since(again);

let restoreSeconds = 0;
if (restoring !== undefined) {
  const begun = performance.now();
  const started = (await call<Restore>('POST', '/restores', { inspection_id: id })).body;
  const ended = await until(async () => {
    const { body } = await call<Restore>('GET', `/restores/${started.id}`);
    return body.state === 'restored' || body.state === 'failed' ? body : null;
  });
  if (ended.state !== 'restored') throw new Error(`the restore failed: ${ended.error_message}`);
  restoreSeconds = since(begun);
}
delay.disable();
clearInterval(timer);
console.log(
  JSON.stringify({
    openSeconds,
    listSeconds,
    againSeconds,
    restoreSeconds,
    idleMb,
    peakMb,
    loopMaxMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
  }),
);
await service.close();
