/** What starts Gantry on Linux says why it cannot, in place of Chromium's FATAL. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '../packaging/linux/gantry-launcher');
const isRoot = process.getuid?.() === 0;
/** nobody's, on Debian and its relatives. */
const NOBODY = 65_534;

let folder: string;
let program: string;
let sandbox: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry launcher '));
  chmodSync(folder, 0o755);
  program = join(folder, 'program');
  sandbox = join(folder, 'chrome-sandbox');
  writeFileSync(program, '#!/bin/sh\necho "started $*"\n', { mode: 0o755 });
  writeFileSync(sandbox, '', { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function launch(args: string[], { asRoot = false, unshare = 'true' } = {}) {
  const env = { PATH: process.env.PATH, GANTRY_PROGRAM: program, GANTRY_SANDBOX: sandbox, GANTRY_UNSHARE: unshare };
  const who = isRoot && !asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  // Where nobody can read the project.
  const launcher = join(folder, 'gantry');
  copyFileSync(LAUNCHER, launcher);
  chmodSync(launcher, 0o755);
  const { status, stdout, stderr } = spawnSync(launcher, args, { env, encoding: 'utf8', cwd: '/', ...who });
  return { status, stdout, stderr };
}

const STARTED = { status: 0, stdout: 'started --data /a b x.tar.gz\n', stderr: '' };
const ARGUMENTS = ['--data', '/a b', 'x.tar.gz'];

test('hands everything on where user namespaces are given', () => {
  expect(launch(ARGUMENTS)).toEqual(STARTED);
});

test('without user namespaces it ends with a sentence and two cures, not with FATAL', () => {
  const { status, stdout, stderr } = launch(ARGUMENTS, { unshare: 'false' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`sudo chmod 4755 '${sandbox}'`);
  expect(stderr).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
  expect(launch(['--no-sandbox'], { unshare: 'false' })).toMatchObject({ status: 0, stdout: 'started --no-sandbox\n' });
});

test.runIf(isRoot)('a helper of root’s with its bit does without them; one of somebody else’s does not', () => {
  chmodSync(sandbox, 0o4755);
  expect(launch(ARGUMENTS, { unshare: 'false' })).toEqual(STARTED);
  chownSync(sandbox, NOBODY, NOBODY);
  chmodSync(sandbox, 0o4755);
  expect(launch(ARGUMENTS, { unshare: 'false' }).status).toBe(1);
});

test.runIf(isRoot)('root is told why not, and may insist', () => {
  const { status, stderr } = launch(ARGUMENTS, { asRoot: true });
  expect(status).toBe(1);
  expect(stderr).toMatch(/does not run as root: .*ordinary user/);
  expect(launch(['--no-sandbox'], { asRoot: true }).status).toBe(0);
  expect(launch(['--help'], { asRoot: true })).toMatchObject({ status: 0, stdout: 'started --no-sandbox --help\n' });
});
