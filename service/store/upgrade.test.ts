/** A data folder of the version that kept failures as sentences: all of them are told as they were. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Accounts } from '../accounts/accounts.ts';
import { OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { migrations } from './migrations/index.ts';
import { openStore } from './open.ts';

const NOW = '2026-01-02T03:04:05Z';
/** With everything that SQL and JSON write in their own way. */
const said = (what: string) => `The ${what} "stopped" at 'C:\\data\\é😀'.\nStart it again; 100% of it is \u0001 left.`;

let folder: string;
let engine: TestEngine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry upgrade '));
  const store = openStore(folder, () => undefined, { steps: migrations.slice(0, 7) });
  const accounts = new Accounts(store);
  const owner = await accounts.setUp(OWNER);
  if (owner === null) throw new Error('there is an owner already');
  const organization = accounts.createOrganization({ login: 'acme', name: null }, owner);
  store.close();
  for (const name of ['broken', 'whole']) mkdirSync(join(folder, `repositories/acme/${name}.git`), { recursive: true });

  const database = new Database(join(folder, 'gantry.sqlite'));
  expect(database.pragma('user_version', { simple: true })).toBe(7);
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const columns = Object.keys(row);
    const values = columns.map((column) => `@${column}`);
    database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`).run(row);
  };
  const dates = { created_at: NOW, updated_at: NOW };
  for (const [id, name] of [
    [1, 'broken'],
    [2, 'whole'],
  ] as const) {
    insert('repositories', {
      ...{ id, owner_id: organization.id, name, default_branch: 'main', pushed_at: NOW },
      ...dates,
    });
    insert('imports', {
      ...{ id, repository_id: id, vcs: 'git', vcs_given: 1, vcs_url: '/nowhere', started_at: NOW, updated_at: NOW },
      ...(id === 1
        ? { status: 'error', status_text: 'Failed', failed_step: 'importing', error_message: said('import') }
        : { status: 'complete', status_text: 'Done', failed_step: null, error_message: null }),
    });
  }
  const archive = { lock_repositories: 0, exclude_attachments: 0, owner_id: organization.id, started_by: owner.id };
  insert('migrations', { id: 1, guid: 'one', state: 'failed', error_message: said('export'), ...archive, ...dates });
  insert('migration_repositories', { migration_id: 1, position: 0, repository_id: 1, full_name: 'acme/broken' });
  const opened = { id: 1, account_id: owner.id, path: '/a.tar.gz', size: 3, modified_ms: 4 };
  insert('inspections', { ...opened, state: 'failed', error_message: said('archive'), ...dates });
  const restored = { id: 1, guid: 'two', account_id: owner.id, inspection_id: 1, archive_path: '/a.tar.gz' };
  insert('restores', { ...restored, state: 'failed', error_message: said('restore'), ...dates });
  const push = { id: 1, repository_id: 2, remote_url: 'https://example.com/x.git', status_text: 'Failed' };
  insert('remote_pushes', { ...push, status: 'error', message: said('push'), created_at: NOW });
  insert('import_batches', { id: 1, account_id: owner.id, name: 'list', created_at: NOW, started_at: NOW });
  const line = { batch_id: 1, vcs_url: '/nowhere', owner: 'acme', repo: 'x' };
  insert('import_batch_entries', { id: 1, line: 1, state: 'failed', message: said('line'), ...line });
  insert('import_batch_entries', { id: 2, line: 2, state: 'complete', message: null, ...line });
  database.close();
  engine = await startTestEngine(folder);
});

afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['an import', '/repos/acme/broken/import', 'message', 'import'],
  ['an export', '/orgs/acme/migrations/1', 'error_message', 'export'],
  ['an opened archive', '/inspections/1', 'error_message', 'archive'],
  ['a restore', '/restores/1', 'error_message', 'restore'],
  ['a push', '/repos/acme/whole/remote_pushes/1', 'message', 'push'],
])('%s that failed says its old sentence', async (_what, path, field, what) => {
  const { status, body } = await engine.api('GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body[field]).toBe(said(what));
});

test('lines of a list say theirs; what did not fail says nothing', async () => {
  const { body } = await engine.api('GET', '/import_batches/1/entries');
  expect(body.map(({ message }: { message: string | null }) => message)).toEqual([said('line'), null]);
  const whole = await engine.api('GET', '/repos/acme/whole/import');
  expect(whole.body).not.toHaveProperty('message');
});
