/** The data folder is closed to others, whoever made it; tests with a second user of the machine run where this one is root. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { NOBODY, withSecondUser } from '../testing/second-user.ts';
import { FolderNotOurs } from './data-folder.ts';
import { FolderInUse } from './lock.ts';
import { openStore } from './open.ts';

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'gantry closed '));
  chmodSync(above, 0o755);
  folder = join(above, 'data');
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const lines: string[] = [];
const log = (level: string, text: string) => void lines.push(`${level} ${text}`);

test('a folder that others could read is closed with a word, and what lies in it too; a closed one without', () => {
  mkdirSync(folder);
  mkdirSync(join(folder, 'repositories'));
  writeFileSync(join(folder, 'gantry.lock'), '');
  for (const path of [folder, join(folder, 'repositories')]) chmodSync(path, 0o777);
  chmodSync(join(folder, 'gantry.lock'), 0o666);
  openStore(folder, log).close();
  expect(lines.splice(0).join('\n')).toContain(`warning The data folder ${folder} could be read by other users`);
  expect([folder, join(folder, 'repositories')].map(modeOf)).toEqual(['700', '700']);
  for (const name of ['gantry.lock', 'gantry.sqlite'])
    expect([name, modeOf(join(folder, name))]).toEqual([name, '600']);
  openStore(folder, log).close();
  expect(lines.splice(0).join('\n')).not.toContain('could be read');
});

test('a folder with other things in it is refused, and nothing in it is changed', () => {
  mkdirSync(join(folder, 'exports'), { recursive: true });
  writeFileSync(join(folder, 'exports', 'thesis'), 'years');
  writeFileSync(join(folder, 'run'), '');
  for (const path of [folder, join(folder, 'run')]) chmodSync(path, 0o755);
  expect(() => openStore(folder, log)).toThrow(
    `The folder ${folder} holds other things ("exports"), and no installation of Gantry.`,
  );
  expect([folder, join(folder, 'run')].map(modeOf)).toEqual(['755', '755']);
  expect(readdirSync(folder).sort()).toEqual(['exports', 'run']);
  rmSync(join(folder, 'exports'), { recursive: true });
  rmSync(join(folder, 'run'));
  mkdirSync(join(folder, 'lost+found'));
  // Of a start that came to nothing, and of somebody who brought only these along.
  for (const [part, file] of [
    ['logs', 'app.log'],
    ['backups', 'gantry-2026-01-14T12-00-00Z-daily.sqlite'],
  ] as const) {
    mkdirSync(join(folder, part));
    writeFileSync(join(folder, part, 'thesis'), '');
    expect(() => openStore(folder, log)).toThrow(`holds other things ("${part}")`);
    rmSync(join(folder, part, 'thesis'));
    writeFileSync(join(folder, part, file), '');
  }
  writeFileSync(join(folder, '.DS_Store'), '');
  openStore(folder, log).close();
  // From then on it is an installation, whatever a person lays beside it.
  writeFileSync(join(folder, 'notes'), '');
  openStore(folder, log).close();
});

test('a folder that cannot be made is told as that', () => {
  writeFileSync(folder, '');
  for (const path of [folder, join(folder, 'below')]) {
    expect(() => openStore(path, log)).toThrow(`The data folder ${path} is a file, or lies below one.`);
  }
});

test('a disk that refuses to set rights is told as that, before anything is made in it; what is there is opened', (context) => {
  const [below, mounted] = [join(above, 'below'), join(above, 'mounted')];
  for (const path of [below, mounted]) mkdirSync(path);
  try {
    execFileSync('bindfs', ['--chmod-deny', below, mounted], { stdio: 'ignore' });
  } catch {
    return context.skip('no such disk here (Debian package bindfs; root)');
  }
  try {
    for (let starts = 0; starts < 2; starts++)
      expect(() => openStore(join(mounted, 'data'), log)).toThrow(
        /refuses to set permissions.*Choose a data folder on another disk/,
      );
    expect(readdirSync(join(below, 'data'))).toEqual([]);
    openStore(join(below, 'data'), log).close();
    lines.splice(0);
    openStore(join(mounted, 'data'), log).close();
    expect(lines.splice(0).join('\n')).toContain('refuses to set permissions');
  } finally {
    execFileSync('umount', ['--lazy', mounted]);
  }
});

test('everything that the engine, its threads and its programs make is for its owner alone', async () => {
  mkdirSync(folder, { mode: 0o755 });
  process.umask(0o022);
  const engine = await startTestEngine(folder);
  const vcs_url = makeGitSource(above, 'source.git', historyStream(5));
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs_url });
  await engine.importIn('r', ['complete']);
  await engine.api('POST', '/orgs/acme/migrations', { repositories: ['r'] });
  await engine.until(async () =>
    (await engine.api('GET', '/orgs/acme/migrations/1')).body.state === 'exported' ? true : undefined,
  );
  await engine.end();
  const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0 && !lstatSync(join(folder, name)).isSymbolicLink(),
  );
  expect(open).toEqual([]);
});

test('a push leaves files in a person’s own folder as that person makes them', async () => {
  const { umaskOfPerson } = await import('../processes/umask.ts');
  expect(umaskOfPerson()).toMatch(/^0[0-7]{3}$/);
  expect(Number.parseInt(umaskOfPerson(), 8)).not.toBe(0o077);
});

test('the data folder may be a link', () => {
  mkdirSync(join(above, 'elsewhere'), { mode: 0o755 });
  symlinkSync(join(above, 'elsewhere'), folder);
  openStore(folder, log).close();
  expect(modeOf(join(above, 'elsewhere'))).toBe('700');
});

withSecondUser('a folder, a link and a file of another user are refused with a sentence', () => {
  mkdirSync(folder);
  chownSync(folder, NOBODY, NOBODY);
  expect(() => openStore(folder, log)).toThrow(FolderNotOurs);
  expect(() => openStore(folder, log)).toThrow(/belongs to another user of this machine/);
  expect(readdirSync(folder)).toEqual([]);

  chownSync(folder, 0, 0);
  writeFileSync(join(folder, 'gantry.sqlite'), '');
  chownSync(join(folder, 'gantry.sqlite'), NOBODY, NOBODY);
  expect(() => openStore(folder, log)).toThrow(/gantry\.sqlite in the data folder belongs to another user/);
  rmSync(join(folder, 'gantry.sqlite'));
  openStore(folder, log).close();
});

withSecondUser('a folder where one may not write is told as that', () => {
  process.seteuid?.(NOBODY);
  try {
    expect(() => openStore(folder, log)).toThrow(`The data folder ${folder} could not be made: you may not write`);
  } finally {
    process.seteuid?.(0);
  }
});

/** A process of the other user that holds SQLite's lock of readers on the file (sqlite3, os.h: SHARED_FIRST). */
async function hold(file: string): Promise<() => Promise<void>> {
  const script = `import fcntl,sys\nf=open(sys.argv[1],'rb')\nfcntl.lockf(f,fcntl.LOCK_SH,510,0x40000002)\nprint('held',flush=True)\nsys.stdin.read()`;
  const child = spawn('python3', ['-c', script, file], {
    uid: NOBODY,
    gid: NOBODY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise((held) => child.stdout.once('data', held));
  return () =>
    new Promise((gone) => {
      child.once('exit', () => gone());
      child.stdin.end();
    });
}

withSecondUser('another user’s lock keeps nobody out, laid there or held since the folder was open', async () => {
  mkdirSync(folder, { mode: 0o777 });
  chmodSync(folder, 0o777);
  const file = join(folder, 'gantry.lock');
  for (const owner of [NOBODY, 0]) {
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    chownSync(file, owner, owner);
    const release = await hold(file);
    const store = openStore(folder, log);
    expect(() => openStore(folder, log)).toThrow(FolderInUse);
    store.close();
    expect(lines.splice(0).some((line) => line.includes('Another user of this machine held'))).toBe(owner === 0);
    await release();
    chmodSync(folder, 0o777);
  }
});
