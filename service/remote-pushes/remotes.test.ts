/** Where repositories were pushed to: what is kept of it, how it stands, and what becomes of pushes that were cut off. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiEvent } from '../api/events.ts';
import type { RemotePush } from '../api/imports/remote-push-schemas.ts';
import type { Work } from '../api/work/work-schemas.ts';
import { BASE, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let engine: TestEngine;
let folder: string;
let source: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry kept remotes '));
  engine = await startTestEngine();
  source = makeGitSource(folder, 'source.git', historyStream(5, undefined, 'reset refs/tags/t\nfrom :3\n\n'));
  for (const name of ['p', 'q']) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
    await engine.importIn(name, ['complete', 'error']);
  }
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function bare(name: string): string {
  const path = join(folder, name);
  git(folder, ['init', '--quiet', '--bare', path]);
  return path;
}

/** One more commit on main of a repository, without a work tree. */
function commitOn(repository: string): void {
  const who = ['-c', 'user.name=Eve', '-c', 'user.email=eve@x'];
  const id = git(repository, [...who, 'commit-tree', '-p', 'refs/heads/main', '-m', 'x', 'refs/heads/main^{tree}']);
  git(repository, ['update-ref', 'refs/heads/main', id.trim()]);
}

async function ended(push: RemotePush): Promise<RemotePush> {
  const path = push.url.slice(BASE.length);
  return engine.until(async () => {
    const { body } = await engine.api('GET', path);
    return ['running', 'waiting'].includes(body.status) ? undefined : body;
  });
}

const push = async (remote_url: string, repo = 'p', more: object = {}): Promise<RemotePush> =>
  ended((await engine.api('POST', `/repos/acme/${repo}/remote_pushes`, { remote_url, ...more })).body);
const remotesOf = async (repo: string) => (await engine.api('GET', `/repos/acme/${repo}/remotes`)).body;
const work = async (): Promise<Work[]> => (await engine.api('GET', '/user/work')).body;

test('a remote is kept without its password, says how far behind it is, and is forgotten when asked', async () => {
  const served = join(folder, 'served');
  mkdirSync(served);
  git(folder, ['init', '--quiet', '--bare', join(served, 'r.git')]);
  git(join(served, 'r.git'), ['config', 'http.receivepack', 'true']);
  const http = await serveGitHttp(served, { name: 'pusher', password: 'open sesame' });
  const address = `${http.url}/r.git`;
  const secret = address.replace('://', '://pusher:open%20sesame@');
  try {
    expect(await push(secret)).toMatchObject({ status: 'complete', remote_url: address });
    const [kept] = await remotesOf('p');
    expect(kept).toMatchObject({
      ...{ remote_url: address, host: new URL(address).host, push_after_update: false, notes: true, deleted: false },
      ...{ state: 'in_sync', refs_pushed: 2, commits_pushed: 5, refs_behind: 0, commits_behind: 0 },
    });
    expect(kept.pushed_at).toMatch(/^\d{4}-/);

    commitOn(join(engine.folder, 'repositories/acme/p.git'));
    git(join(engine.folder, 'repositories/acme/p.git'), ['update-ref', 'refs/heads/more', 'refs/heads/main~1']);
    const behind = { state: 'behind', commits_behind: 1, refs_behind: 2, commits_pushed: 5 };
    expect((await remotesOf('p'))[0]).toMatchObject(behind);
    await engine.restart();
    expect((await remotesOf('p'))[0]).toMatchObject({ ...behind, id: kept.id });
    for (const file of ['gantry.sqlite', 'gantry.sqlite-wal']) {
      const bytes = readFileSync(join(engine.folder, file));
      expect([file, bytes.includes('open sesame'), bytes.includes('open%20sesame')]).toEqual([file, false, false]);
    }

    expect(await push(secret)).toMatchObject({ status: 'complete' });
    expect(await remotesOf('p')).toMatchObject([{ id: kept.id, state: 'in_sync', commits_pushed: 6 }]);
    expect((await engine.api('DELETE', `/repos/acme/q/remotes/${kept.id}`)).status).toBe(404);
    expect((await engine.api('DELETE', `/repos/acme/p/remotes/${kept.id}`)).status).toBe(204);
    expect(await remotesOf('p')).toEqual([]);
  } finally {
    await http.stop();
  }
});

