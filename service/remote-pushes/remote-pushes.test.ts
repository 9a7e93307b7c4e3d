import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sentence } from '../../language/sentence.ts';
import { testVault } from '../credentials/testing/test-vault.ts';
import { inEnglish } from '../failures/sentences.ts';
import { scanHostKeys } from '../ssh/host-keys.ts';
import { serveSsh } from '../ssh/testing/ssh-server.ts';
import { RemotePushTable } from '../store/remote-pushes.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { push as pushOnce } from './push.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry remotes '));
  engine = await startTestEngine();
  const source = makeGitSource(folder, 'source.git', historyStream(5, undefined, 'reset refs/tags/t\nfrom :3\n\n'));
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('POST', '/orgs/acme/repos', { name: 'nothing' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('p', ['complete', 'error']);
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function push(remoteUrl: string, repo = 'p', more: object = {}) {
  const started = await engine.api('POST', `/repos/acme/${repo}/remote_pushes`, { remote_url: remoteUrl, ...more });
  expect(started).toMatchObject({ status: 201, body: { status: 'running', remote_url: remoteUrl } });
  const look = async () => (await engine.api('GET', `/repos/acme/${repo}/remote_pushes/${started.body.id}`)).body;
  const end = () =>
    engine.until(async () => {
      const now = await look();
      return now.status === 'running' ? undefined : now;
    });
  return { started: started.body, look, end };
}

test('all branches and tags arrive in an empty repository, and again as fast-forwards', async () => {
  const remote = join(folder, 'remote one.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  expect(await (await push(remote)).end()).toMatchObject({ status: 'complete', percent: 100, message: null });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/p.git')));
  expect(await (await push(remote)).end()).toMatchObject({ status: 'complete' });
});

test('notes come along, deleted branches when asked for; a remote that refuses notes is complete without them', async () => {
  const source = makeGitSource(folder, 'noted.git', historyStream(2));
  git(source, ['-c', 'user.name=a', '-c', 'user.email=a@b', 'notes', 'add', '-m', 'reviewed', 'main']);
  git(source, ['update-ref', 'refs/deleted/heads/old', 'main~1']);
  await engine.api('POST', '/orgs/acme/repos', { name: 'noted' });
  await engine.api('PUT', '/repos/acme/noted/import', { vcs: 'git', vcs_url: source });
  expect(await engine.importIn('noted', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const newRemote = (name: string) => {
    const remote = join(folder, name);
    git(folder, ['init', '--quiet', '--bare', remote]);
    return remote;
  };
  const names = (remote: string) => git(remote, ['for-each-ref', '--format=%(refname)']).split('\n');

  const usual = newRemote('usual.git');
  expect(await (await push(usual, 'noted')).end()).toMatchObject({ status: 'complete' });
  expect(names(usual)).toEqual(['refs/heads/main', 'refs/notes/commits']);
  await (await push(usual, 'noted', { deleted: true })).end();
  expect(names(usual)).toEqual(['refs/deleted/heads/old', 'refs/heads/main', 'refs/notes/commits']);
  const bare = newRemote('bare.git');
  await (await push(bare, 'noted', { notes: false })).end();
  expect(names(bare)).toEqual(['refs/heads/main']);

  const strict = newRemote('strict.git');
  const hook = '#!/bin/sh\ncase "$1" in refs/notes/*) exit 1;; esac\n';
  mkdirSync(join(strict, 'hooks'), { recursive: true });
  writeFileSync(join(strict, 'hooks/update'), hook, { mode: 0o755 });
  expect(await (await push(strict, 'noted')).end()).toMatchObject({
    status: 'complete',
    target: { left_out: ['refs/notes/commits'], left_out_count: 1 },
  });
  expect(names(strict)).toEqual(['refs/heads/main']);
});

const OURS = () => join(engine.folder, 'repositories/acme/p.git');
const headOf = (repository: string, ref: string) => git(repository, ['rev-parse', ref]).trim();

test('other history is overwritten only after a person said so', async () => {
  const remote = makeGitSource(folder, 'other.git', historyStream(2, ['Eve <eve@x>']));
  const before = refsOf(remote);
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'needs_decision',
    message: 'The remote holds other history under some of the same names. Say what is to become of it.',
    target: {
      ...{ new: 1, forward: 0, equal: 0, only_there: 0, refused_count: 1, left_out_count: 0 },
      refused: [{ ref: 'refs/heads/main', reason: expect.stringMatching(/fetch first|non-fast-forward/) }],
    },
  });
  expect(refsOf(remote)).toBe(before);

  expect(await (await push(remote, 'p', { when_not_empty: 'keep' })).end()).toMatchObject({
    status: 'complete',
    target: { left_out: ['refs/heads/main'], left_out_count: 1 },
  });
  expect(refsOf(remote)).toContain(before.trim());
  expect(headOf(remote, 'refs/tags/t')).toBe(headOf(OURS(), 'refs/tags/t'));

  expect(await (await push(remote, 'p', { when_not_empty: 'overwrite' })).end()).toMatchObject({
    status: 'complete',
    target: { refused_count: 1, left_out_count: 0 },
  });
  expect(refsOf(remote)).toBe(refsOf(OURS()));
});

