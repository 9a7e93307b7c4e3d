/** An engine on a disk that is full from one end to the other: it ends, starts, shows, and goes on when there is room. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSample } from './migrations/testing/sample.ts';
import { ATTACHED } from './migrations/testing/sample-names.ts';
import { ImportTable } from './store/imports.ts';
import { MigrationTable } from './store/migrations-table.ts';
import { openArchive, restoreOpened } from './testing/archives.ts';
import { startTestEngine } from './testing/engine.ts';
import { historyStream, makeGitSource } from './testing/git-sources.ts';

let disk: string;
let mounted: boolean;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'gantry disk '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
    mounted = true;
  } catch {
    mounted = false;
  }
});
afterEach(() => {
  if (mounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

function fill(name: string): string {
  const filler = join(disk, name);
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(4096);
  expect(() => {
    for (;;) writeSync(file, block);
  }).toThrow(/ENOSPC/);
  closeSync(file);
  return filler;
}

test('on a disk that was closed to writing the start says so, and which; it starts when that is over', async (context) => {
  if (!mounted) return context.skip('mounting a small file system needs root');
  const data = join(disk, 'data');
  await (await startTestEngine(data)).end();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  await expect(startTestEngine(data)).rejects.toThrow(`The disk that holds ${data} can only be read`);
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  await (await startTestEngine(data)).end();
});

test('an import whose start the disk did not take whole is started again when there is room', async (context) => {
  if (!mounted) return context.skip('mounting a small file system needs root');
  const engine = await startTestEngine(join(disk, 'data'));
  const source = makeGitSource(disk, 'source.git', historyStream(2));
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  const start = { vcs: 'git', vcs_url: source };
  // The row is there, what belongs to it is not.
  const update = vi.spyOn(ImportTable.prototype, 'update').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  expect((await engine.api('PUT', '/repos/acme/r/import', start)).status).toBe(503);
  update.mockRestore();
  expect((await engine.api('GET', '/repos/acme/r/import')).body).toMatchObject({
    status: 'error',
    message: expect.stringContaining('The disk is full'),
  });
  expect((await engine.api('PUT', '/repos/acme/r/import', start)).status).toBe(201);
  expect((await engine.importIn('r', ['complete', 'error'])).status).toBe('complete');
  await engine.end();
});

test('an import and an export that a full disk ended go on by themselves when there is room', async (context) => {
  if (!mounted) return context.skip('mounting a small file system needs root');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const elsewhere = mkdtempSync(join(tmpdir(), 'gantry source '));
  const engine = await startTestEngine(join(disk, 'data'));
  try {
    const content = randomBytes(1_500_000).toString('latin1');
    const large = `commit refs/heads/large\ncommitter a <a@x> 1000000000 +0000\ndata 1\nc\nM 100644 inline f\ndata ${Buffer.byteLength(content)}\n${content}\n`;
    const source = makeGitSource(elsewhere, 'source.git', historyStream(2, undefined, large));
    await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
    const full = (name: string) => {
      const filler = fill(name);
      // Room for rows, and for nothing else.
      truncateSync(filler, statSync(filler).size - 700 * 1024);
      return filler;
    };
    const filler = full('filler');
    await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
    const ended = await engine.importIn('r', ['complete', 'error']);
    expect(ended).toMatchObject({
      status: 'error',
      message: expect.stringContaining('The disk is full. Free some space: the import goes on by itself'),
    });
    vi.advanceTimersByTime(10_000);
    expect((await engine.api('GET', '/repos/acme/r/import')).body.status).toBe('error');
    rmSync(filler);
    vi.advanceTimersByTime(10_000);
    await engine.until(async () => {
      const { body } = await engine.api('GET', '/repos/acme/r/import');
      return body.status === 'complete' ? body : undefined;
    });
    expect(engine.logLines.join('\n')).toMatch(/There is room on the disk again: Import \d+ into acme\/r goes on\./);

    const again = full('again');
    const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['r'] });
    const stateOf = async () => (await engine.api('GET', `/orgs/acme/migrations/${body.id}`)).body;
    const failed = await engine.until(async () => {
      const now = await stateOf();
      return now.state === 'failed' || now.state === 'exported' ? now : undefined;
    });
    expect(failed.error_message).toMatch(/the export goes on by itself once there is room/);
    rmSync(again);
    vi.advanceTimersByTime(10_000);
    expect(await engine.until(async () => ((await stateOf()).state === 'exported' ? 'exported' : undefined))).toBe(
      'exported',
    );

    // An end that a person relies on is not told before its row is on the disk.
    const refused = Promise.withResolvers<void>();
    const { update } = MigrationTable.prototype;
    const spy = vi.spyOn(MigrationTable.prototype, 'update').mockImplementation(function (
      this: MigrationTable,
      ...[id, change, now]
    ) {
      if (change.state !== 'exported') return update.call(this, id, change, now);
      refused.resolve();
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
    });
    body.id = (await engine.api('POST', '/orgs/acme/migrations', { repositories: ['r'] })).body.id;
    await refused.promise;
    expect((await stateOf()).state).toBe('exporting');
    spy.mockRestore();
    vi.advanceTimersByTime(1000);
    expect((await stateOf()).state).toBe('exported');
  } finally {
    vi.useRealTimers();
    await engine.end();
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('a restore that a full disk ended goes on by itself when there is room, also after a new start', async (context) => {
  if (!mounted) return context.skip('mounting a small file system needs root');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const elsewhere = mkdtempSync(join(tmpdir(), 'gantry source '));
  // A restore leaves 64 MB for everything else.
  execFileSync('mount', ['-o', 'remount,size=96m', disk]);
  let engine = await startTestEngine(join(disk, 'data'));
  try {
    const { archive } = makeSample(elsewhere, 'sample', {
      issues: 2,
      before: (root) => writeFileSync(join(root, ATTACHED), randomBytes(1_500_000)),
    });
    const opened = await openArchive(engine, archive);
    expect(opened.state).toBe('ready');
    const filler = fill('filler');
    truncateSync(filler, statSync(filler).size - (8 << 20));
    const ended = await restoreOpened(engine, opened);
    expect(ended).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(
        /needs about 2 MB of disk space, but only 0 MB are free.* goes on by itself once there is room/,
      ),
    });
    await engine.end();
    engine = await startTestEngine(join(disk, 'data'));
    vi.advanceTimersByTime(10_000);
    const now = async () => (await engine.api('GET', `/restores/${ended.id}`)).body;
    // It looks once whether there is room now, and waits again.
    const waits = { state: 'failed', error_message: ended.error_message };
    await engine.until(async () => ((await now()).state === 'failed' ? true : undefined));
    truncateSync(filler, statSync(filler).size - (16 << 20));
    vi.advanceTimersByTime(10_000);
    expect(await now(), 'more room, and too little').toMatchObject(waits);
    rmSync(filler);
    vi.advanceTimersByTime(10_000);
    await engine.until(async () => ((await now()).state === 'restored' ? true : undefined));
    expect(await now()).toMatchObject({ error_message: null });
    expect((await engine.api('GET', '/repos/acme/widgets')).status).toBe(200);
    const written = readdirSync(join(disk, 'data/attachments'), { recursive: true, withFileTypes: true });
    const sizes = written
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    expect(sizes).toContain(1_500_000);
  } finally {
    vi.useRealTimers();
    await engine.end();
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('it ends, starts again, shows what there is, and gives no name away that it could not take', async (context) => {
  if (!mounted) return context.skip('mounting a small file system needs root');
  const first = await startTestEngine(join(disk, 'data'));
  await first.api('POST', '/orgs/acme/repos', { name: 'r' });
  const fillers = [fill('filler')];
  for (let tries = 0; tries < 2; tries++) {
    expect(await first.api('POST', '/orgs/acme/repos', { name: 'other' })).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('The disk is full') },
    });
  }
  await first.end();
  fillers.push(fill('rest'));

  const again = await startTestEngine(join(disk, 'data'));
  expect((await again.api('GET', '/orgs/acme/repos')).body).toMatchObject([{ name: 'r' }]);
  for (const filler of fillers) rmSync(filler);
  expect((await again.api('POST', '/orgs/acme/repos', { name: 'other' })).status).toBe(201);
  await again.end();
});
