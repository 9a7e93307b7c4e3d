/** Folders of another user of this machine as targets and sources: none of that user's programs runs. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
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
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { NOBODY, withSecondUser } from '../testing/second-user.ts';

let engine: TestEngine;
let folder: string;
let canary: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-others-'));
  chmodSync(folder, 0o755);
  canary = join(folder, 'canary');
  process.umask(0o022);
  engine = await startTestEngine();
  const source = makeGitSource(folder, 'source.git', historyStream(3));
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('p', ['complete']);
});
beforeEach(() => rmSync(canary, { force: true }));
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A repository whose hooks and configuration run a program that leaves a canary. */
function trapped(name: string, stream: string | null): string {
  const path = join(folder, name);
  if (stream === null) git(folder, ['init', '-q', '--bare', path]);
  else makeGitSource(folder, name, stream);
  const program = join(path, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${canary}'\n`);
  chmodSync(program, 0o755);
  for (const hook of ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction'])
    execFileSync('cp', [program, join(path, 'hooks', hook)]);
  for (const key of ['core.alternateRefsCommand', 'core.fsmonitor', 'uploadpack.packObjectsHook', 'core.sshCommand'])
    git(path, ['config', key, program]);
  return path;
}

async function push(remote_url: string) {
  const { status, body } = await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url });
  expect(status).toBe(201);
  return engine.until(async () => {
    const now = (await engine.api('GET', `/repos/acme/p/remote_pushes/${body.id}`)).body;
    return now.status === 'running' ? undefined : now;
  });
}

test('the hooks of one’s own folder run as ever, and files there are as readable as before', async () => {
  const own = trapped('own.git', null);
  expect(await push(own)).toMatchObject({ status: 'complete' });
  expect(existsSync(canary)).toBe(true);
  const [first = ''] = readdirSync(join(own, 'objects')).filter((name) => name.length === 2);
  const object = join(own, 'objects', first);
  expect((statSync(object).mode & 0o077).toString(8)).toBe('55');
});

withSecondUser('a push into another user’s folder runs nothing and is refused in git’s words', async () => {
  const stream = historyStream(2, ['Eve <eve@x>']);
  for (const [name, content] of [
    ['empty.git', null],
    ['filled.git', stream],
  ] as const) {
    const path = trapped(name, content);
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path]);
    symlinkSync(path, join(folder, `link-to-${name}`));
    for (const address of [path, pathToFileURL(path).href, join(folder, `link-to-${name}`), path.slice(0, -4)]) {
      const pushed = await push(address);
      expect([address, pushed.status, pushed.message]).toEqual([
        ...[address, 'error'],
        expect.stringContaining('detected dubious ownership in repository at'),
      ]);
      expect(existsSync(canary)).toBe(false);
    }
  }
});

withSecondUser('a working copy of one’s own that leads to another user’s repository is refused', async () => {
  const path = trapped('common.git', historyStream(2));
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path]);
  const own = join(folder, 'worktree');
  mkdirSync(join(own, 'gitdir'), { recursive: true });
  writeFileSync(join(own, '.git'), 'gitdir: gitdir\n');
  writeFileSync(join(own, 'gitdir/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(own, 'gitdir/commondir'), `${path}\n`);
  expect(await push(own)).toMatchObject({ status: 'error', message: expect.stringContaining('dubious ownership') });
  expect(existsSync(canary)).toBe(false);
});

withSecondUser('a hook that another user laid into one’s own folder does not run either', async () => {
  const path = trapped('mixed.git', null);
  execFileSync('chown', [`${NOBODY}:${NOBODY}`, join(path, 'hooks/post-receive')]);
  expect(await push(path)).toMatchObject({ status: 'error', message: expect.stringContaining('dubious ownership') });
  expect(existsSync(canary)).toBe(false);
});

withSecondUser('another user’s folder can be imported from; nothing of it runs', async () => {
  const path = trapped('theirs.git', historyStream(4));
  const refs = refsOf(path);
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, path]);
  for (const [repo, vcs_url] of [
    ['by-path', path],
    ['by-url', pathToFileURL(path).href],
  ] as const) {
    await engine.api('POST', '/orgs/acme/repos', { name: repo });
    await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url });
    const ended = await engine.importIn(repo, ['complete', 'error']);
    expect([ended.status, ended.message]).toEqual(['complete', undefined]);
    expect(refsOf(join(engine.folder, `repositories/acme/${repo}.git`))).toBe(refs);
  }
  expect(existsSync(canary)).toBe(false);
});
