import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const net = new URL('./outlive-refusals.ts', import.meta.url).href;

/** Runs a program with the net, in which something goes wrong that nobody waits for. */
function run(wrong: string) {
  const script = `import { outliveRefusals } from '${net}';
    outliveRefusals((level, text) => console.log(level, text));
    const refused = (code) => Object.assign(new Error(code), { code });
    ${wrong};
    setTimeout(() => console.log('alive'), 20);`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test.each(['void Promise.reject(refused("EIO"))', 'setTimeout(() => { throw refused("SQLITE_IOERR_WRITE"); })'])(
  'a disk that refuses does not end the engine: %s',
  (wrong) => {
    const { status, stdout } = run(wrong);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^error The disk refused .*\nalive\n$/)]);
  },
);

test('nor does a file that cannot be removed, as its disk is closed to writing', (context) => {
  const disk = mkdtempSync(join(tmpdir(), 'gantry closed '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmdirSync(disk);
    return context.skip('mounting a small file system needs root');
  }
  try {
    const file = join(disk, 'file');
    writeFileSync(file, '');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const { status, stdout } = run(`const { rmSync } = await import('node:fs');
      setTimeout(() => rmSync(${JSON.stringify(file)}, { force: true }))`);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^error The disk refused .*\nalive\n$/)]);
  } finally {
    execFileSync('umount', [disk]);
    rmdirSync(disk);
  }
});

test('any other error ends it as ever', () => {
  const { status, stderr, stdout } = run('void Promise.reject(new RangeError("wrong"))');
  expect([status === 0, stdout]).toEqual([false, '']);
  expect(stderr).toContain('RangeError: wrong');
});
