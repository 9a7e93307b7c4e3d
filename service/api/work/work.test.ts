/** What lists name where much came after it: that of long work, and that of a repository's archives. */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import type { Work } from './work-schemas.ts';

const LATER = 40;

let folder: string;
let engine: TestEngine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-work-'));
  engine = await startTestEngine();
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const work = async (): Promise<Work[]> => (await engine.api('GET', '/user/work')).body;
const importInto = async (repo: string, vcs_url: string) => {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url, vcs: 'git' });
  return engine.importIn(repo, ['complete', 'error', 'auth_failed']);
};

const isAtWork = ({ kind, ended_at }: Work) => kind === 'export' && ended_at === null;

/** Runs SQL on the data while no engine runs. */
async function change(sql: string) {
  await engine.service.close();
  const data = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  data.exec(sql);
  data.close();
  await engine.restart();
}

/** Writes a row of a table again, so many times, each changed by SQL in which `n` is its number, while no engine runs. */
async function writeLater(table: string, change: Record<string, string>, times = LATER) {
  await engine.service.close();
  const data = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  const columns = data.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'id'`).all();
  const names = columns.map(({ name }) => String(name));
  data.exec(`WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${times})
    INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => change[name] ?? `t.${name}`).join(', ')}
    FROM count, ${table} t WHERE t.id = (SELECT min(id) FROM ${table})`);
  data.close();
  await engine.restart();
}

test('an update of an old import that failed just now is named, however many imports came after it', async () => {
  const source = makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>']));
  expect(await importInto('old', source)).toMatchObject({ status: 'complete' });
  for (let n = 1; n <= LATER; n++) await engine.api('POST', '/orgs/acme/repos', { name: `later-${n}` });
  await writeLater('imports', { repository_id: `(SELECT id FROM repositories WHERE name = 'later-' || n)` });
  await change(`UPDATE imports SET updated_at = '2020-01-01T00:00:00Z'`);
  expect(await work()).not.toContainEqual(expect.objectContaining({ repo: 'old' }));

  renameSync(source, join(folder, 'moved.git'));
  await engine.api('POST', '/repos/acme/old/import/updates', {});
  await engine.importIn('old', ['complete'], ({ last_update }) => last_update !== undefined);
  expect(await work()).toContainEqual(expect.objectContaining({ repo: 'old', kind: 'update', state: 'failed' }));

  // Nor is it forgotten before it is tried again, when all others came through after it.
  await change(`UPDATE imports SET updated_at = '2199-01-01T00:00:00Z' WHERE last_update IS NULL`);
  expect(await work()).toContainEqual(expect.objectContaining({ repo: 'old', kind: 'update', state: 'failed' }));
});

test('an update of an old import that asks is named until it was answered, however many imports changed after it', async () => {
  const source = makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>']));
  expect(await importInto('old', source)).toMatchObject({ status: 'complete' });
  rmSync(source, { recursive: true });
  makeGitSource(folder, 'one.git', historyStream(3, ['Ben New <ben@new>']));
  await engine.api('POST', '/repos/acme/old/import/updates', {});
  await engine.importIn('old', ['complete'], ({ last_update }) => last_update !== undefined);
  for (let n = 1; n <= LATER; n++) await engine.api('POST', '/orgs/acme/repos', { name: `later-${n}` });
  await writeLater('imports', {
    repository_id: `(SELECT id FROM repositories WHERE name = 'later-' || n)`,
    last_update: 'NULL',
    updated_at: `'2199-01-01T00:00:00Z'`,
  });
  expect(await work()).toContainEqual(expect.objectContaining({ repo: 'old', kind: 'update', state: 'needs_you' }));
  const { body: asking } = await engine.api('GET', '/user/imports?state=asking');
  expect(asking.map(({ repo }: { repo: string }) => repo)).toEqual(['old']);
});

test('exports that work or wait are all named, and an old one that ended just now', async () => {
  expect(
    await importInto('p', makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>']))),
  ).toBeDefined();
  const begin = async () => (await engine.api('POST', '/orgs/acme/migrations', { repositories: ['acme/p'] })).body.id;
  const ended = (id: number) =>
    engine.until(async () => {
      const { state } = (await engine.api('GET', `/orgs/acme/migrations/${id}`)).body;
      return state === 'exported' || state === 'failed' ? true : undefined;
    });
  const old = await begin();
  await ended(old);
  await writeLater('migrations', { guid: 'hex(randomblob(16))', state: "'failed'", exported_at: 'NULL' });
  await change(`UPDATE migrations SET state = 'failed', updated_at = '2020-01-01T00:00:00Z'`);
  await engine.api('POST', `/orgs/acme/migrations/${old}/retry`);
  await ended(old);
  expect(await work()).toContainEqual(expect.objectContaining({ kind: 'export', id: old, state: 'done' }));

  for (let n = 0; n < LATER; n++) await begin();
  const named = new Set((await work()).filter(isAtWork).map(({ id }) => id));
  const all = (await engine.api('GET', '/orgs/acme/migrations?per_page=100')).body as { id: number; state: string }[];
  const working = all.filter(({ state }) => state === 'pending' || state === 'exporting').map(({ id }) => id);
  expect(working.filter((id) => !named.has(id))).toEqual([]);
});

test('a push that failed is named until it is tried again, however many pushes came after it', async () => {
  await importInto('p', makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>'])));
  const push = async () => {
    const remote_url = join(folder, 'later.git');
    const { id } = (await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url })).body;
    return engine.until(async () => {
      const row = (await engine.api('GET', `/repos/acme/p/remote_pushes/${id}`)).body;
      return ['waiting', 'running'].includes(row.status) ? undefined : row;
    });
  };
  const failed = await push();
  expect(failed.status).toBe('error');
  await writeLater('remote_pushes', { status: "'complete'", remote_url: "'/srv/' || n", failure: 'NULL' });
  const named = async () => (await work()).filter(({ state }) => state === 'failed').map(({ id }) => id);
  expect(await named()).toEqual([failed.id]);
  git(folder, ['init', '-q', '--bare', 'later.git']);
  expect((await push()).status).toBe('complete');
  expect(await named()).toEqual([]);
});

test('what failed beyond those that are listed is counted, and listed when it is asked for', async () => {
  expect(await importInto('old', join(folder, 'nowhere.git'))).toMatchObject({ status: 'error' });
  for (let n = 1; n <= 320; n++) await engine.api('POST', '/orgs/acme/repos', { name: `later-${n}` });
  await writeLater('imports', { repository_id: `(SELECT id FROM repositories WHERE name = 'later-' || n)` }, 320);
  const failed = async (query: string) => {
    const { headers, body } = await engine.api('GET', `/user/work${query}`);
    const rows = (body as Work[]).filter(({ state }) => state === 'failed');
    return [new Set(rows.map(({ id }) => id)).size, headers.get('x-gantry-left-out')];
  };
  expect(await failed('')).toEqual([300, '21']);
  expect(await failed('?failed=all')).toEqual([321, null]);
  expect((await engine.api('GET', '/user/work?failed=none')).status).toBe(422);
});

test('a push that asks is named until it was answered, however many pushes came after it', async () => {
  await importInto('p', makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>'])));
  const remote_url = makeGitSource(folder, 'other.git', historyStream(3, ['Ben New <ben@new>']));
  const push = async (body: object = {}) => {
    const { id } = (await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url, ...body })).body;
    return engine.until(async () => {
      const row = (await engine.api('GET', `/repos/acme/p/remote_pushes/${id}`)).body;
      return ['waiting', 'running'].includes(row.status) ? undefined : row;
    });
  };
  const asked = await push();
  expect(asked.status).toBe('needs_decision');
  const asking = async () => (await work()).filter(({ state }) => state === 'needs_you').map(({ id }) => id);
  await writeLater('remote_pushes', {
    status: "'complete'",
    remote_url: "'/srv/' || n",
    failure: 'NULL',
    target: 'NULL',
  });
  expect(await asking()).toEqual([asked.id]);
  const again = await push();
  expect(again.status).toBe('needs_decision');
  await writeLater('remote_pushes', {
    status: "'complete'",
    remote_url: "'/srv/' || n",
    failure: 'NULL',
    target: 'NULL',
  });
  expect(await asking()).toEqual([again.id]);
});

test('archives of a repository beyond those that are named are counted, and named when they are asked for', async () => {
  await importInto('p', makeGitSource(folder, 'one.git', historyStream(2, ['Ann Old <ann@old>'])));
  await engine.api('POST', '/orgs/acme/migrations', { repositories: ['acme/p'] });
  await engine.until(async () => (await work()).find(({ kind, state }) => kind === 'export' && state === 'done'));
  await writeLater('migrations', { guid: 'hex(randomblob(16))' }, 60);
  await change(`INSERT INTO migration_repositories SELECT m.id, 0, mr.repository_id, mr.full_name
    FROM migrations m, migration_repositories mr WHERE m.id > mr.migration_id`);
  const named = async (query: string) => {
    const { archives, archives_left_out } = (await engine.api('GET', `/repos/acme/p/overview${query}`)).body;
    return [archives.length, archives_left_out];
  };
  expect(await named('')).toEqual([50, 11]);
  expect(await named('?archives=all')).toEqual([61, 0]);
});
