import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { markProcessesFor } from './engine-mark.ts';
import { killGroupsOfThread } from './groups.ts';
import { LineSplitter } from './lines.ts';
import { runTool } from './run.ts';
import { runInWorker } from './workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry processes '));
const records = join(folder, 'processes');
markProcessesFor(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a process does anything: one that is dead and waits for somebody to reap it does not. */
const runs = (pid: number) => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = /State:\s+(\w)/.exec(
    existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '',
  );
  return state?.[1] !== 'Z';
};

test('output, exit code and the end of stderr come back; the record is gone afterwards', async () => {
  const script = { command: 'sh', args: ['-c', 'echo out; echo problem >&2; exit 3'] };
  const result = await runTool({ ...script, successExitCodes: [0, 3] }).done;
  expect(result).toMatchObject({ code: 3, stdout: 'out\n', stderrTail: 'problem\n' });
  expect(readdirSync(records)).toEqual([]);
});

test('where its record cannot be written, or not removed, a program runs and ends all the same', async () => {
  await runTool({ command: 'true', args: [] }).done;
  rmSync(records, { recursive: true });
  // As a broken disk: every use of the folder is refused (ENOTDIR).
  writeFileSync(records, '');
  try {
    expect(await runTool({ command: 'echo', args: ['out'] }).done).toMatchObject({ stdout: 'out\n' });
    await expect(killGroupsOfThread(threadId)).resolves.toBeUndefined();
  } finally {
    rmSync(records);
    mkdirSync(records);
  }
});

test('an exit code that was not declared is a failure, which the caller may name', async () => {
  const script = { command: 'sh', args: ['-c', 'echo problem >&2; exit 3'] };
  await expect(runTool(script).done).rejects.toMatchObject({
    key: 'tool.failed',
    parameters: { command: 'sh', how: '3' },
    detail: 'problem\n',
  });
  const named = runTool({ ...script, successExitCodes: [1], failure: ({ code }) => new RangeError(`code ${code}`) });
  await expect(named.done).rejects.toThrow('code 3');
  const killed = runTool({ command: 'sh', args: ['-c', 'kill -9 $$'] });
  await expect(killed.done).rejects.toMatchObject({ parameters: { how: 'SIGKILL' } });
});

test('a program that is not there says how to install it', async () => {
  const run = runTool({ command: 'hg-not-here', args: [] });
  await expect(run.done).rejects.toMatchObject({ kind: 'tool_missing', message: expect.stringContaining('Install') });
});

test('only whitelisted variables reach the child', async () => {
  process.env.GIT_DIR = '/nowhere';
  process.env.GANTRY_PASSWORD = 'secret';
  const { stdout } = await runTool({ command: 'env', args: [], env: { ONE: '1' } }).done;
  delete process.env.GIT_DIR;
  delete process.env.GANTRY_PASSWORD;
  expect(stdout).toContain('ONE=1');
  expect(stdout).toContain('LC_ALL=C.UTF-8');
  if (process.platform === 'linux') expect(stdout).toMatch(/^MALLOC_MMAP_THRESHOLD_=33554432$/m);
  expect(stdout).not.toMatch(/GIT_DIR|secret/);
});

test('secrets are blanked in stderr', async () => {
  const lines: string[] = [];
  const { stderrTail } = await runTool({
    command: 'sh',
    args: ['-c', 'echo "no hunter2" >&2'],
    secrets: ['hunter2'],
    onStderrLine: (line) => lines.push(line),
  }).done;
  expect(lines).toEqual(['no ***']);
  expect(stderrTail).toBe('no ***\n');
});

test('a program that is silent for too long is ended; one that goes on talking is not', async () => {
  const silent = runTool({ command: 'sh', args: ['-c', 'echo begun; exec sleep 60'], silenceMs: 300 });
  await expect(silent.done).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('The server sent nothing for 0.3 seconds.'),
  });
  const talking = 'for n in 1 2 3 4 5 6 7 8; do sleep 0.1; echo $n >&2; done';
  const { code } = await runTool({ command: 'sh', args: ['-c', talking], silenceMs: 600 }).done;
  expect(code).toBe(0);
});

test('what a caller read itself counts when it says so', async () => {
  const run = runTool({
    command: 'sh',
    args: ['-c', 'for n in 1 2 3 4 5 6 7 8; do sleep 0.1; echo $n; done'],
    onStdout: 'stream',
    silenceMs: 600,
  });
  for await (const _ of run.stdout) run.heard();
  expect((await run.done).code).toBe(0);
});

