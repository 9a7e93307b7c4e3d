/**
 * One archive opened and, with a third argument, restored, in an engine of its own, as `bench/archive-reading.ts` starts
 * it: `node engine-restore.ts <data folder> <archive> [restore]`. Prints one JSON line.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openOwnEngine } from './own-engine.ts';

const [, , dataFolder, archive, restoring] = process.argv;
if (dataFolder === undefined || archive === undefined) throw new Error('two arguments are needed');

const RESOLUTION_MS = 5;
const SAMPLE_MS = 10;
const { service, api } = await openOwnEngine(dataFolder);

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
const { id } = await api('POST /inspections', { body: { path: archive } });
const listed = until(async () => {
  const { headers } = await api.whole('GET /inspections/{id}/issues', { path: { id } });
  return Number(headers['x-total-count']) > 0 ? since(start) : null;
});
const inspection = await until(async () => {
  const inspected = await api('GET /inspections/{id}', { path: { id } });
  return inspected.state === 'reading' ? null : inspected;
});
const openSeconds = since(start);
if (inspection.state !== 'ready') throw new Error(`the archive was refused: ${inspection.error_message}`);
const listSeconds = await listed;

const again = performance.now();
await api('POST /inspections', { body: { path: archive } });
await api('GET /inspections/{id}/issues', { path: { id } });
const againSeconds = since(again);

let restoreSeconds = 0;
if (restoring !== undefined) {
  const begun = performance.now();
  const started = await api('POST /restores', { body: { inspection_id: id } });
  const ended = await until(async () => {
    const restore = await api('GET /restores/{id}', { path: { id: started.id } });
    return restore.state === 'restored' || restore.state === 'failed' ? restore : null;
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
