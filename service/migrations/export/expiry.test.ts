/** Archives end after seven days, and after a clock has said so for an hour of running. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MigrationRow } from '../../store/migrations-table.ts';
import { type Answer, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { archiveOf, exportAll, migrationIn } from '../../testing/migrations.ts';
import { Expiry, SEEN_OVER_MS, type SeenOver } from './expiry.ts';

const DAY = 86_400_000;
let moved: number;
/** Milliseconds of running, whatever the clock says. */
let passed = 0;
let engine: TestEngine;
let folder: string;
let path: string;
let migration: Answer['body'];
let archive: string;

beforeEach(async () => {
  moved = 0;
  folder = mkdtempSync(join(tmpdir(), 'gantry expiry '));
  engine = await startTestEngine(folder, { now: () => Date.now() + moved, elapsed: () => passed });
  await engine.api('POST', '/orgs/acme/repos', { name: 'widgets' });
  ({ path, migration } = await exportAll(engine, ['widgets']));
  archive = archiveOf(engine, migration);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const log = () => engine.logLines.join('\n');

async function expectExpired(): Promise<void> {
  expect(existsSync(archive)).toBe(false);
  const { body } = await engine.api('GET', path);
  expect(body).toMatchObject({ state: 'exported', repository_names: ['acme/widgets'] });
  expect(body.archive).toMatchObject({
    sha256: migration.archive.sha256,
    deleted_at: expect.stringMatching(/\+00:00$/),
  });
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(404);
  expect((await engine.api('DELETE', `${path}/archive`)).status).toBe(404);
}

/** Lets two minutes of running pass, and the engine look. */
async function lookLater(): Promise<void> {
  passed += 2 * 60_000;
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(404);
  // The look has begun with the answer; it reads and writes rows only, unless something is deleted.
  await new Promise((resolve) => setImmediate(resolve));
}

test('while the app is closed: the next start gives it to nobody; it is deleted after an hour of running', async () => {
  moved = 7 * DAY - 60_000;
  await engine.restart();
  expect(existsSync(archive)).toBe(true);
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(302);
  moved = 7 * DAY + 1000;
  await engine.restart();
  expect(log()).toContain(
    `The archive of migration ${migration.id} of acme is over its seven days by the clock of this machine. It is deleted when`,
  );
  for (let look = 0; look < 15; look++) await lookLater();
  // What was seen outlives a run; what passes while nothing runs does not count.
  passed = 0;
  await engine.restart();
  for (let look = 0; look < 14; look++) await lookLater();
  expect(existsSync(archive)).toBe(true);
  await lookLater();
  await engine.restart();
  await expectExpired();
  expect(log()).toContain(`The archive of migration ${migration.id} of acme was deleted: it was seven days old.`);
});

test('while the app runs: a timer waits for the end, and looks again each minute until it is deleted', async () => {
  vi.useFakeTimers();
  try {
    const ends = Date.now() + 3 * DAY;
    const row = { id: 1, guid: 'g', expires_at: new Date(ends).toISOString() } as MigrationRow;
    const said: string[] = [];
    let kept: SeenOver = {};
    const expiry = new Expiry({
      withArchive: () => (said.includes('deleted') ? [] : [row]),
      expire: async () => void said.push('deleted'),
      warn: () => void said.push('warned'),
      over: (_row, isOver) => void said.push(isOver ? 'over' : 'not over'),
      now: Date.now,
      elapsed: () => performance.now(),
      seen: {
        read: () => kept,
        write: (seen) => {
          kept = seen;
        },
      },
    });
    await expiry.run();
    await vi.advanceTimersByTimeAsync(3 * DAY - 1000);
    expect(said).toEqual(['warned']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(said).toEqual(['warned', 'over']);
    await vi.advanceTimersByTimeAsync(SEEN_OVER_MS - 1000);
    expect(said).toEqual(['warned', 'over']);
    await vi.advanceTimersByTimeAsync(1000);
    expect([said, kept]).toEqual([['warned', 'over', 'deleted'], {}]);
    await expiry.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a clock that is wrong for a while deletes nothing, and what it said is forgotten', async () => {
  const address = (await engine.api('GET', `${path}/archive`)).headers.get('location') ?? '';
  moved = 8 * DAY;
  await lookLater();
  expect((await engine.service.fetch(new Request(address))).status).toBe(403);
  for (let look = 0; look < 20; look++) await lookLater();
  moved = 0;
  await engine.restart();
  expect(log()).toContain(`stays until ${migration.archive.expires_at.replace('+00:00', 'Z')}: the clock was ahead.`);
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(302);
  moved = 8 * DAY;
  // Twenty and twenty are more than an hour, each time less.
  for (let look = 0; look < 20; look++) await lookLater();
  expect(existsSync(archive)).toBe(true);
  // However long the machine slept: that is not time in which it ran.
  passed += 10 * DAY;
  await lookLater();
  expect(existsSync(archive)).toBe(true);
});

test('a day before, the log warns, once', async () => {
  moved = 6 * DAY + 3_600_000;
  await engine.restart();
  const other = await exportAll(engine, ['widgets']);
  expect(other.migration.state).toBe('exported');
  const warnings = engine.logLines.filter((line) => line.startsWith('warning The archive of migration'));
  expect(warnings).toEqual([
    `warning The archive of migration ${migration.id} of acme is deleted on ${migration.archive.expires_at.replace('+00:00', 'Z')}.`,
  ]);
});

test('the start makes rows and files agree, and says what it did', async () => {
  const other = await exportAll(engine, ['widgets']);
  const third = await exportAll(engine, ['widgets']);
  await engine.api('DELETE', `${third.path}/archive`);
  await engine.service.close();
  const archives = join(folder, 'archives');
  rmSync(archive);
  writeFileSync(archiveOf(engine, third.migration), 'an archive whose deletion was cut off');
  writeFileSync(`${archiveOf(engine, other.migration)}.part`, 'half');
  writeFileSync(join(archives, 'notes.txt'), 'somebody’s own');
  mkdirSync(join(folder, 'exports', other.migration.guid, 'repositories'), { recursive: true });
  engine = await startTestEngine(folder, { now: () => Date.now() + moved, elapsed: () => passed });
  expect(readdirSync(archives).sort()).toEqual([`${other.migration.guid}.tar.gz`, 'notes.txt'].sort());
  expect(readdirSync(join(folder, 'exports'))).toEqual([]);
  for (const part of [
    `The archive of migration ${migration.id} of acme was missing; it counts as deleted.`,
    `the deletion of the archive of migration ${third.migration.id} was cut off`,
    `the unfinished archive of migration ${other.migration.id}`,
    'notes.txt belongs to no migration. It was left alone.',
    'left over from an export that was cut off',
  ]) {
    expect(log()).toContain(part);
  }
  expect((await engine.api('GET', path)).body.archive.deleted_at).not.toBeNull();
  expect((await engine.api('GET', `${other.path}/archive`)).status).toBe(302);
});

test('an archive that was finished but not yet written down is made anew', async () => {
  await engine.service.close();
  const db = new Database(join(folder, 'gantry.sqlite'));
  db.exec(`UPDATE migrations SET state = 'exporting', archive_size = NULL, archive_sha256 = NULL, exported_at = NULL,
    expires_at = NULL WHERE id = ${migration.id}`);
  db.close();
  engine = await startTestEngine(folder, { now: () => Date.now() + moved, elapsed: () => passed });
  const again = await migrationIn(engine, path, ['exported']);
  expect(again.archive.sha256).toBe(migration.archive.sha256);
  for (const part of ['was cut off; it begins anew', 'was cut off before it was written down'])
    expect(log()).toContain(part);
});