test('aborting ends the whole tree, even one that ignores SIGTERM and would never end', async () => {
  const stop = new AbortController();
  const pids: number[] = [];
  const run = runTool({
    command: 'sh',
    args: ['-c', 'trap "" TERM; sleep 60 & echo $!; echo $$; while :; do sleep 1; done'],
    signal: stop.signal,
    onStdout: (line) => {
      pids.push(Number(line));
      if (pids.length === 2) stop.abort();
    },
  });
  await expect(run.done).rejects.toMatchObject({ kind: 'cancelled' });
  expect(pids.filter(runs)).toEqual([]);
});

test('a time limit ends the program with a sentence', async () => {
  await expect(runTool({ command: 'sleep', args: ['60'], timeoutMs: 50 }).done).rejects.toMatchObject({
    kind: 'unreachable',
  });
});

test('an unread stream does not keep a stop waiting', async () => {
  const run = runTool({ command: 'yes', args: [], onStdout: 'stream' });
  run.stdout.once('readable', () => void run.stop());
  await expect(run.done).rejects.toMatchObject({ kind: 'cancelled' });
});

test('lines end at LF, CR LF and CR, however the bytes are cut', () => {
  const text = Buffer.from('a\r\nb\rc\n\nd');
  for (let cut = 0; cut <= text.length; cut++) {
    const lines: string[] = [];
    const splitter = new LineSplitter((line, end) => lines.push(`${line}:${end}`));
    splitter.push(text.subarray(0, cut));
    splitter.push(text.subarray(cut));
    splitter.end();
    expect(lines).toEqual(['a:lf', 'b:cr', 'c:lf', ':lf', 'd:lf']);
  }
});

test('a worker answers, reports failures with their kind, and leaves no process behind when aborted', async () => {
  const signal = new AbortController().signal;
  const messages: string[] = [];
  const answer = await runInWorker<{ say: string }, string, string>(
    import.meta.url,
    './test-data/echo-worker',
    { say: 'hello' },
    { signal, onMessage: (message) => messages.push(message) },
  );
  expect([answer, messages]).toEqual(['hello', ['begun']]);
  await expect(
    runInWorker(import.meta.url, './test-data/echo-worker', { say: 'fail' }, { signal }),
  ).rejects.toMatchObject({ kind: 'auth', key: 'import.asks_for_login' });

  const stop = new AbortController();
  let pid = 0;
  const hanging = runInWorker<{ say: string }, string, string>(
    import.meta.url,
    './test-data/echo-worker',
    { say: 'hang' },
    {
      signal: stop.signal,
      onMessage: (message) => {
        if (message === 'begun') return;
        pid = Number(message);
        stop.abort();
      },
    },
  );
  await expect(hanging).rejects.toMatchObject({ kind: 'cancelled' });
  expect(pid).toBeGreaterThan(0);
  expect(runs(pid)).toBe(false);
  expect(existsSync(records) && readdirSync(records)).toEqual([]);
});

test('what a failure is made of may throw itself: the run ends with that', async () => {
  const failure = () => {
    throw new Error('the folder cannot be removed');
  };
  await expect(runTool({ command: 'git', args: ['no-such-command'], failure }).done).rejects.toThrow(
    'cannot be removed',
  );
});

test.skipIf(process.platform === 'win32')(
  'a program writes no larger file than it may; one that is not there is told',
  async () => {
    const write = (bytes: number) =>
      runTool({
        command: 'sh',
        args: ['-c', `trap '' XFSZ; head -c ${bytes} /dev/zero > "$0"`, join(folder, 'limited')],
        largestFile: 4096,
        successExitCodes: 'any',
      }).done;
    expect((await write(4096)).code).toBe(0);
    const refused = await write(4097);
    expect([refused.code, refused.stderrTail]).toEqual([1, expect.stringContaining('File too large')]);
    const missing = runTool({ command: 'gantry-no-such-program', args: [], largestFile: 4096 }).done;
    await expect(missing).rejects.toMatchObject({ kind: 'tool_missing' });
  },
);

test.skipIf(process.platform !== 'linux')(
  'a program is refused more memory than it may have, taken little by little too',
  async () => {
    const take = (megabytes: number) =>
      runTool({
        command: 'perl',
        args: ['-e', `push @taken, chr(97 + $_ % 26) x (1 << 20) for 1 .. ${megabytes}; print scalar @taken`],
        mostMemory: 64 << 20,
        successExitCodes: 'any',
      }).done;
    expect(await take(16)).toMatchObject({ code: 0, stdout: '16' });
    expect(await take(128)).toMatchObject({ stdout: '', stderrTail: expect.stringContaining('Out of memory') });
  },
);