test('a repository that lost all that it had is not in sync with where it was pushed to', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'hollow' });
  const path = join(engine.folder, 'repositories/acme/hollow.git');
  git(path, ['fetch', '--quiet', source, 'refs/heads/*:refs/heads/*']);
  expect(await push(bare('hollow.git'), 'hollow')).toMatchObject({ status: 'complete' });
  expect(await remotesOf('hollow')).toMatchObject([{ state: 'in_sync' }]);
  for (const ref of refsOf(path).match(/refs\/\S+/g) ?? []) git(path, ['update-ref', '-d', ref]);
  expect(await remotesOf('hollow')).toMatchObject([{ state: 'unknown', refs_behind: null }]);
});

test('no push begins in a repository that is on its way to the trash', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'leaving' });
  git(join(engine.folder, 'repositories/acme/leaving.git'), ['fetch', '--quiet', source, 'refs/heads/*:refs/heads/*']);
  const remote_url = bare('leaving.git');
  let isOver = false;
  const thrown = engine.api('POST', '/repos/acme/leaving/trash').finally(() => {
    isOver = true;
  });
  const pushes = [];
  while (!isOver) {
    pushes.push(engine.api('POST', '/repos/acme/leaving/remote_pushes', { remote_url }));
    await new Promise(setImmediate);
  }
  const { status } = await thrown;
  const answers = new Set((await Promise.all(pushes)).map((answer) => answer.status));
  // Whoever came first: never both.
  expect([201, 403]).toContain(status);
  expect(answers.has(201)).toBe(status === 403);
  expect(answers.has(500)).toBe(false);
});

test('what a remote refused is not taken for pushed, and an address that may hold a token is refused', async () => {
  const remote = makeGitSource(folder, 'other.git', historyStream(2, ['Eve <eve@x>']));
  expect(await push(remote, 'q', { when_not_empty: 'keep' })).toMatchObject({ status: 'complete' });
  expect(await remotesOf('q')).toMatchObject([
    { host: null, state: 'behind', refs_pushed: 1, refs_behind: 1, commits_behind: 2, commits_pushed: 3 },
  ]);
  const { status, body } = await engine.api('POST', '/repos/acme/q/remote_pushes', {
    remote_url: 'https://git.invalid/x.git?private_token=abc',
  });
  expect([status, body.errors[0].message]).toEqual([422, expect.stringContaining('it may hold a password')]);
});

test('many repositories are pushed by a pattern, each to its own address; events carry the rows', async () => {
  for (const name of ['p', 'q']) bare(`group-${name}.git`);
  const heard: ApiEvent[] = [];
  const stop = engine.service.events.follow(
    (event) => heard.push(event),
    () => ({ login: 'ann', baseUrl: BASE }),
  );
  const repositories = ['acme/p', 'acme/q'];
  const one = await engine.api('POST', '/remote_pushes', { repositories, remote_url: join(folder, 'group-p.git') });
  expect([one.status, one.body.errors[0].message]).toEqual([422, expect.stringContaining('the same address')]);
  const none = { repositories: ['acme/p', 'acme/none'], remote_url: join(folder, 'group-{name}.git') };
  expect((await engine.api('POST', '/remote_pushes', none)).status).toBe(404);
  // As many as a list of imports brought, and more.
  const many = { repositories: Array.from({ length: 3000 }, (_, n) => `acme/many-${n}`), remote_url: none.remote_url };
  expect((await engine.api('POST', '/remote_pushes', many)).status).toBe(404);

  // Otherwise a repository called "file" would make a folder's address of what no one was asked about.
  for (const hidden of ['{name}:///tmp/x', ' {owner}:\\\\x', 'x{name}']) {
    const refused = await engine.api('POST', '/remote_pushes', { repositories, remote_url: hidden });
    expect([refused.status, refused.body.errors[0].message]).toEqual([422, expect.stringContaining('cannot begin')]);
  }

  const pattern = join(folder, 'group-{name}.git');
  const { status, body } = await engine.api('POST', '/remote_pushes', { repositories, remote_url: pattern });
  expect([status, body.map((row: RemotePush) => row.repo)]).toEqual([201, ['p', 'q']]);
  for (const row of body) expect(await ended(row)).toMatchObject({ status: 'complete' });
  stop();
  for (const name of ['p', 'q'])
    expect(refsOf(join(folder, `group-${name}.git`))).toBe(
      refsOf(join(engine.folder, `repositories/acme/${name}.git`)),
    );
  const last = heard.findLast((event) => event.type === 'remote_push.changed' && event.repo === 'q');
  expect(last).toMatchObject({
    push: { status: 'complete', remote_url: join(folder, 'group-q.git') },
    work: { key: `push:${body[1].id}`, kind: 'push', state: 'done', percent: null, again: false },
  });
  expect((await work()).filter(({ key }) => key === `push:${body[1].id}`)).toMatchObject([{ state: 'done' }]);
});