test('a remote that is not empty is asked about once, and what only it has stays', async () => {
  const remote = makeGitSource(
    folder,
    'dev.git',
    historyStream(2, ['Eve <eve@x>']).replaceAll('refs/heads/main', 'refs/heads/dev'),
  );
  const dev = headOf(remote, 'refs/heads/dev');
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'needs_decision',
    message: expect.stringContaining('The remote is not empty.'),
    target: { new: 2, only_there: 1, refused: [] },
  });
  expect(await (await push(remote, 'p', { when_not_empty: 'keep' })).end()).toMatchObject({ status: 'complete' });
  expect(headOf(remote, 'refs/heads/dev')).toBe(dev);
  // Pushed there before, and nothing but forward: no question again.
  git(remote, ['update-ref', '-d', 'refs/tags/t']);
  expect(await (await push(remote)).end()).toMatchObject({ status: 'complete', target: { new: 1, equal: 1 } });
});

test('where every name is taken by other history, nothing is left to push', async () => {
  const remote = makeGitSource(
    folder,
    'taken.git',
    historyStream(2, ['Eve <eve@x>'], 'reset refs/tags/t\nfrom :1\n\n'),
  );
  expect(await (await push(remote, 'p', { when_not_empty: 'keep' })).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining('Nothing was pushed'),
  });
});

test('a branch that the remote protects is named, everything else arrives', async () => {
  const remote = join(folder, 'protected.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const hook = '#!/bin/sh\n[ "$1" = refs/heads/main ] && { echo "main is protected" >&2; exit 1; }\nexit 0\n';
  writeFileSync(join(remote, 'hooks/update'), hook, { mode: 0o755 });
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'needs_decision',
    message: expect.stringMatching(
      /^The remote refused refs\/heads\/main \(hook declined\)\. It says: main is protected/,
    ),
    target: { new: 1, refused: [{ ref: 'refs/heads/main', reason: 'hook declined' }] },
  });
  expect(headOf(remote, 'refs/tags/t')).toBe(headOf(OURS(), 'refs/tags/t'));
  expect(await (await push(remote, 'p', { when_not_empty: 'keep' })).end()).toMatchObject({
    status: 'complete',
    message: expect.stringMatching(
      /^The remote refused refs\/heads\/main \(hook declined\)\. It says: main is protected/,
    ),
    target: { left_out: ['refs/heads/main'] },
  });
});

test('with keep, what rules of the remote refuse is told beside what is left out for its other history', async () => {
  const more = 'reset refs/heads/side\nfrom :2\n\nreset refs/tags/t\nfrom :1\n\n';
  const three = makeGitSource(folder, 'three.git', historyStream(3, undefined, more));
  await engine.api('POST', '/orgs/acme/repos', { name: 'three' });
  await engine.api('PUT', '/repos/acme/three/import', { vcs: 'git', vcs_url: three });
  await engine.importIn('three', ['complete', 'error']);
  const remote = makeGitSource(folder, 'other and protected.git', historyStream(2, ['Eve <eve@x>']));
  const hook = '#!/bin/sh\n[ "$1" = refs/tags/t ] && { echo "Ask the release team" >&2; exit 1; }\nexit 0\n';
  writeFileSync(join(remote, 'hooks/update'), hook, { mode: 0o755 });
  const ended = await (await push(remote, 'three', { when_not_empty: 'keep' })).end();
  expect(ended).toMatchObject({ status: 'complete', failure: 'push.refs_refused', target: { left_out_count: 2 } });
  expect(ended.message).toMatch(/^The remote refused refs\/tags\/t \(hook declined\)\. It says: Ask the release team/);
  expect(headOf(remote, 'refs/heads/side')).toBe(headOf(three, 'refs/heads/side'));
});

