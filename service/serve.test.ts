/** The engine from a terminal, as a process. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  watch,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { historyStream, makeGitSource } from './testing/git-sources.ts';
import { NOBODY, withSecondUser } from './testing/second-user.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry serve '));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function serve(args: string[], password?: string, more: { cwd?: string; uid?: number } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./serve.ts', import.meta.url)), ...args], {
    cwd: folder,
    ...more,
    env: { PATH: process.env.PATH ?? '', ...(password === undefined ? {} : { GANTRY_PASSWORD: password }) },
  });
  const output = { out: '', error: '' };
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk.toString();
      if (output.out.includes('\n')) resolve();
    });
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.error += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, output, listening, ended };
}

const user = async (baseUrl: string, path: string) => {
  const response = await fetch(baseUrl + path, {
    headers: { authorization: `Basic ${Buffer.from('ann:correct horse').toString('base64')}` },
  });
  return [response.status, await response.json()];
};

test('wrong use ends with the usage', async () => {
  for (const args of [
    [],
    ['--data', data, '--port', 'x'],
    ['--nonsense'],
    ['--data', data, '--host-name', 'localhost'],
    ['--data', data, '--port', '0', '--owner', 'ann'],
  ]) {
    const run = serve(args);
    expect(await run.ended).toBe(2);
    expect(run.output.error).toContain('Usage: npm run serve');
    expect(run.output.out).toBe('');
  }
});

test('a new folder: owner and organization; one JSON line; a clean end on SIGTERM; going on later without a password', async () => {
  const first = serve(['--data', data, '--port', '0', '--owner', 'ann', '--organization', 'acme'], 'correct horse');
  await first.listening;
  const line = JSON.parse(first.output.out);
  expect(line).toEqual({ base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v3$/), data });
  expect(await user(line.base_url, '/user')).toMatchObject([200, { login: 'ann' }]);
  expect(await user(line.base_url, '/user/orgs')).toMatchObject([200, [{ login: 'acme' }]]);

  const second = serve(['--data', data, '--port', '0']);
  expect(await second.ended).toBe(1);
  expect(second.output.error).toContain('Another Gantry is using the data folder');

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.output.out.trim().split('\n')).toHaveLength(1);
  expect(first.output.error).not.toContain('correct horse');

  const third = serve(['--data', data, '--port', '0', '--organization', 'tools']);
  await third.listening;
  expect(await user(JSON.parse(third.output.out).base_url, '/user/orgs')).toMatchObject([
    200,
    [{ login: 'acme' }, { login: 'tools' }],
  ]);
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);
  expect(existsSync(join(data, 'gantry.sqlite'))).toBe(true);
});

test('a connection with a body that nobody read does not keep it from ending cleanly', async () => {
  const run = serve(['--data', data, '--port', '0']);
  await run.listening;
  const { base_url } = JSON.parse(run.output.out);
  const headers = { authorization: `Basic ${Buffer.from('ann:correct horse').toString('base64')}` };
  const body = Buffer.alloc(60 << 20, 'a');
  const answer = await fetch(`${base_url}/orgs/acme/repos`, { method: 'POST', headers, body });
  expect(answer.status).toBe(413);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.output.error).not.toContain('unsettled');
});

test('a signal before the line is printed ends it as one after it does', async () => {
  const early = join(folder, 'early');
  mkdirSync(early);
  const begun = new Promise<void>((resolve) => {
    const watcher = watch(early, () => {
      watcher.close();
      resolve();
    });
  });
  const run = serve(['--data', early, '--port', '0', '--owner', 'ann'], 'correct horse');
  await begun;
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  // Nothing holds the folder any more.
  const next = serve(['--data', early, '--port', '0']);
  await next.listening;
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
});

test('it goes on when nobody reads its log any more, as when its terminal is closed', async () => {
  const unread = join(folder, 'unread');
  const run = serve(['--data', unread, '--port', '0', '--owner', 'ann'], 'correct horse');
  run.child.stderr.destroy();
  await Promise.race([run.listening, run.ended]);
  expect(run.child.exitCode).toBeNull();
  expect(readFileSync(join(unread, 'logs/engine.log'), 'utf8')).toContain('Database brought to version');
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
});

test('the folder that it was started in may go: a data folder is read from there, and imports run without it', async () => {
  const source = makeGitSource(folder, 'source.git', historyStream(2));
  const terminal = join(folder, 'terminal');
  mkdirSync(terminal);
  const run = serve(['--data', '../from there', '--port', '0', '--owner', 'ann'], 'correct horse', { cwd: terminal });
  await run.listening;
  rmdirSync(terminal);
  const { base_url, data: told } = JSON.parse(run.output.out);
  expect(told).toBe(join(folder, 'from there'));
  const headers = { authorization: `Basic ${Buffer.from('ann:correct horse').toString('base64')}` };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(base_url + path, { method, headers, body: JSON.stringify(body) ?? null });
    return (await answer.json()) as { status: string };
  };
  await ask('POST', '/user/repos', { name: 'r' });
  await ask('PUT', '/repos/ann/r/import', { vcs: 'git', vcs_url: source });
  let last: { status: string };
  do last = await ask('GET', '/repos/ann/r/import');
  while (!['complete', 'error'].includes(last.status));
  expect(last).toMatchObject({ status: 'complete' });
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
});

withSecondUser('what was copied back into a data folder as another user, or may not be written, is named', async () => {
  const above = mkdtempSync(join(tmpdir(), 'gantry copied '));
  chmodSync(above, 0o755);
  const copied = join(above, 'data');
  mkdirSync(copied, { mode: 0o700 });
  chownSync(copied, NOBODY, NOBODY);
  const start = () =>
    serve(['--data', copied, '--port', '0', '--owner', 'ann'], 'correct horse', { cwd: '/', uid: NOBODY });
  const first = start();
  await first.listening;
  first.child.kill('SIGTERM');
  await first.ended;
  chmodSync(join(copied, 'gantry.sqlite'), 0o400);
  const readOnly = start();
  expect(await readOnly.ended).toBe(1);
  expect(readOnly.output.error).toContain(`${join(copied, 'gantry.sqlite')} cannot be read or written. Check`);
  chmodSync(join(copied, 'gantry.sqlite'), 0o600);
  mkdirSync(join(copied, 'repositories'), { recursive: true });
  chmodSync(join(copied, 'repositories'), 0o700);
  chownSync(join(copied, 'repositories'), 0, 0);
  const foreign = start();
  expect(await foreign.ended).toBe(1);
  expect(foreign.output.error).toContain(`${join(copied, 'repositories')} cannot be read or written. Check`);
  rmSync(above, { recursive: true });
});
