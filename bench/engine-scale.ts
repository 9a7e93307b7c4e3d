/**
 * The everyday at its largest: `node engine-scale.ts prepare <data folder> <repositories> <authors> <refs>` makes the folder,
 * `node engine-scale.ts repositories|authors|refs|update <data folder> <repositories>` does one part, in an engine of its own, and prints one
 * JSON line with times in milliseconds, how long the event loop stood still at most, and the most memory so far.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import type { GantryEvent, Service } from '../service/index.ts';
import { copyRow } from './copied-rows.ts';
import { makeRefs } from './git-repository.ts';

const [, , part = '', dataFolder = '', ...counts] = process.argv;
if (dataFolder === '') throw new Error('an argument is needed');

// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const start = () => createService({ dataFolder, log: () => undefined });

const AUTHORIZATION = `Basic ${Buffer.from('bench:bench password').toString('base64')}`;
const PREVIEW = 'application/vnd.github.wyandotte-preview+json';

/** Asks over the API as a script does. @returns the answer's bytes and its time */
async function call(service: Service, method: string, path: string, body?: unknown) {
  const begun = performance.now();
  const response = await service.fetch(
    new Request(`http://gantry.bench/api/v3${path}`, {
      method,
      headers: { authorization: AUTHORIZATION, accept: PREVIEW },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const headMs = performance.now() - begun;
  let bytes = 0;
  let text = '';
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes < 1 << 20) text += Buffer.from(piece).toString();
  }
  return { headMs, ms: performance.now() - begun, bytes, text };
}

function seen<Type extends GantryEvent['type']>(
  service: Service,
  type: Type,
  fits: (event: Extract<GantryEvent, { type: Type }>) => Promise<boolean> | boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = service.events.subscribe(async (event) => {
      if (event.type !== type || !(await fits(event as Extract<GantryEvent, { type: Type }>))) return;
      stop();
      resolve();
    });
  });
}

/** Runs some work. @returns its time, and the longest that the event loop stood still meanwhile */
async function watched(work: () => Promise<void>) {
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  loop.disable();
  return { ms, stillMs: loop.max / 1e6, megabytes: process.resourceUsage().maxRSS / 1024 };
}

/** Makes a repository with one commit for each ref. @returns its path */
function sourceOf(name: string, refs: number): string {
  const source = join(dataFolder, '..', name);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', source]);
  makeRefs(source, refs);
  return source;
}

/** Many repositories, and an import with many authors: copies of one of each; and a source with many refs. */
async function prepare(repositories: number, authors: number, refs: number): Promise<void> {
  const source = sourceOf('one.git', 1);
  sourceOf('many.git', refs);
  const service = await start();
  await service.setUp({ login: 'bench', password: 'bench password' });
  await call(service, 'POST', '/user/repos', { name: 'r1' });
  await call(service, 'PUT', '/repos/bench/r1/import', { vcs: 'git', vcs_url: source });
  await seen(service, 'import.changed', ({ status }) => status === 'complete' || status === 'error');
  await service.close();
  const store = new Database(join(dataFolder, 'gantry.sqlite'));
  const folder = join(dataFolder, 'repositories/bench');
  store.transaction(() => {
    for (let number = 2; number <= repositories; number++) {
      copyRow(store, 'repositories', { id: number, name: `r${number}` });
      cpSync(join(folder, 'r1.git'), join(folder, `r${number}.git`), { recursive: true });
    }
    for (let number = 2; number <= authors; number++) {
      copyRow(store, 'import_authors', { id: number + 1, remote_id: `a${number}`, remote_name: `author ${number}` });
    }
  })();
  store.close();
}

/** Repositories are locked, exported and unlocked. */
async function ofRepositories(service: Service, repositories: number) {
  let id = 0;
  let answerMs = 0;
  const exported = seen(service, 'migration.changed', async () => {
    if (id === 0) return false;
    const row = await call(service, 'GET', `/user/migrations/${id}?exclude=repositories`);
    return /"state":"(?:exported|failed)"/.test(row.text);
  });
  const locking = await watched(async () => {
    const answer = await call(service, 'POST', '/user/migrations', {
      repositories: Array.from({ length: repositories }, (_, n) => `r${n + 1}`),
      lock_repositories: true,
      exclude: ['repositories'],
    });
    answerMs = answer.headMs;
    id = (JSON.parse(answer.text) as { id: number }).id;
  });
  const exporting = await watched(() => exported);
  const unlocking = await watched(async () => {
    await call(service, 'DELETE', `/user/migrations/${id}/locks`);
  });
  return { answerMs, locking, exporting, unlocking };
}

/** All authors of an import are asked for at once. */
async function ofAuthors(service: Service) {
  const path = '/repos/bench/r1/import/authors';
  const ask = (query: string) => watched(async () => void (await call(service, 'GET', `${path}${query}`)));
  return { authors: await ask(''), sortedAuthors: await ask('?sort=name') };
}

/** Runs an import to its end. */
function importing(service: Service, method: string, body: object) {
  return watched(async () => {
    const ended = seen(
      service,
      'import.changed',
      ({ repo, status }) => repo === 'many' && (status === 'complete' || status === 'error'),
    );
    await call(service, method, '/repos/bench/many/import', body);
    await ended;
  });
}

/** A repository with many refs is imported. */
async function ofRefs(service: Service) {
  await call(service, 'POST', '/user/repos', { name: 'many' });
  return { refs: await importing(service, 'PUT', { vcs: 'git', vcs_url: join(dataFolder, '..', 'many.git') }) };
}

/** It is brought up to date. */
async function ofUpdate(service: Service) {
  return { update: await importing(service, 'PATCH', {}) };
}

const [repositories = 0, authors = 0, refs = 0] = counts.map(Number);
if (part === 'prepare') {
  await prepare(repositories, authors, refs);
} else {
  const service = await start();
  const parts = { repositories: ofRepositories, authors: ofAuthors, refs: ofRefs, update: ofUpdate };
  if (!(part in parts)) throw new Error(`no part is called ${part}`);
  const results = await parts[part as keyof typeof parts](service, repositories);
  await service.close();
  console.log(JSON.stringify(results));
}
