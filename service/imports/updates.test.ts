/** Updates are runs of their own: what became of each is listed, and the last good result stays whatever they do. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ImportTable } from '../store/imports.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry updates '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(repo: string, vcs: string, vcs_url: string) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url });
  expect((await engine.importIn(repo, ['complete', 'error'])).status).toBe('complete');
}

async function update(repo: string, body: object = {}) {
  expect((await engine.api('POST', `/repos/acme/${repo}/import/updates`, body)).status).toBe(202);
  return engine.importIn(repo, ['complete', 'error']);
}

const updatesOf = async (repo: string) => (await engine.api('GET', `/repos/acme/${repo}/import/updates`)).body;

function commitOn(repository: string): void {
  const who = ['-c', 'user.name=Eve', '-c', 'user.email=eve@x'];
  const id = git(repository, [...who, 'commit-tree', '-p', 'refs/heads/main', '-m', 'x', 'refs/heads/main^{tree}']);
  git(repository, ['update-ref', 'refs/heads/main', id.trim()]);
}

test.each(['path', 'file', 'http'])(
  'a source that has become a shallow clone takes nothing away, and is told as one (%s)',
  async (kind) => {
    const server = await serveGitHttp(folder, null);
    for (const isNew of [true, false]) {
      const name = `shallow-${kind}-${isNew ? 'new' : 'same'}`;
      const source = makeGitSource(folder, `${name}.git`, historyStream(9));
      const local = kind === 'file' ? pathToFileURL(source).href : source;
      await start(name, 'git', kind === 'http' ? `${server.url}/${name}.git` : local);
      renameSync(source, `${source}.whole`);
      if (isNew) commitOn(`${source}.whole`);
      git(folder, ['clone', '--quiet', '--bare', '--depth=2', pathToFileURL(`${source}.whole`).href, source]);
      // Once more: what is kept now is what was fetched before.
      for (const _time of [1, 2]) {
        expect(await update(name)).toMatchObject({ status: 'complete' });
        expect((await engine.api('GET', `/repos/acme/${name}/import/report`)).body).toMatchObject({
          ...{ verified: true, counts: { commits: isNew ? 10 : 9 } },
          findings: [{ kind: 'older_history_kept', severity: 'warning', count: 1 }],
        });
      }
      const published = join(engine.folder, 'repositories/acme', `${name}.git`);
      expect(git(published, ['rev-list', '--count', '--all'])).toBe(isNew ? '10' : '9');
      git(published, ['fsck', '--strict']);
    }
    await server.stop();
  },
);

test('nor does one that has become more so', async () => {
  const whole = makeGitSource(folder, 'deeper.git', historyStream(9));
  const source = join(folder, 'less deep.git');
  const cloneAt = (depth: number) =>
    git(folder, ['clone', '--quiet', '--bare', `--depth=${depth}`, pathToFileURL(whole).href, source]);
  cloneAt(6);
  await start('deeper', 'git', source);
  rmSync(source, { recursive: true });
  commitOn(whole);
  cloneAt(2);
  for (const _time of [1, 2]) {
    expect(await update('deeper')).toMatchObject({ status: 'complete' });
    expect((await engine.api('GET', '/repos/acme/deeper/import/report')).body).toMatchObject({
      ...{ verified: true, counts: { commits: 7 } },
      findings: [
        { kind: 'shallow_source', count: 1 },
        { kind: 'older_history_kept', count: 1 },
      ],
    });
  }
  git(join(engine.folder, 'repositories/acme/deeper.git'), ['fsck', '--strict']);
});

test('each update is listed with what became of it; an address that is wrong changes nothing, one that moved is gone back from', async () => {
  const source = makeGitSource(folder, 'one.git', historyStream(4));
  await start('g', 'git', source);
  expect(await updatesOf('g')).toEqual([]);
  commitOn(source);
  expect(await update('g')).toMatchObject({ status: 'complete' });
  expect(await updatesOf('g')).toMatchObject([
    { status: 'complete', vcs_url: source, started_by: 'ann', message: null, new_commits: 1 },
  ]);

  // Another repository: its history does not hold what was imported, so it asks, and the address stays.
  const other = makeGitSource(folder, 'other.git', historyStream(2, ['Eve <eve@x>']));
  expect(await update('g', { vcs_url: other })).toMatchObject({
    vcs_url: source,
    last_update: { status: 'needs_confirmation' },
  });
  const gone = join(folder, 'nowhere.git');
  const failed = await update('g', { vcs_url: gone, vcs_username: 'eve', vcs_password: 'only for nowhere' });
  expect(failed).toMatchObject({ status: 'complete', vcs_url: source, last_update: { status: 'failed' } });
  expect(failed.previous_vcs_url).toBeUndefined();
  expect((await engine.api('GET', '/repos/acme/g/import/report')).body.verified).toBe(true);

  const moved = join(folder, 'moved.git');
  renameSync(source, moved);
  commitOn(moved);
  expect(await update('g', { vcs_url: moved })).toMatchObject({ vcs_url: moved, previous_vcs_url: source });
  renameSync(moved, source);
  expect(await update('g', { vcs_url: source })).toMatchObject({ vcs_url: source, previous_vcs_url: moved });
  const listed = await updatesOf('g');
  expect(listed.map(({ status, vcs_url }: { status: string; vcs_url: string }) => [status, vcs_url])).toEqual([
    ['complete', source],
    ['complete', moved],
    ['failed', gone],
    ['needs_confirmation', other],
    ['complete', source],
  ]);
  expect(listed[2].message).toMatch(/ (?:B|b)ring the repository up to date again\./);
  expect(listed[2].ended_at).not.toBeNull();
});

test('a Subversion repository that moved is updated from its new place, without fetching the old revisions anew', async () => {
  const path = makeSvnSource(folder, 'svn', projectHistory('', 6));
  const url = (at: string) => pathToFileURL(at).href;
  await start('s', 'subversion', url(path));
  const before = (await engine.api('GET', '/repos/acme/s/import/report')).body;
  const moved = join(folder, 'svn-moved');
  renameSync(path, moved);
  expect(await update('s', { vcs_url: url(moved) })).toMatchObject({
    vcs_url: url(moved),
    previous_vcs_url: url(path),
  });
  const after = (await engine.api('GET', '/repos/acme/s/import/report')).body;
  expect([after.verified, after.counts.commits]).toEqual([true, before.counts.commits]);
  expect(after.update.new_revisions).toBe(0);
});

test('a mirror that svnsync made has a UUID of its own: the update says which one it needs, and takes it with that', async () => {
  const path = makeSvnSource(folder, 'mirrored', projectHistory('', 6));
  await start('mirrored', 'subversion', pathToFileURL(path).href);
  const mirror = join(folder, 'mirror');
  const vcs_url = pathToFileURL(mirror).href;
  execFileSync('svnadmin', ['create', mirror]);
  const hook = join(mirror, 'hooks/pre-revprop-change');
  writeFileSync(hook, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  execFileSync('svnsync', ['init', '-q', vcs_url, pathToFileURL(path).href]);
  execFileSync('svnsync', ['sync', '-q', vcs_url]);
  const uuid = (of: string) => execFileSync('svnlook', ['uuid', of], { encoding: 'utf8' }).trim();
  const refused = await update('mirrored', { vcs_url });
  expect(refused.last_update.status).toBe('failed');
  expect(refused.last_update.message).toContain(`its UUID is ${uuid(mirror)}, and was ${uuid(path)}.`);
  expect(refused.last_update.message).toContain(`"svnadmin setuuid <repository> ${uuid(path)}"`);
  execFileSync('svnadmin', ['setuuid', mirror, uuid(path)]);
  execFileSync('svn', ['mkdir', '-q', '-m', 'later', `${vcs_url}/later`]);
  const taken = await update('mirrored', { vcs_url });
  expect(taken).toMatchObject({ status: 'complete', vcs_url });
  expect((await engine.api('GET', '/repos/acme/mirrored/import/report')).body.update.new_revisions).toBe(1);
});

test.each(['git', 'subversion'])(
  'a source that was made anew and is empty is told as that, not as an imported repository that is: %s',
  async (vcs) => {
    const name = `anew-${vcs}`;
    const path =
      vcs === 'git'
        ? makeGitSource(folder, name, historyStream(3))
        : makeSvnSource(folder, name, projectHistory('', 3));
    await start(name, vcs, pathToFileURL(path).href);
    rmSync(path, { recursive: true });
    execFileSync(
      vcs === 'git' ? 'git' : 'svnadmin',
      vcs === 'git' ? ['init', '--quiet', '--bare', path] : ['create', path],
    );
    const { status, last_update } = await update(name);
    expect([status, last_update.status]).toEqual(['complete', 'failed']);
    expect(last_update.message).toMatch(/^The source is empty now.* nothing was changed here\./);
  },
);

test('a source whose refs are damaged makes no failed import of what was imported before', async () => {
  const source = makeGitSource(folder, 'damaged-refs.git', historyStream(3));
  await start('damaged-refs', 'git', source);
  const nothing = '1'.repeat(40);
  const ref = join(source, 'refs/heads/broken');
  for (const text of [`${nothing}\n`, '']) {
    mkdirSync(dirname(ref), { recursive: true });
    writeFileSync(ref, text);
    const { status, last_update } = await update('damaged-refs');
    expect([status, last_update?.status], JSON.stringify(text)).toEqual(['complete', 'failed']);
    expect(last_update.message).toMatch(/refs\/heads\/broken.* and bring the repository up to date again\./);
  }
  rmSync(ref);
  commitOn(source);
  expect((await update('damaged-refs')).last_update).toBeUndefined();
  expect((await updatesOf('damaged-refs'))[0]).toMatchObject({ status: 'complete', new_commits: 1 });
});

test('while an update waits, the repository says where what it holds came from, and when', async () => {
  const source = makeGitSource(folder, 'waited.git', historyStream(3));
  await start('waited', 'git', source);
  const originOf = async () => (await engine.api('GET', '/repos/acme/waited/overview')).body.origin;
  const before = await originOf();
  const moved = `${source} moved`;
  renameSync(source, moved);
  commitOn(moved);
  await engine.api('POST', '/repos/acme/waited/import/updates', { vcs_url: moved, hold_before_push: true });
  await engine.importIn('waited', ['mapping', 'error'], (body) => body.waiting_for_release);
  expect(await originOf()).toEqual(before);
  await engine.api('PATCH', '/repos/acme/waited/import', { hold_before_push: false });
  await engine.importIn('waited', ['complete']);
  expect(await originOf()).toMatchObject({ kind: 'imported', place: moved });
});

test('an update that was stopped is listed as stopped, also when the engine was closed in it', async () => {
  const source = makeGitSource(folder, 'stopped.git', historyStream(3));
  await start('c', 'git', source);
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const sockets: { destroy(): void }[] = [];
  silent.on('connection', (socket) => sockets.push(socket));
  try {
    const body = { vcs_url: `http://127.0.0.1:${port}/x.git` };
    expect((await engine.api('POST', '/repos/acme/c/import/updates', body)).status).toBe(202);
    expect(await updatesOf('c')).toMatchObject([{ status: 'running', ended_at: null }]);
    await engine.restart();
    expect(await updatesOf('c')).toMatchObject([{ status: 'running' }]);
    expect((await engine.api('DELETE', '/repos/acme/c/import')).status).toBe(204);
    expect(await engine.importIn('c', ['complete'])).toMatchObject({
      vcs_url: source,
      last_update: { status: 'cancelled' },
    });
    expect(await updatesOf('c')).toMatchObject([{ status: 'cancelled', message: null, new_commits: null }]);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('an update that failed is listed so before the disk takes it', async () => {
  const source = makeGitSource(folder, 'refused.git', historyStream(2));
  await start('refused', 'git', source);
  renameSync(source, join(folder, 'away.git'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { update: written } = ImportTable.prototype;
  const spy = vi.spyOn(ImportTable.prototype, 'update').mockImplementation(function (
    this: ImportTable,
    ...[id, change]
  ) {
    const isEnd = change.last_update !== undefined && change.last_update !== null;
    if (isEnd || Object.keys(change).length === 0)
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    return written.call(this, id, change);
  });
  try {
    expect(await update('refused')).toMatchObject({ status: 'complete', last_update: { status: 'failed' } });
    const [shown] = await updatesOf('refused');
    expect(shown).toMatchObject({ status: 'failed', message: expect.stringContaining('refused.git') });
    spy.mockRestore();
    vi.advanceTimersByTime(1000);
    expect(await updatesOf('refused')).toMatchObject([{ status: 'failed', message: shown.message }]);
  } finally {
    spy.mockRestore();
    vi.useRealTimers();
  }
});
