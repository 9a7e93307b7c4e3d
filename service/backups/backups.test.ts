/** Copies of the databases: daily, before upgrades, whole; and a way back to them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, backupName, listBackups } from '../store/backup.ts';
import { migrations } from '../store/migrations/index.ts';
import { openStore } from '../store/open.ts';
import { BackupRefused, restoreBackup } from '../store/restore-backup.ts';
import { startTestEngine } from '../testing/engine.ts';
import { serveProgram } from '../testing/serve-program.ts';
import { Backups } from './backups.ts';

let folder: string;
let lines: string[];
const log = (level: string, text: string) => void lines.push(`${level} ${text}`);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry backups '));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');
const logins = (file: string): string[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], string>('SELECT login FROM accounts ORDER BY id').pluck().all();
  } finally {
    db.close();
  }
};

test('one a day of each database, while it is open and written; seven stay; a clock that jumps stops nothing', async () => {
  const engine = await startTestEngine(folder);
  let now = START;
  const backups = new Backups({ dataFolder: folder, log, now: () => now });
  for (let day = 0; day < 9; day++) {
    await backups.look();
    now += DAY / 2;
    await backups.look();
    now += DAY / 2;
    await engine.api('POST', '/orgs/acme/repos', { name: `r${day}` });
  }
  const kept = listBackups(folder);
  expect(kept.map(({ made_at }) => made_at.slice(0, 10))).toEqual(
    ['09', '08', '07', '06', '05', '04', '03'].map((day) => `2026-03-${day}`),
  );
  expect(logins(join(folder, 'backups', kept[0]?.name ?? ''))).toEqual(['ann', 'acme']);
  expect(statSync(join(folder, 'backups')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'backups', kept[0]?.name ?? '')).mode & 0o077).toBe(0);
  // A year ahead for some days, then back: what was copied then is not the latest, and pushes nothing out.
  now += 365 * DAY;
  for (let day = 0; day < 3; day++) {
    await backups.look();
    now += DAY;
  }
  now -= 368 * DAY;
  await backups.look();
  const days = listBackups(folder, now).map(({ made_at }) => made_at.slice(0, 10));
  expect(days.slice(0, 5)).toEqual(['10', '09', '08', '07', '06'].map((day) => `2026-03-${day}`));
  expect(days.slice(5)).toEqual(['2027-03-12', '2027-03-11']);
  for (let day = 0; day < 3; day++) {
    now += DAY;
    await backups.look();
  }
  expect(listBackups(folder, now).map(({ made_at }) => made_at.slice(0, 10))).toEqual(
    ['13', '12', '11', '10', '09', '08', '07'].map((day) => `2026-03-${day}`),
  );
  await backups.close();
  expect(lines).toEqual([]);
  await engine.end();
});

test('a damaged database is said and not copied; the start refuses it; the newest backup comes back by name', async () => {
  const engine = await startTestEngine(folder);
  await engine.api('POST', '/orgs/acme/repos', { name: 'kept' });
  const backups = new Backups({ dataFolder: folder, log, now: () => START });
  await backups.look();
  await backups.close();
  await engine.api('POST', '/orgs', { login: 'later' });
  await engine.end();
  const file = join(folder, 'gantry.sqlite');
  const bytes = readFileSync(file);
  // Pages in the middle, as a bad disk leaves them.
  bytes.fill(0xff, 8192, 8192 + 16_384);
  writeFileSync(file, bytes);
  const later = new Backups({ dataFolder: folder, log, now: () => START + 2 * DAY });
  await later.look();
  await later.close();
  expect(lines).toEqual([
    expect.stringMatching(/^error The database .*gantry\.sqlite is damaged: .* It was not backed up/),
  ]);
  expect(listBackups(folder)).toHaveLength(1);
  await expect(startTestEngine(folder)).rejects.toThrow(/is damaged: .*Nothing was changed.*--restore-backup latest/s);
  expect(readFileSync(file).equals(bytes)).toBe(true);

  expect(() => restoreBackup(folder, 'nothing', log)).toThrow(BackupRefused);
  restoreBackup(folder, 'latest', log);
  expect(lines.at(-1)).toMatch(/is the backup of 2026-03-01T12:00:00Z now/);
  // It is older than the files, which stay; what was there lies among the backups.
  await expect(startTestEngine(folder)).rejects.toThrow(/is older than the files beside it/);
  const again = await startTestEngine(folder, { adopt: true });
  expect((await again.api('GET', '/repos/acme/kept')).status).toBe(200);
  await again.end();
  const replaced = listBackups(folder).find(({ kind }) => kind === 'replaced');
  expect(readFileSync(join(folder, 'backups', replaced?.name ?? '')).equals(bytes)).toBe(true);
});

test('damaged records of restored archives: a sentence with the way back at the start; adopting puts them aside', async () => {
  const engine = await startTestEngine(folder);
  await engine.end();
  const file = join(folder, 'records.sqlite');
  const records = new Database(file);
  records.exec('CREATE TABLE kept (x)');
  const name = backupName('records', 'daily', '2026-03-01T12:00:00Z');
  backUp(records, folder, name);
  records.close();
  writeFileSync(file, 'garbage, not a database');
  const refused = new RegExp(
    `records.sqlite is damaged: .*Nothing was changed.*--restore-backup ${name}.*--adopt`,
    's',
  );
  await expect(startTestEngine(folder)).rejects.toThrow(refused);
  expect(readFileSync(file, 'utf8')).toBe('garbage, not a database');
  restoreBackup(folder, name, log);
  await (await startTestEngine(folder)).end();
  writeFileSync(file, 'garbage, not a database');
  const without = await startTestEngine(folder, { adopt: true });
  expect(without.logLines.join('\n')).toMatch(/records\.sqlite was damaged: .*until a backup of it is put back/);
  await without.end();
  const aside = listBackups(folder).filter(({ database, kind }) => database === 'records' && kind === 'replaced');
  expect(aside.map((backup) => readFileSync(join(folder, 'backups', backup.name), 'utf8'))).toContain(
    'garbage, not a database',
  );
});

test('from the terminal: the backup is put back and the engine starts with it', async () => {
  await (await startTestEngine(folder)).end();
  const db = new Database(join(folder, 'gantry.sqlite'));
  const name = backupName('gantry', 'daily', '2026-03-01T12:00:00Z');
  backUp(db, folder, name);
  db.close();
  writeFileSync(join(folder, 'gantry.sqlite'), 'no database at all, but longer than nothing');
  const refused = spawnSync(process.execPath, [serveProgram, '--data', folder], { encoding: 'utf8' });
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/gantry\.sqlite is damaged: file is not a database/),
  ]);
  const damaged = join(folder, 'backups', backupName('gantry', 'daily', '2026-03-02T12:00:00Z'));
  copyFileSync(join(folder, 'gantry.sqlite'), damaged);
  const not = spawnSync(process.execPath, [serveProgram, '--data', folder, '--restore-backup', 'latest'], {
    encoding: 'utf8',
  });
  expect(not.stderr).toMatch(/The backup gantry-2026-03-02.* is damaged: .*Take another one\. Nothing was changed/);
  rmSync(damaged);
  const script = `node "$0" --data "$1" --restore-backup latest > "$1/out" 2> "$1/err" & pid=$!; until [ -s "$1/out" ] || ! kill -0 $pid; do sleep 0.05; done; kill $pid; wait $pid`;
  execFileSync('sh', ['-c', script, serveProgram, folder], { timeout: 120_000 });
  expect(readFileSync(join(folder, 'err'), 'utf8')).toMatch(/is the backup of 2026-03-01T12:00:00Z now/);
  expect(readFileSync(join(folder, 'out'), 'utf8')).toMatch(/base_url/);
  expect(logins(join(folder, 'gantry.sqlite'))).toEqual(['ann', 'acme']);
});

test('before the schema is changed: a copy of the version before, which is said; new databases need none', () => {
  openStore(folder, log, { steps: migrations.slice(0, 7) }).close();
  expect(listBackups(folder)).toEqual([]);
  openStore(folder, log).close();
  const [copy] = listBackups(folder);
  expect(copy).toMatchObject({ database: 'gantry', kind: 'upgrade' });
  const db = new Database(join(folder, 'backups', copy?.name ?? ''), { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(7);
  db.close();
  expect(lines.join('\n')).toMatch(
    /The database of version 7 was copied to .*backups.*-upgrade\.sqlite before it is changed/,
  );
  openStore(folder, log).close();
  expect(listBackups(folder)).toHaveLength(1);
  expect(existsSync(join(folder, 'backups'))).toBe(true);
});
