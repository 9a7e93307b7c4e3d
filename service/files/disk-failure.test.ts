/** A disk that is full, broken or closed to writing is what a person is told of, whatever noticed it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure, sentenceOf } from '../failures/failure.ts';
import { failureIn, requireRoom } from './disk-failure.ts';

const withCode = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path ? { path } : {}) });
const said = (error: unknown) => sentenceOf(failureIn('/data/imports/7', error), 'import');

test.each([
  [withCode('EIO', '/data/imports/7/staging.git/HEAD'), '/data/imports/7/staging.git/HEAD'],
  [withCode('SQLITE_IOERR_WRITE'), '/data/imports/7'],
  [withCode('EUCLEAN'), '/data/imports/7'],
  [withCode('ENOTCONN', '/data/imports/7/staging.git'), '/data/imports/7/staging.git'],
  [new Error('fatal: cannot mkdir /data/x: Transport endpoint is not connected'), '/data/imports/7'],
  [new Error('error: unable to open x: Stale file handle'), '/data/imports/7'],
  [new Error("svn: E000005: Can't open file '/srv/svn/db/revs/0/3': Input/output error"), '/srv/svn/db/revs/0/3'],
  [Failure.of('git.not_made', { path: '/x' }, 'error: unable to write file: Input/output error'), '/data/imports/7'],
  [new Error("abort: Input/output error: '/srv/hg/.hg/store/00changelog.i'"), '/srv/hg/.hg/store/00changelog.i'],
])('%s: the disk that holds a folder reports errors', (error, path) => {
  expect(said(error)).toMatch(
    `The disk that holds ${path} reports errors: it cannot be read or written. Check the disk`,
  );
});

test.each([withCode('EROFS'), withCode('SQLITE_READONLY'), new Error('fatal: cannot mkdir x: Read-only file system')])(
  '%s: it can only be read',
  (error) =>
    expect(said(error)).toMatch(
      /^The disk that holds \/data\/imports\/7 can only be read, .* then start the import again/,
    ),
);

test.each([withCode('ENOTCONN'), new Error('getpeername failed: Transport endpoint is not connected')])(
  '%s of a socket is no disk',
  (error) => expect(failureIn(tmpdir(), error)).toMatchObject({ key: 'work.stopped' }),
);

test('a part that stops on a disk whose server has ended is the disk’s', (context) => {
  const around = mkdtempSync(join(tmpdir(), 'gantry server '));
  const [below, mounted] = [join(around, 'below'), join(around, 'mounted')];
  for (const path of [below, mounted]) mkdirSync(path);
  try {
    execFileSync('bindfs', [below, mounted], { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    return context.skip('no such disk here (Debian package bindfs; root)');
  }
  try {
    const serves = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mounted);
    const server = execFileSync('pidof', ['bindfs'], { encoding: 'utf8' }).trim().split(' ').find(serves);
    process.kill(Number(server), 'SIGKILL');
    const own = join(mounted, 'imports/3');
    expect(failureIn(own, Failure.of('work.part_stopped', {}))).toMatchObject({ key: 'disk.broken' });
  } finally {
    execFileSync('umount', ['--lazy', mounted]);
    rmSync(around, { recursive: true });
  }
});

test('a name in a message is no disk', () => {
  const failure = Failure.of(
    'git.not_made',
    { path: '/x' },
    "fatal: repository '/srv/Input/output error.git' not found",
  );
  expect(failureIn('/data', failure)).toBe(failure);
});

test('what is called missing, or stops for no reason, on a disk that was closed is the disk’s', (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'gantry disk '));
  const unclear = [
    withCode('ENOENT', join(disk, 'repositories/acme')),
    Failure.of('file.missing', { path: join(disk, 'exports/1') }),
    Failure.of('work.part_stopped', {}),
  ];
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return context.skip('mounting a small file system needs root');
  }
  try {
    expect(unclear.map((error) => failureIn(disk, error).kind)).toEqual(['not_found', 'not_found', 'internal']);
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    for (const error of unclear) {
      expect(sentenceOf(failureIn(disk, error), 'export')).toMatch(`The disk that holds ${disk} can only be read`);
    }
    // Of an import that was to begin.
    const own = join(disk, 'imports/3');
    const message = sentenceOf(failureIn(own, withCode('ENOENT', own)), 'import');
    expect(message).toMatch(`The disk that holds ${own} can only be read`);
  } finally {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});

test('on a disk without room any failure is the disk’s, on others it stays what it is', (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'gantry disk '));
  const damaged = Failure.of('git.not_made', { path: '/x' }, 'fatal: a truncated pack');
  expect(failureIn(disk, damaged)).toBe(damaged);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return context.skip('mounting a small file system needs root');
  }
  try {
    expect(failureIn(disk, damaged)).toBe(damaged);
    writeFileSync(join(disk, 'filler'), Buffer.alloc((1 << 20) - 8192));
    expect(failureIn(disk, damaged).key).toBe('disk.full');
    expect(() => requireRoom(disk)).toThrow('The disk is full');
    const cancelled = Failure.of('work.cancelled', {});
    expect(failureIn(disk, cancelled)).toBe(cancelled);
  } finally {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});

test('a disk that takes no more files is told as that, not as full', (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'gantry files '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'nr_inodes=8', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    return context.skip('mounting a small file system needs root');
  }
  try {
    let refused: unknown = null;
    for (let n = 0; refused === null; n++) {
      try {
        writeFileSync(join(disk, `${n}`), '');
      } catch (error) {
        refused = error;
      }
    }
    expect(failureIn(disk, refused)).toMatchObject({ kind: 'disk_full', key: 'disk.no_more_files' });
  } finally {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
  expect(failureIn(tmpdir(), withCode('ENOSPC'))).toMatchObject({ key: 'disk.full' });
});
