import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DATABASE_FILE } from './database-files.ts';
import { lookAhead } from './look-ahead.ts';
import { openStore } from './open.ts';
import { DamagedDatabase } from './whole-databases.ts';

let folder: string;
let file: string;
const quiet = () => undefined;

/** A closed database that is worth a thread. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry look ahead '));
  file = join(folder, DATABASE_FILE);
  openStore(folder, quiet).close();
  const db = new Database(file);
  db.exec('CREATE TABLE filler (a); INSERT INTO filler VALUES (zeroblob(9000000))');
  db.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Overwrites pages in the middle, as a bad disk does: nothing else of the file changes. */
function damage(): void {
  const { atimeMs, mtimeMs } = statSync(file);
  const bytes = readFileSync(file);
  bytes.fill(0xff, 8192, 8192 + 16_384);
  writeFileSync(file, bytes);
  utimesSync(file, atimeMs / 1000, mtimeMs / 1000);
}

test('what was found beside the start holds for the file as it was then', async () => {
  const looked = await lookAhead(folder);
  expect(looked).toMatchObject([{ file }]);
  openStore(folder, quiet, { looked }).close();
  // It was opened since, and written to: what was found before says nothing of it.
  damage();
  expect(() => openStore(folder, quiet, { looked })).toThrow(DamagedDatabase);
});

test('one that is damaged is left to who opens it, who says what is wrong', async () => {
  damage();
  expect(await lookAhead(folder)).toEqual([]);
  expect(() => openStore(folder, quiet)).toThrow(`The database ${file} is damaged: `);
});

test('another file in the place of one that was looked at is looked at itself', async () => {
  const copy = join(folder, 'copy');
  copyFileSync(file, copy);
  const looked = await lookAhead(folder);
  damage();
  rmSync(file);
  // As large.
  const bytes = readFileSync(copy);
  bytes.fill(0xff, 8192, 8192 + 16_384);
  writeFileSync(file, bytes);
  expect(() => openStore(folder, quiet, { looked })).toThrow(DamagedDatabase);
});

test('a database that is open, or was left open, is not looked at; nor is one that is small, too large or not there', async () => {
  const store = openStore(folder, quiet);
  store.transaction(() => store.sql('UPDATE installation SET starts = starts + 1').run());
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  expect(await lookAhead(folder)).toEqual([]);
  store.close();
  rmSync(file);
  expect(await lookAhead(folder)).toEqual([]);
  writeFileSync(file, 'x'.repeat(1000));
  expect(await lookAhead(folder)).toEqual([]);
  writeFileSync(file, Buffer.alloc((64 << 20) + 1));
  expect(await lookAhead(folder)).toEqual([]);
});
