/** An engine on a disk that is full from one end to the other: it ends, starts, shows, and goes on when there is room. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImportTable } from './store/imports.ts';
import { startTestEngine } from './testing/engine.ts';
import { historyStream, makeGitSource } from './testing/git-sources.ts';

let disk: string;
let mounted: boolean;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'gantry disk '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
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
  expect(() => {
    for (;;) writeSync(file, Buffer.alloc(4096));
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
