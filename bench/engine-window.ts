/**
 * `node engine-window.ts <data folder> <repositories> <migrations> <authors> <authors>` makes a data folder at the sizes that the window
 * is held to: copies of one repository and of one migration, and two imports that wait for their people, `many` and `some`.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { copyRow } from './copied-rows.ts';
import { makeRefs } from './git-repository.ts';

const [, , dataFolder = '', ...sizes] = process.argv;
const [repositories = 0, migrations = 0, ...authors] = sizes.map(Number);
if (authors.length !== 2) throw new Error('five arguments are needed');

const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const AUTHORIZATION = `Basic ${Buffer.from('bench:bench password').toString('base64')}`;

const source = join(dataFolder, '..', 'source.git');
execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', source]);
makeRefs(source, 1);

const service = await createService({ dataFolder, log: () => undefined });
const call = async (method: string, path: string, body?: unknown) => {
  const accept = 'application/vnd.github.wyandotte-preview+json';
  const response = await service.fetch(
    new Request(`http://gantry.bench/api/v3${path}`, {
      method,
      headers: { authorization: AUTHORIZATION, accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const answer = await response.text();
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
  return JSON.parse(answer);
};
/** Resolves with the first event after which something is so. */
const until = (isSo: () => Promise<boolean>) =>
  new Promise<void>((resolve, reject) => {
    const stop = service.events.subscribe(() => void look());
    const look = async () => {
      if (!(await isSo())) return;
      stop();
      resolve();
    };
    look().catch(reject);
  });

await service.setUp({ login: 'bench', password: 'bench password' });
for (const name of ['r1', 'many', 'some']) {
  await call('POST', '/user/repos', { name });
  const held = name !== 'r1';
  await call('PUT', `/repos/bench/${name}/import`, { vcs: 'git', vcs_url: source, hold_before_push: held });
  await until(async () => {
    const record = await call('GET', `/repos/bench/${name}/import`);
    if (record.status === 'error') throw new Error(record.message);
    return held ? record.waiting_for_release : record.status === 'complete';
  });
}
await call('POST', '/user/migrations', { repositories: ['r1'] });
await until(async () => (await call('GET', '/user/migrations/1')).state === 'exported');
await service.close();

const store = new Database(join(dataFolder, 'gantry.sqlite'));
const folder = join(dataFolder, 'repositories/bench');
const importOf = (name: string) =>
  store
    .prepare<[string], { id: number }>(
      'SELECT imports.id FROM imports JOIN repositories ON repositories.id = repository_id WHERE name = ?',
    )
    .get(name)?.id ?? 0;
store.transaction(() => {
  for (let number = 4; number <= repositories; number++) {
    copyRow(store, 'repositories', { id: number, name: `r${number}` });
    cpSync(join(folder, 'r1.git'), join(folder, `r${number}.git`), { recursive: true });
  }
  // Archives go after a time; what they held stays listed.
  const gone = { archive_deleted_at: new Date(0).toISOString() };
  for (let id = 2; id <= migrations; id++) copyRow(store, 'migrations', { id, guid: randomUUID(), ...gone });
  for (const [index, name] of ['many', 'some'].entries()) {
    const id = importOf(name);
    const count = authors[index] ?? 0;
    const first = store.prepare<[number], { id: number }>('SELECT id FROM import_authors WHERE import_id = ?').get(id);
    for (let number = 2; number <= count; number++) {
      const row = (index + 1) * 1_000_000 + number;
      copyRow(store, 'import_authors', { id: row, remote_id: `a${row}`, remote_name: `author ${row}` }, first?.id);
    }
    store.prepare('UPDATE imports SET authors_count = ? WHERE id = ?').run(count, id);
  }
})();
store.close();