test('after an update the remotes that are to follow are pushed to, once', async () => {
  const remote = bare('follows.git');
  const still = bare('stays.git');
  for (const address of [remote, still]) expect(await push(address, 'q')).toMatchObject({ status: 'complete' });
  const { id } = (await remotesOf('q')).find((row: { remote_url: string }) => row.remote_url === remote);
  const changed = await engine.api('PATCH', `/repos/acme/q/remotes/${id}`, { push_after_update: true });
  expect([changed.status, changed.body.push_after_update]).toEqual([200, true]);
  const before = refsOf(still);

  commitOn(source);
  expect((await engine.api('POST', '/repos/acme/q/import/updates', {})).status).toBe(202);
  await engine.until(async () => (refsOf(remote) === refsOf(source) ? true : undefined));
  expect(refsOf(still)).toBe(before);
  const pushes = await engine.until(async () => {
    const rows = (await work()).filter(({ kind, place }) => kind === 'push' && place === remote);
    return rows.every(({ state }) => state === 'done') ? rows : undefined;
  });
  expect(pushes).toHaveLength(2);
});

/** A server that takes connections and says nothing. */
async function silentServer(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('a push that the end of the app cut off says so, as do those that waited; each can be tried again', async () => {
  const server = await silentServer();
  const sockets: { destroy(): void }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { port } = server.address() as { port: number };
  for (const name of ['w1', 'w2']) await engine.api('POST', '/orgs/acme/repos', { name });
  const repositories = ['acme/p', 'acme/q', 'acme/w1', 'acme/w2'];
  const remote_url = `http://127.0.0.1:${port}/{name}.git`;
  const { body } = await engine.api('POST', '/remote_pushes', { repositories, remote_url });
  await engine.until(async () =>
    (await engine.api('GET', body[1].url.slice(BASE.length))).body.status === 'running' ? true : undefined,
  );
  // One that waits is stopped at once, and does not begin.
  expect(body[3].status).toBe('waiting');
  expect((await engine.api('DELETE', '/repos/acme/w2')).status).toBe(403);
  expect((await engine.api('DELETE', body[3].url.slice(BASE.length))).status).toBe(204);
  expect(await ended(body[3])).toMatchObject({ status: 'cancelled' });

  await engine.restart();
  for (const socket of sockets) socket.destroy();
  server.close();
  for (const row of body.slice(0, 3))
    expect(await ended(row)).toMatchObject({ status: 'error', message: expect.stringContaining('Push again') });
  const listed = (await work()).filter(({ kind, state }) => kind === 'push' && state === 'failed');
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ again: true, percent: null });
  expect(listed[0]?.ended_at).not.toBeNull();
});

test('a push that is asked for while an import waits begins when that is complete, and ends with it', async () => {
  const held = async (name: string) => {
    await engine.api('POST', '/orgs/acme/repos', { name });
    const body = { vcs: 'git', vcs_url: source, hold_before_push: true };
    await engine.api('PUT', `/repos/acme/${name}/import`, body);
    return engine.until(async () => {
      const { body: record } = await engine.api('GET', `/repos/acme/${name}/import`);
      return record.waiting_for_release === true ? record : undefined;
    });
  };
  const commits = Number(git(source, ['rev-list', '--count', '--all']));
  expect((await held('later')).outcome).toEqual({ revisions: commits, commits, branches: 1, tags: 1 });
  const target = bare('later.git');
  const push = async (name: string, remote_url: string) =>
    (await engine.api('POST', `/repos/acme/${name}/remote_pushes`, { remote_url, after_import: true })).body;
  const waiting = await push('later', target);
  expect(waiting.status).toBe('waiting');
  // Who the authors are may be taken back, too, and is out of the people book then.
  const authors = '/repos/acme/later/import/authors';
  const { body: before } = await engine.api('GET', authors);
  const change = { id: before[0].id, name: 'N', email: 'n@example.org' };
  expect((await engine.api('PATCH', authors, { authors: [change] })).body).toEqual({ updated: 1 });
  expect((await engine.api('PATCH', authors, { authors: [], clear: [change.id] })).body).toEqual({ updated: 1 });
  const { body: after } = await engine.api('GET', authors);
  const { id, name, email, mapped } = before[0];
  expect(after[0]).toMatchObject({ id, name, email, mapped, mapped_by: null, suggestion: null });
  const { body: open } = await engine.api('GET', `${authors}?only=open`);
  expect(open).toEqual(after.filter(({ email }: { email: string }) => !/.@.+\../.test(email)));

  await engine.api('PATCH', '/repos/acme/later/import', { hold_before_push: false });
  expect((await ended(waiting)).status).toBe('complete');
  expect(refsOf(target)).toEqual(refsOf(join(engine.folder, 'repositories/acme/later.git')));

  await held('never');
  const dropped = await push('never', bare('never.git'));
  await engine.api('DELETE', '/repos/acme/never/import');
  expect((await ended(dropped)).status).toBe('cancelled');
  // After a complete import there is nothing to wait for.
  expect((await ended(await push('p', bare('at once.git')))).status).toBe('complete');
});

