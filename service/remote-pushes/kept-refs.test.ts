/** Remotes that take refs and do not keep them, or do not show them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFailure } from '../failures/as-failure.ts';
import { sentenceOf } from '../failures/failure.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { type Pushed, push } from './push.ts';

let folder: string;
let ours: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry kept '));
  ours = makeGitSource(folder, 'ours.git', historyStream(3, undefined, 'reset refs/tags/t\nfrom :2\n\n'));
  git(ours, ['update-ref', 'refs/notes/commits', 'refs/heads/main']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newRemote(name: string, hooks: Record<string, string> = {}): string {
  const remote = join(folder, name);
  git(folder, ['init', '--quiet', '--bare', remote]);
  mkdirSync(join(remote, 'hooks'), { recursive: true });
  for (const [hook, text] of Object.entries(hooks)) {
    writeFileSync(join(remote, 'hooks', hook), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  return remote;
}

async function pushTo(remoteUrl: string, onWait: () => void = () => undefined): Promise<Pushed | string> {
  const wait = () => Promise.resolve(onWait());
  try {
    return await push({
      ...{ repositoryPath: ours, remoteUrl, credentials: null, privateFolder: join(folder, 'private') },
      ...{ signal: new AbortController().signal, whenNotEmpty: 'ask', too: { notes: true, deleted: false } },
      ...{ pushedBefore: false, asked: null, onProgress: () => undefined },
      patience: { limitMs: () => 0, elapsed: () => 0, wait },
    });
  } catch (error) {
    return sentenceOf(asFailure(error), 'push');
  }
}

test('a branch that a hook of the remote takes back has not arrived', async () => {
  const remote = newRemote('back.git', { 'post-receive': 'git update-ref -d refs/heads/main' });
  expect(await pushTo(remote)).toMatch(
    /^The remote took refs\/heads\/main, but does not show there now what was pushed/,
  );
  expect(refsOf(remote)).toContain('refs/tags/t');
});

test('a branch in whose place a mirror puts its own has not arrived', async () => {
  const remote = newRemote('mirror.git', { 'post-receive': 'git update-ref refs/heads/main refs/heads/main~1' });
  expect(await pushTo(remote)).toMatch(/^The remote took refs\/heads\/main, but/);
});

test('branches that a remote hides from everybody are said; notes that it hides are left out', async () => {
  const remote = newRemote('hidden.git');
  git(remote, ['config', 'uploadpack.hideRefs', 'refs/notes']);
  expect(await pushTo(remote)).toMatchObject({
    target: { left_out: ['refs/notes/commits'] },
    refs: [{ name: 'refs/heads/main' }, { name: 'refs/tags/t' }],
  });
  git(remote, ['config', 'uploadpack.hideRefs', 'refs/heads']);
  expect(await pushTo(remote)).toMatch(/it hides these names/);
});

test('a remote that shows a push a moment later has it', async () => {
  const remote = newRemote('later.git');
  git(remote, ['config', 'uploadpack.hideRefs', 'refs/heads']);
  let waits = 0;
  const pushed = await pushTo(remote, () => {
    waits += 1;
    git(remote, ['config', '--unset', 'uploadpack.hideRefs']);
  });
  expect(pushed).toMatchObject({ refs: { length: 3 } });
  expect(waits).toBe(1);
});