test('large files that the remote refuses are told with what can be done about them', async () => {
  const remote = join(folder, 'no large files.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  // GitHub's order and words.
  const said = [
    'error: Trace: 72300163a30ce81dd70ae95f036813e0',
    'error: See https://gh.io/lfs for more information.',
    "error: File data/kin.csv is 384.99 MB; this exceeds GitHub's file size limit of 100.00 MB",
    'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.',
  ];
  const hook = `#!/bin/sh\ncat >&2 <<'END'\n${said.join('\n')}\nEND\nexit 1\n`;
  writeFileSync(join(remote, 'hooks/pre-receive'), hook, { mode: 0o755 });
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'error',
    message: expect.stringMatching(
      /^The remote refused refs\/\S+ \(pre-receive hook declined\).* It says: File data\/kin\.csv is 384\.99 MB; .*Choose Git LFS, or leaving out, for these files/,
    ),
  });
});

test('a full disk at the other end is not taken for ours', async () => {
  const remote = join(folder, 'full.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const hook = '#!/bin/sh\necho "fatal: write error: No space left on device" >&2\nexit 1\n';
  writeFileSync(join(remote, 'hooks/pre-receive'), hook, { mode: 0o755 });
  expect(await (await push(remote)).end()).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^The disk of the remote is full\./),
  });
});

