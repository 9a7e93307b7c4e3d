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

test('slow statements are logged', () => {
  const lines: string[] = [];
  const store = openStore(folder, (level, text) => lines.push(`${level} ${text}`));
  store
    .sql('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT count(*) FROM n')
    .get();
  store.close();
  expect(lines.at(-1)).toMatch(/^warning Slow statement, [\d.]+ ms: WITH/);
});
