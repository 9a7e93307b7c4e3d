/**
 * One export in an engine of its own, as `bench/archives.ts` starts it:
 * `node engine-export.ts <data folder> <folder of bare repositories> <copies of each>`. Prints one JSON line.
 */
import { cpSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { GantryEvent } from '../service/index.ts';
import { openOwnEngine } from './own-engine.ts';

const [, , dataFolder, repositories, copies = '1'] = process.argv;
if (dataFolder === undefined || repositories === undefined) throw new Error('two arguments are needed');

const RESOLUTION_MS = 5;
const SAMPLE_MS = 10;
const { service, api } = await openOwnEngine(dataFolder);

const read = (migration_id: number) =>
  api('GET /user/migrations/{migration_id}', { path: { migration_id }, query: { exclude: 'repositories' } });

/** The same files under another name: links, so that nothing is copied. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else linkSync(source, target);
  }
}

const names: string[] = [];
for (const folder of readdirSync(repositories)) {
  for (let copy = 1; copy <= Number(copies); copy++) {
    const name = `${folder.replace(/\.git$/, '')}-${copy}`;
    await api('POST /user/repos', { body: { name } });
    const path = join(dataFolder, 'repositories/bench', `${name}.git`);
    rmSync(path, { recursive: true });
    linkFolder(join(repositories, folder), path);
    // Files that are written in place must not be shared.
    for (const own of ['HEAD', 'config']) {
      rmSync(join(path, own));
      cpSync(join(repositories, folder, own), join(path, own));
    }
    names.push(name);
  }
}
await pause(500);
const idleMb = process.memoryUsage.rss() / 2 ** 20;
let peakMb = idleMb;
const timer = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20);
}, SAMPLE_MS);
const ended = new Promise<void>((resolve) => {
  service.events.subscribe((event: GantryEvent) => {
    if (event.type !== 'migration.changed') return;
    void read(event.migration_id).then(({ state }) => {
      if (state === 'exported' || state === 'failed') resolve();
    });
  });
});
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const start = performance.now();
const { id } = await api('POST /user/migrations', { body: { repositories: names } });
await ended;
const seconds = (performance.now() - start) / 1000;
delay.disable();
clearInterval(timer);
const { state, error_message, archive } = await read(id);
if (state !== 'exported' || archive === null) throw new Error(`the export failed: ${error_message}`);
console.log(
  JSON.stringify({
    seconds,
    size: archive.size,
    idleMb,
    peakMb,
    loopP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
    loopMaxMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
  }),
);
await service.close();