test('a push whose connection breaks off is tried again', async () => {
  const remote = join(folder, 'cut.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const server = await serveSsh();
  const texts: string[] = [];
  // Waits pass at once; the clock of this run says that they did.
  let passed = 0;
  const patience = {
    limitMs: () => 5 * 60_000,
    elapsed: () => passed,
    wait: async (milliseconds: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      passed += milliseconds;
    },
  };
  const job = {
    repositoryPath: OURS(),
    remoteUrl: server.url + remote,
    credentials: null,
    privateFolder: join(folder, 'private'),
    signal: new AbortController().signal,
    whenNotEmpty: 'ask' as const,
    too: { notes: true, deleted: false },
    pushedBefore: false,
    asked: null,
    onProgress: (_percent: number, text: Sentence) => texts.push(inEnglish(text)),
    patience,
  };
  try {
    const keys = (await scanHostKeys(server.url, job.signal))?.keys ?? [];
    await engine.api('POST', '/ssh_host_keys', { host: '127.0.0.1', port: server.port, keys });
    server.cutNext(/receive-pack/, 1);
    expect((await pushOnce(job)).target).toBeNull();
    expect(texts).toContain('Waiting for the remote. Trying again in a second.');
    expect(refsOf(remote)).toBe(refsOf(OURS()));

    git(remote, ['update-ref', '-d', 'refs/heads/main']);
    server.cutNext(/receive-pack/, 100);
    const stop = new AbortController();
    const onProgress = (_percent: number, text: Sentence) =>
      inEnglish(text).startsWith('Waiting for the remote') && stop.abort();
    const patient = { ...job, signal: stop.signal, whenNotEmpty: 'keep' as const, onProgress };
    await expect(pushOnce(patient)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(pushOnce({ ...job, whenNotEmpty: 'keep' })).rejects.toMatchObject({ kind: 'unreachable' });
    expect(passed).toBeGreaterThan(5 * 60_000);
    expect(passed).toBeLessThan(5 * 60_000 + 2000);
  } finally {
    await server.stop();
  }
});

test('a password is remembered when the remote took it, and used again', async () => {
  const served = join(folder, 'served');
  const remote = join(served, 'r.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  git(remote, ['config', 'http.receivepack', 'true']);
  const http = await serveGitHttp(served, { name: 'pusher', password: 'open sesame' });
  const keyring = await startTestEngine(undefined, { vault: testVault() });
  const ask = async (more: object) => {
    const { body } = await keyring.api('POST', '/repos/acme/p/remote_pushes', {
      remote_url: `${http.url}/r.git`,
      ...more,
    });
    return keyring.until(async () => {
      const now = (await keyring.api('GET', `/repos/acme/p/remote_pushes/${body.id}`)).body;
      return now.status === 'running' ? undefined : now;
    });
  };
  try {
    await keyring.api('POST', '/orgs/acme/repos', { name: 'p' });
    await keyring.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: join(folder, 'source.git') });
    await keyring.importIn('p', ['complete', 'error']);
    const wrong = { username: 'pusher', password: 'wrong', remember_credentials: true };
    expect(await ask(wrong)).toMatchObject({ status: 'auth_failed' });
    expect((await keyring.api('GET', '/remembered_credentials')).body).toMatchObject({ available: true, entries: [] });
    expect(await ask({ ...wrong, password: 'open sesame' })).toMatchObject({ status: 'complete' });
    await keyring.restart();
    expect(await ask({})).toMatchObject({ status: 'complete' });
    const { entries } = (await keyring.api('GET', '/remembered_credentials')).body;
    expect(entries).toMatchObject([{ address: `${http.url}/r.git`, username: 'pusher' }]);
    expect((await keyring.api('DELETE', `/remembered_credentials/${entries[0].id}`)).status).toBe(204);
    expect(await ask({})).toMatchObject({ status: 'auth_failed' });
  } finally {
    await keyring.end();
    await http.stop();
  }
});

test('a push is told as done when its row is on the disk, and not before', async () => {
  const remote = join(folder, 'late.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const refused = Promise.withResolvers<void>();
  const { update } = RemotePushTable.prototype;
  const spy = vi.spyOn(RemotePushTable.prototype, 'update').mockImplementation(function (
    this: RemotePushTable,
    ...[id, change]
  ) {
    if (change.status !== 'complete') return update.call(this, id, change);
    refused.resolve();
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  try {
    const { look, started } = await push(remote);
    // Others say what the rate limit is, whenever they like.
    const told = () => engine.events.filter(({ type }) => type === 'remote_push.changed');
    await refused.promise;
    engine.events.length = 0;
    expect(refsOf(remote)).not.toBe('');
    const waits = { status: 'running', status_text: expect.stringMatching(/^All of it arrived .* disk that holds /) };
    expect(await look()).toMatchObject(waits);
    vi.advanceTimersByTime(1000);
    expect([await look(), told()]).toMatchObject([waits, []]);
    spy.mockRestore();
    vi.advanceTimersByTime(1000);
    expect(told()).toMatchObject([{ remote_push_id: started.id }]);
    expect(await look()).toMatchObject({ status: 'complete', percent: 100 });
  } finally {
    spy.mockRestore();
    vi.useRealTimers();
  }
});

test('a wrong address and an empty repository end in sentences', async () => {
  expect(await (await push(join(folder, 'none.git'))).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining('No Git repository was found'),
  });
  expect(await (await push(join(folder, 'none.git'), 'nothing')).end()).toMatchObject({
    status: 'error',
    message: expect.stringContaining('no branches'),
  });
  expect((await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url: 'svn://x/y' })).status).toBe(422);
  expect((await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url: '--upload-pack=x' })).status).toBe(422);
});

test('a running push is cancelled with all that it started', async () => {
  const remote = join(folder, 'slow.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  writeFileSync(join(remote, 'hooks/pre-receive'), '#!/bin/sh\necho begun >&2\nwhile :; do sleep 60; done\n', {
    mode: 0o755,
  });
  const running = await push(remote);
  await engine.event('remote_push.changed', (event) => event.remote_push_id === running.started.id);
  expect((await engine.api('DELETE', `/repos/acme/p/remote_pushes/${running.started.id}`)).status).toBe(204);
  expect(await running.look()).toMatchObject({ status: 'cancelled' });
});
