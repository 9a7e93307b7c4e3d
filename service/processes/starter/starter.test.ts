import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linuxStat } from '../engine-mark.ts';
import { NICENESS } from '../give-way.ts';
import { runTool, type ToolOptions } from '../run.ts';
import { runInWorker } from '../workers.ts';
import { beginStarter, forgetStarter, type Starter, starter } from './starter.ts';

const onLinux = process.platform === 'linux';
const folder = mkdtempSync(join(tmpdir(), 'gantry starter '));
let own: Starter;

beforeAll(async () => {
  await beginStarter();
  const begun = starter();
  if (onLinux && begun === null) throw new Error('There is no starter: is Perl installed?');
  if (begun !== null) own = begun;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = import.meta.dirname;
const entries = (path: string) => readdirSync(path).length;

/** Waits for what another process does. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await pause(10)) {
    if (Date.now() > end) throw new Error('It did not come to be.');
  }
}

const parentOf = (pid: number) =>
  Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

/** What a program tells of itself, by the starter, or by Node as where output goes into a file. */
async function toldBy(way: 'starter' | 'node', options: ToolOptions) {
  if (way === 'starter') return runTool(options).done;
  const path = join(folder, 'told');
  const file = openSync(path, 'w');
  try {
    const result = await runTool({ ...options, stdoutTo: file }).done;
    return { ...result, stdout: readFileSync(path, 'utf8') };
  } finally {
    closeSync(file);
  }
}

const TELL =
  'umask; pwd; printf "%s\\n" "$ONE" "$0" "$@"; env | grep -v "^GANTRY_PROCESS_GROUP=" | sort; echo err >&2; exit 7';

test.runIf(onLinux)('a program has the same arguments, environment, folder, umask and end as by Node', async () => {
  const options: ToolOptions = {
    command: 'sh',
    args: ['-c', TELL, 'zero', '', 'two words', 'Zoë "q" $x', '-n', 'line\nend', 'x'.repeat(100_000)],
    env: { ONE: 'ü=ö=\nend', EMPTY: '' },
    cwd: folder,
    successExitCodes: 'any',
  };
  const given = process.umask(0o027);
  try {
    const ours = await toldBy('starter', options);
    expect(ours).toEqual(await toldBy('node', options));
    expect(ours.stdout).toMatch(/^0027\n/);
    expect(ours.code).toBe(7);
  } finally {
    process.umask(given);
  }
});

test.runIf(onLinux)('it is the starter that starts it, as the leader of a session of its own', async () => {
  const { stdout } = await runTool({ command: 'cat', args: ['/proc/self/stat'] }).done;
  const [pid, , , parent, group, session] = stdout.split(' ');
  expect(Number(parent)).toBe(own.pid);
  expect([group, session]).toEqual([pid, pid]);
});

test.runIf(onLinux)('with too many files open a program is told as not started, and starts when there is room', () => {
  const script = fileURLToPath(new URL('../test-data/few-files.ts', import.meta.url));
  const told = execFileSync('sh', ['-c', 'ulimit -n 100; exec "$0" "$1"', process.execPath, script], {
    encoding: 'utf8',
  });
  const ends: string[] = JSON.parse(told);
  expect(new Set(ends)).toEqual(new Set(['tool.not_started', 'ended']));
  expect(ends.at(-1)).toBe('ended');
});

test.runIf(onLinux)('what it starts gives way to the engine', async () => {
  const { stdout } = await runTool({ command: 'nice', args: [] }).done;
  expect(Number(stdout)).toBe(getPriority(process.pid) + NICENESS);
});

test.runIf(onLinux)('whose file becomes larger than the system lets it be says so', async () => {
  const large = 'ulimit -f 1; exec dd if=/dev/zero of=large bs=4096 count=8';
  const { signal, stderrTail } = await runTool({
    ...{ command: 'sh', args: ['-c', large], cwd: folder, successExitCodes: 'any' },
  }).done;
  expect(signal).toBeNull();
  expect(stderrTail).toContain('File too large');
});

test.runIf(onLinux)('jobs in threads have theirs started by it too', async () => {
  const { signal } = new AbortController();
  const job = () => runInWorker<null, number>(import.meta.url, '../test-data/parent-worker', null, { signal });
  expect(await Promise.all([job(), job()])).toEqual([own.pid, own.pid]);
});

test.runIf(onLinux)('it has no other files open than by Node', async () => {
  const options: ToolOptions = { command: 'ls', args: ['/proc/self/fd'] };
  expect((await toldBy('starter', options)).stdout).toBe((await toldBy('node', options)).stdout);
});

test.runIf(onLinux)('large input and output pass at the same time, and an early end of it does no harm', async () => {
  const text = Buffer.alloc(5_000_000, 'abcdefghij');
  const { bytes } = await runTool({ command: 'cat', args: [], stdin: text, onStdout: 'bytes' }).done;
  expect(bytes.equals(text)).toBe(true);
  const { stdout } = await runTool({ command: 'head', args: ['-c', '3'], stdin: text }).done;
  expect(stdout).toBe('abc');
  const piped = runTool({ command: 'sort', args: [], stdin: 'pipe' });
  for (const line of ['b\n', 'a\n']) piped.stdin.write(line);
  piped.stdin.end();
  expect((await piped.done).stdout).toBe('a\nb\n');
});

test.runIf(onLinux)('who ends by a signal, is not there, may not run or has no folder is told as by Node', async () => {
  const signalled = await runTool({ command: 'sh', args: ['-c', 'kill -USR1 $$'], successExitCodes: 'any' }).done;
  expect(signalled).toMatchObject({ code: -1, signal: 'SIGUSR1' });
  const plain = join(folder, 'plain');
  writeFileSync(plain, 'no program');
  chmodSync(plain, 0o600);
  for (const options of [
    { command: 'not-here-at-all', args: [] },
    { command: join(folder, 'neither'), args: [] },
    { command: plain, args: [] },
    { command: 'true', args: [], cwd: join(folder, 'none') },
  ]) {
    await expect(runTool(options).done).rejects.toMatchObject({ kind: 'tool_missing' });
  }
});

test.runIf(onLinux)('two hundred at a time end each with its own, and leave nothing open', async () => {
  await runTool({ command: 'true', args: [] }).done;
  const opened = () => [entries('/proc/self/fd'), entries(`/proc/${own.pid}/fd`)];
  const before = opened();
  const runs = Array.from({ length: 200 }, (_, index) =>
    runTool({
      command: 'sh',
      args: ['-c', `head -c 100000 /dev/zero | tr '\\0' x; exit ${index}`],
      successExitCodes: 'any',
    }),
  );
  const ends = await Promise.all(runs.map(({ done }) => done));
  expect(ends.map(({ code }) => code)).toEqual(runs.map((_run, index) => index));
  expect(ends.every(({ stdout }) => stdout === 'x'.repeat(100_000))).toBe(true);
  await until(() => opened().every((count, index) => count <= (before[index] ?? 0)));
});

test.runIf(onLinux)('a stop before the program is known ends it all the same', async () => {
  const mark = join(folder, 'started');
  const run = runTool({ command: 'sh', args: ['-c', `echo $$ > '${mark}'; sleep 300`] });
  await run.stop();
  await expect(run.done).rejects.toMatchObject({ kind: 'cancelled' });
  if (existsSync(mark)) expect(linuxStat(readFileSync(mark, 'utf8').trim())).toBeNull();
});

test.runIf(onLinux)('another process is not answered', async () => {
  const script = `
    const socket = require('node:net').connect({ path: ${JSON.stringify(own.path)} });
    const body = Buffer.from('\\0' + '22\\0\\0touch\\0' + '1\\0${join(folder, 'touched')}\\0PATH=/usr/bin:/bin\\0');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(body.length);
    socket.write(Buffer.concat([Buffer.from('c 1-1-1'.padEnd(64)), length, body]));
    let told = '';
    socket.on('data', (chunk) => (told += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => console.log('told: ' + told));`;
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('told: \n');
  expect(existsSync(join(folder, 'touched'))).toBe(false);
});

test.runIf(onLinux)('it ends with the process that began it, however that ends', async () => {
  for (const end of ['process.exit(0)', 'process.kill(process.pid, "SIGKILL")']) {
    const script = `
      import { beginStarter, starter } from ${JSON.stringify(join(here, 'starter.ts'))};
      // Nothing of the starter keeps a process going.
      setInterval(() => undefined, 60_000);
      await beginStarter();
      process.stdout.write(String(starter().pid) + '\\n', () => { ${end} });`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(told.toString());
    expect(pid).toBeGreaterThan(1);
    await until(() => linuxStat(pid) === null || linuxStat(pid)?.state === 'Z');
  }
});

test.runIf(onLinux)('when it is killed, what runs fails, and the next program runs without it', async () => {
  const started = join(folder, 'sleeping');
  const run = runTool({
    command: 'sh',
    args: ['-c', `echo $$ > '${started}.new'; mv '${started}.new' '${started}'; sleep 300`],
  });
  await until(() => existsSync(started) && statSync(started).size > 0);
  const pid = Number(readFileSync(started, 'utf8'));
  expect(parentOf(pid)).toBe(own.pid);
  process.kill(own.pid, 'SIGKILL');
  await expect(run.done).rejects.toMatchObject({ key: 'tool.failed', parameters: { how: 'SIGKILL' } });
  await until(() => linuxStat(pid) === null || linuxStat(pid)?.state === 'Z');
  const { stdout } = await runTool({ command: 'cat', args: ['/proc/self/stat'] }).done;
  expect(Number(stdout.split(' ')[3])).toBe(process.pid);
  expect(starter()).toBeNull();
  forgetStarter(own.pid);
});
