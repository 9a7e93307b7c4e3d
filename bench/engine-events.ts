/**
 * State changes among many imports in an engine of its own: `node engine-events.ts <data folder> <imports> <changes>`.
 * Prints one JSON line.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serialize } from 'node:v8';
import Database from 'better-sqlite3';
import type { Service } from '../service/index.ts';
import { apiOf } from './api.ts';

const [, , dataFolder, imports = '2000', changes = '200'] = process.argv;
if (dataFolder === undefined) throw new Error('an argument is needed');

// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const start = () => createService({ dataFolder, log: () => undefined });
const count = Number(imports);
const pathOf = (number: number) => ({ owner: 'bench', repo: `r${number}` });

/** Resolves when an import has ended in `error`: its address holds no repository. */
function ended(service: Service, repo: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = service.events.subscribe((event) => {
      if (event.type !== 'import.changed' || event.repo !== repo || event.status !== 'error') return;
      stop();
      resolve();
    });
  });
}

/** One real import that failed, and copies of its rows and its folder: two thousand real ones would take minutes. */
async function makeImports(): Promise<void> {
  const service = await start();
  await service.setUp({ login: 'bench', password: 'bench password' });
  const api = apiOf(service);
  const path = pathOf(1);
  await api('POST /user/repos', { body: { name: path.repo } });
  const failed = ended(service, path.repo);
  await api('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: `${dataFolder} none` } });
  await failed;
  await service.close();
  const folder = join(dataFolder ?? '', 'repositories', path.owner);
  const store = new Database(join(dataFolder ?? '', 'gantry.sqlite'));
  const copy = store.transaction(() => {
    for (let number = 2; number <= count; number++) {
      copyRow(store, 'repositories', { id: number, name: `r${number}` });
      copyRow(store, 'imports', { id: number, repository_id: number });
      cpSync(join(folder, 'r1.git'), join(folder, `r${number}.git`), { recursive: true });
    }
  });
  copy();
  store.close();
}

/** Copies the row with the id 1. */
function copyRow(store: Database.Database, table: string, changed: Record<string, string | number>): void {
  const names = store.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)').all(table);
  const columns = names.map(({ name }) => name);
  const values = columns.map((name) => (name in changed ? `@${name}` : name));
  store
    .prepare(`INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} WHERE id = 1`)
    .run(changed);
}

await makeImports();
const service = await start();
const api = apiOf(service);
const pages = performance.now();
const rows = await api.all('GET /user/imports');
const pagesMs = performance.now() - pages;
if (rows.length !== count) throw new Error(`${rows.length} imports are listed`);

// Listeners are told in turn: what lies between the first and the second is what the second one costs.
let told = 0;
const costs: number[] = [];
service.events.subscribe(() => {
  told = performance.now();
});
let sent = 0;
service.events.follow(
  (event) => {
    if (event.type !== 'import.changed') return;
    // As it goes over to the window.
    sent += serialize(event).length;
    costs.push(performance.now() - told);
  },
  () => ({ login: 'bench', baseUrl: 'http://gantry.invalid/api/v3' }),
);
for (let change = 0; change < Number(changes); change++) {
  const path = pathOf(1 + ((change * 7919) % count));
  const failed = ended(service, path.repo);
  await api('PATCH /repos/{owner}/{repo}/import', { path });
  await failed;
  // The run that told it is over only after that.
  await pause(1);
}
await service.close();
costs.sort((a, b) => a - b);
const at = (part: number) => costs[Math.min(costs.length - 1, Math.floor(part * costs.length))];
console.log(JSON.stringify({ events: costs.length, bytes: sent, medianMs: at(0.5), p99Ms: at(0.99), pagesMs }));