test('what the report of an update finds missing is not pushed by itself, and is when a person says so', async () => {
  const svn = makeSvnSource(folder, 'svn', projectHistory('', 2));
  await engine.api('POST', '/orgs/acme/repos', { name: 'held' });
  // Folders that come later are no branches of a layout that a person wrote.
  const layout = { root: '', trunk: 'trunk', branches: ['branches/*'], tags: ['tags/*'], default_branch: 'main' };
  const wanted = { vcs: 'subversion', vcs_url: svn, layout: { ...layout, gitignore: true } };
  await engine.api('PUT', '/repos/acme/held/import', wanted);
  expect(await engine.importIn('held', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const remote = bare('held.git');
  expect(await push(remote, 'held')).toMatchObject({ status: 'complete' });
  const [{ id }] = await remotesOf('held');
  await engine.api('PATCH', `/repos/acme/held/remotes/${id}`, { push_after_update: true });
  const before = refsOf(remote);
  const update = async (folderInSource: string) => {
    const at = `file://${encodeURI(svn)}/${folderInSource}`;
    execFileSync('svn', ['import', '-q', '--username', 'sven', '-m', 'more', fileURLToPath(import.meta.url), at]);
    await engine.api('POST', '/repos/acme/held/import/updates', {});
    expect(await engine.importIn('held', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  };
  await update('trunk/right.ts');
  await engine.until(async () => (refsOf(remote) === before ? undefined : true));
  const right = refsOf(remote);

  await update('elsewhere/lost.ts');
  await update('trunk/more.ts');
  const held = await engine.until(async () =>
    (await work()).find(({ kind, place, state }) => kind === 'push' && place === remote && state === 'failed'),
  );
  expect(held.text).toBe(
    'Nothing was pushed by itself: 1 revision of the source is missing in the repository. Read the report, and mend what it names; push again to send the repository as it is.',
  );
  expect(engine.logLines.join('\n')).toContain(held.text);
  expect([held.again, refsOf(remote)]).toEqual([true, right]);
  expect(await remotesOf('held')).toMatchObject([{ state: 'behind', push_after_update: true }]);

  expect(await push(remote, 'held')).toMatchObject({ status: 'complete' });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/held.git')));
  // What is mended goes there by itself.
  await update('trunk/last.ts');
  await engine.api('PATCH', '/repos/acme/held/import', { layout: { ...wanted.layout, left_out: ['elsewhere'] } });
  await engine.until(async () =>
    refsOf(remote) === refsOf(join(engine.folder, 'repositories/acme/held.git')) ? true : undefined,
  );
});

test('what waited for an import is not pushed by itself either where its report finds something missing', async () => {
  const svn = makeSvnSource(folder, 'waited', projectHistory('', 2));
  const at = `file://${encodeURI(svn)}/elsewhere/lost.ts`;
  execFileSync('svn', ['import', '-q', '--username', 'sven', '-m', 'more', fileURLToPath(import.meta.url), at]);
  await engine.api('POST', '/orgs/acme/repos', { name: 'waited' });
  const layout = { root: '', trunk: 'trunk', branches: ['branches/*'], tags: ['tags/*'], default_branch: 'main' };
  const wanted = { vcs: 'subversion', vcs_url: svn, layout: { ...layout, gitignore: true }, hold_before_push: true };
  await engine.api('PUT', '/repos/acme/waited/import', wanted);
  await engine.importIn('waited', ['mapping', 'error'], (body) => body.waiting_for_release);
  const remote = bare('waited.git');
  const { body: waiting } = await engine.api('POST', '/repos/acme/waited/remote_pushes', {
    ...{ remote_url: remote, after_import: true },
  });
  expect(waiting.status).toBe('waiting');
  await engine.api('PATCH', '/repos/acme/waited/import', { hold_before_push: false });
  expect(await ended(waiting)).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/^Nothing was pushed by itself: 1 revision of the source is missing/),
  });
  expect(refsOf(remote)).toBe('');
  expect(await push(remote, 'waited')).toMatchObject({ status: 'complete' });
  expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/waited.git')));
});
