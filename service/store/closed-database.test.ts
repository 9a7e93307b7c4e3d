import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stateOfClosedFolder } from './closed-database.ts';
import { DATABASE_FILE } from './database-files.ts';
import { openStore } from './open.ts';

let folder: string;
const quiet = () => undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry closed '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder without a database has no state', () => {
  expect(stateOfClosedFolder(folder)).toBeNull();
});

test('the state of a closed folder stays until something is written, whoever writes it', () => {
  openStore(folder, quiet).close();
  const before = stateOfClosedFolder(folder);
  expect(before).not.toBeNull();
  expect(stateOfClosedFolder(folder)).toBe(before);
  const db = new Database(join(folder, DATABASE_FILE));
  db.exec('CREATE TABLE another (a)');
  // What is written lies in the log now.
  expect(stateOfClosedFolder(folder)).toBeNull();
  db.close();
  expect(stateOfClosedFolder(folder)).not.toBe(before);
});

test('a copy in the place of a database is another one', () => {
  openStore(folder, quiet).close();
  const before = stateOfClosedFolder(folder);
  const file = join(folder, DATABASE_FILE);
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  expect(stateOfClosedFolder(folder)).not.toBe(before);
});
