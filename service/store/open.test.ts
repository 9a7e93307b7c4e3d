import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUse } from './lock.ts';
import { migrations } from './migrations/index.ts';
import { FutureDatabase, openStore } from './open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry store '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const quiet = () => undefined;

test('one process owns a data folder, until it closes it', () => {
  const store = openStore(folder, quiet);
  expect(() => openStore(folder, quiet)).toThrow(FolderInUse);
  store.close();
  openStore(folder, quiet).close();
});

test('a database from the future is refused and left as it is', () => {
  openStore(folder, quiet).close();
  const database = new Database(join(folder, 'gantry.sqlite'));
  database.pragma(`user_version = ${migrations.length + 1}`);
  database.close();
  expect(() => openStore(folder, quiet)).toThrow(FutureDatabase);
  expect(() => openStore(folder, quiet)).toThrow(/newer version of Gantry/);
});

test('a migration that fails changes nothing', () => {
  const broken = [
    ...migrations,
    { version: migrations.length + 1, name: 'broken', sql: 'CREATE TABLE extra (a); INSERT INTO nowhere VALUES (1);' },
  ];
  expect(() => openStore(folder, quiet, { steps: broken })).toThrow();
  const store = openStore(folder, quiet);
  expect(store.sql("SELECT name FROM sqlite_schema WHERE name = 'extra'").all()).toEqual([]);
  store.close();
});

test('what earlier versions remembered of authors is in the people book of whoever said it', () => {
  openStore(folder, quiet, { steps: migrations.slice(0, 24) }).close();
  const database = new Database(join(folder, 'gantry.sqlite'));
  const now = '2026-01-02T03:04:05Z';
  database.exec(`
    INSERT INTO accounts (id, type, login, password_hash, site_admin, created_at, updated_at)
      VALUES (1, 'User', 'ann', 'x', 1, '${now}', '${now}'), (2, 'User', 'bob', 'x', 0, '${now}', '${now}');
    INSERT INTO repositories (id, owner_id, name, default_branch, created_at, updated_at, pushed_at)
      VALUES (1, 2, 'r', 'main', '${now}', '${now}', '${now}');
    INSERT INTO imports (id, repository_id, vcs, vcs_given, vcs_url, status, status_text, started_at, updated_at, started_by)
      VALUES (1, 1, 'subversion', 1, 'svn://x', 'complete', '', '${now}', '${now}', 2);
    INSERT INTO import_authors (import_id, remote_id, remote_name, source_name, source_email, mapped_name, mapped_email, mapped_by_list, commit_count, updated_at)
      VALUES (1, 'a', 'sven', 'sven', 'sven@id', 'Sven', 'sven@x.org', 0, 1, '${now}'),
        (1, 'b', 'olga', 'olga', 'olga@id', 'Olga', 'olga@x.org', 1, 1, '${now}'),
        (1, 'c', 'piet', 'piet', 'piet@id', 'piet', 'piet@id', 0, 1, '${now}'),
        (1, 'd', 'rosa', 'rosa', 'rosa@id', NULL, NULL, 0, 1, '${now}');
    INSERT INTO author_mappings (remote_name, name, email, updated_at)
      VALUES ('sven', 'Sven', 'sven@x.org', '${now}'), ('gone', 'Gone', 'gone@x.org', '${now}'),
        ('made', 'made', 'made@01234567-89ab-cdef-0123-456789abcdef', '${now}');
  `);
  database.close();
  const store = openStore(folder, quiet, { adopt: true });
  const rows = (sql: string) => store.sql<unknown>(sql).all();
  expect(
    rows('SELECT account_id, remote_name, vcs, name, set_by FROM people_book ORDER BY account_id, remote_name'),
  ).toEqual([
    { account_id: 1, remote_name: 'gone', vcs: '', name: 'Gone', set_by: 'person' },
    { account_id: 1, remote_name: 'sven', vcs: '', name: 'Sven', set_by: 'person' },
    { account_id: 2, remote_name: 'olga', vcs: 'subversion', name: 'Olga', set_by: 'list' },
    { account_id: 2, remote_name: 'sven', vcs: 'subversion', name: 'Sven', set_by: 'person' },
  ]);
  expect(rows('SELECT remote_name, mapped_by FROM import_authors ORDER BY id')).toEqual([
    { remote_name: 'sven', mapped_by: 'person' },
    { remote_name: 'olga', mapped_by: 'list' },
    { remote_name: 'piet', mapped_by: 'person' },
    { remote_name: 'rosa', mapped_by: null },
  ]);
  store.close();
});

test('slow statements are logged', () => {
  const lines: string[] = [];
  const store = openStore(folder, (level, text) => lines.push(`${level} ${text}`));
  store
    .sql('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n')
    .get();
  store.close();
  expect(lines.at(-1)).toMatch(/^warning Slow statement, [\d.]+ ms: WITH/);
});
