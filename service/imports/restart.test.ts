/** `PATCH {}` on a complete import: fetches what is new, and says with which source of which moment it compared. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { serveHg } from '../sources/mercurial/testing/serve-hg.ts';
import { TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { fsck, pushCommit } from '../testing/migrations.ts';
import { unreachableIds } from '../testing/reachable-objects.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

interface TestSource {
  url: string;
  /** Adds one revision. */
  add(): void;
  /** From now on nobody answers at the address. */
  turnOff(): Promise<void>;
}

const IMPORT = '/repos/acme/r/import';
let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry restart '));
  engine = await startTestEngine(join(folder, 'data'));
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const repository = () => join(engine.folder, 'repositories/acme/r.git');
const moveAway = async (path: string) => renameSync(path, `${path} elsewhere`);
const reportNow = async () => (await engine.api('GET', `${IMPORT}/report`)).body;

async function complete() {
  const record = await engine.importIn('r', ['complete', 'error', 'auth_failed', 'detection_needs_auth']);
  expect([record.status, record.message]).toEqual(['complete', undefined]);
  const report = await reportNow();
  expect(report.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
  fsck(repository());
  expect(unreachableIds(repository())).toEqual([]);
  return { record, report };
}

async function start(vcs: string, url: string, more: object = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', IMPORT, { vcs, vcs_url: url, ...more });
  return complete();
}

async function mapFirstAuthor(name: string): Promise<void> {
  const [author] = (await engine.api('GET', `${IMPORT}/authors`)).body;
  await engine.api('PATCH', `${IMPORT}/authors/${author.id}`, { name, email: 'new@example.org' });
}

function svnCommit(path: string, name: string): void {
  const file = join(path, 'hooks', 'text');
  execFileSync('sh', ['-c', `echo text > '${file}'`]);
  const url = `file://${encodeURI(path)}/trunk/${name}`;
  execFileSync('svn', ['import', '-q', '--username', 'sven', '-m', name, file, url]);
}

function subversion(): TestSource {
  const path = makeSvnSource(folder, 'svn', projectHistory('', 3));
  let n = 0;
  return {
    url: `file://${encodeURI(path)}`,
    add: () => svnCommit(path, `more${n++}`),
    turnOff: () => moveAway(path),
  };
}

function gitSource(): TestSource {
  const path = makeGitSource(folder, 'source.git', historyStream(4));
  git(folder, ['clone', '-q', path, 'work']);
  for (const [key, value] of [['user.name', 'Ann'] as const, ['user.email', 'ann@example.org'] as const]) {
    git(join(folder, 'work'), ['config', key, value]);
  }
  let n = 0;
  return {
    url: path,
    add: () => void pushCommit(join(folder, 'work'), path, ['main'], `more ${n++}\n`),
    turnOff: () => moveAway(path),
  };
}

function mercurial(): TestSource {
  const hg = new HgWorkspace(join(folder, 'hg'));
  let n = 0;
  const add = () => {
    hg.write('file', `${n++}`);
    hg.commit(`change ${n}`);
  };
  add();
  return { url: hg.path, add, turnOff: () => moveAway(hg.path) };
}

function project(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({ comment: 'Start' }, (work) => work.add('$/Shop/Main/file', '0\n'));
  return model;
}

async function tfvc(): Promise<TestSource> {
  const model = project();
  const server = await TfvcServer.start(model);
  let n = 0;
  return {
    url: server.url,
    add: () => model.checkIn({ comment: 'More' }, (work) => work.edit('$/Shop/Main/file', `${++n}\n`)),
    turnOff: () => server.stop(),
  };
}

describe.each([
  ['subversion', subversion],
  ['git', gitSource],
  ['mercurial', mercurial],
  ['tfvc', tfvc],
] as const)('%s', (vcs, make) => {
  test('a restart fetches what is new; a source that moved on, or does not answer, is never green', async () => {
    const source = await make();
    const { report: first } = await start(vcs, source.url, vcs === 'tfvc' ? { tfvc_project: 'Shop' } : {});
    expect(first).toMatchObject({ verified: true, source_state: 'same' });

    source.add();
    const seen = engine.events.length;
    const restarted = await engine.api('PATCH', IMPORT, {});
    expect([restarted.status, restarted.body.status]).toEqual([200, 'importing']);
    const { record, report } = await complete();
    expect(report).toMatchObject({ verified: true, source_state: 'same', compared_at: expect.stringMatching(/Z$/) });
    expect(report.counts.source_revisions).toBe(first.counts.source_revisions + 1);
    expect(record).toMatchObject({ status_text: 'Done', source_state: 'same' });
    const states = engine.events
      .slice(seen)
      .flatMap((event) => (event.type === 'import.changed' ? [event.status] : []));
    expect([...new Set(states)]).toEqual(['importing', 'mapping', 'pushing', 'complete']);

    // What was mapped waits; meanwhile the source moves on.
    await engine.api('PATCH', IMPORT, { hold_before_push: true });
    await engine.api('PATCH', IMPORT, {});
    await engine.importIn('r', ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
    source.add();
    await engine.api('PATCH', IMPORT, { hold_before_push: false });
    const moved = await complete();
    expect(moved.report).toMatchObject({ verified: false, source_state: 'moved_on' });
    expect(moved.report.compared_with).toContain('the source has moved on since');
    expect(moved.record).toMatchObject({ status_text: moved.report.compared_with, source_state: 'moved_on' });

    await source.turnOff();
    await mapFirstAuthor('Somebody New');
    await engine.api('PATCH', IMPORT, {});
    const silent = await complete();
    expect(silent.report).toMatchObject({ verified: false, source_state: 'not_reached' });
    expect(silent.report.compared_at).toBe(moved.report.compared_at);
    expect(silent.report.compared_with).toMatch(
      /^Compared with what was fetched on .*Z; the source did not answer now\./,
    );
    expect(silent.report.findings[0]).toMatchObject({ kind: 'source_not_reached', severity: 'warning' });
    expect(silent.record.source_state).toBe('not_reached');
    expect(silent.report.counts.source_revisions).toBe(moved.report.counts.source_revisions);
    expect(git(repository(), ['log', '--format=%an', '--all'])).toContain('Somebody New');

    // Again, after the app was closed: nothing was lost.
    await engine.restart();
    await mapFirstAuthor('Somebody Else');
    await engine.api('PATCH', IMPORT, {});
    await complete();
    expect(git(repository(), ['log', '--format=%an', '--all'])).toContain('Somebody Else');
  });
});

test('a password that nobody remembers takes no good result away, also when the restart is cut off', async () => {
  const user = { name: 'sven', password: 'secret word' };
  const path = makeSvnSource(folder, 'guarded', projectHistory('', 3));
  const server = await serveSvn(folder, [path], user);
  const url = `${server.url}/guarded`;
  await start('subversion', url, { vcs_username: user.name, vcs_password: user.password });
  await engine.restart();
  await engine.api('PATCH', IMPORT, {});
  const { report } = await complete();
  expect(report).toMatchObject({ verified: false, source_state: 'not_reached' });
  await engine.api('PATCH', IMPORT, {});
  await engine.restart();
  expect((await complete()).report).toMatchObject({ verified: false, source_state: 'not_reached' });

  svnCommit(path, 'more');
  await engine.api('PATCH', IMPORT, { vcs_username: user.name, vcs_password: user.password });
  const after = await complete();
  expect(after.report).toMatchObject({ verified: true, source_state: 'same' });
  expect(after.report.counts.source_revisions).toBe(report.counts.source_revisions + 1);
  await server.stop();
});

test('another repository at the address is told, and nothing of it comes', async () => {
  const path = makeSvnSource(folder, 'svn', projectHistory('', 3));
  await start('subversion', `file://${encodeURI(path)}`);
  const before = git(repository(), ['rev-parse', 'main']);
  await moveAway(path);
  makeSvnSource(folder, 'svn', projectHistory('', 9, ['olga']));
  execFileSync('svnadmin', ['setuuid', path]);
  await engine.api('PATCH', IMPORT, {});
  const { report } = await complete();
  expect(report).toMatchObject({ verified: false, source_state: 'not_reached' });
  expect(report.compared_with).toContain('another Subversion repository');
  expect(git(repository(), ['rev-parse', 'main'])).toBe(before);
});

test('a restart that is cut off in the middle goes on with what had come when the server is gone by then', async () => {
  const model = project();
  const server = await TfvcServer.start(model);
  const { report: first } = await start('tfvc', server.url, { tfvc_project: 'Shop' });
  for (let n = 1; n <= 40; n++) {
    model.checkIn({ comment: `More ${n}` }, (work) => work.edit('$/Shop/Main/file', `${n}\n`));
  }
  const held = Promise.withResolvers<void>();
  server.fault = ({ query }) => {
    if (!query.has('download') || Number(query.get('version')) < 30) return null;
    held.resolve();
    return { kind: 'stall', after: 0 };
  };
  await engine.api('PATCH', IMPORT, {});
  await held.promise;
  await engine.service.close();
  await server.stop();
  engine = await startTestEngine(engine.folder);
  const { report } = await complete();
  expect(report).toMatchObject({ verified: false, source_state: 'not_reached' });
  expect(report.counts.source_revisions).toBeGreaterThanOrEqual(first.counts.source_revisions);
});

test('an update that fails leaves what was fetched; a restart brings the import back', async () => {
  const source = gitSource();
  await start('git', source.url);
  await source.turnOff();
  await engine.api('POST', `${IMPORT}/updates`);
  await engine.importIn('r', ['complete'], ({ last_update }) => last_update?.status === 'failed');
  await engine.api('PATCH', IMPORT, {});
  expect((await complete()).report).toMatchObject({ verified: false, source_state: 'not_reached' });
});

test('a restart that is cancelled leaves what was published', async () => {
  const source = subversion();
  await start('subversion', source.url);
  const before = git(repository(), ['for-each-ref']);
  source.add();
  await engine.api('PATCH', IMPORT, {});
  expect((await engine.api('DELETE', IMPORT)).status).toBe(204);
  fsck(repository());
  expect(git(repository(), ['for-each-ref', '--format=%(refname)']).split('\n')).toHaveLength(
    before.split('\n').length,
  );
});

test('a Mercurial server: a bookmark that moved is a source that moved on', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('file', '1');
  const first = hg.commit('one');
  hg.write('file', '2');
  hg.commit('two');
  hg.hg('bookmark', '-r', first, 'feature');
  const server = await serveHg(hg.path);
  const { report } = await start('mercurial', server.url);
  expect(report).toMatchObject({ verified: true, source_state: 'same' });
  await engine.api('PATCH', IMPORT, { hold_before_push: true });
  await engine.api('PATCH', IMPORT, {});
  await engine.importIn('r', ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
  hg.hg('bookmark', '-f', '-r', 'tip', 'feature');
  await engine.api('PATCH', IMPORT, { hold_before_push: false });
  expect((await complete()).report).toMatchObject({ verified: false, source_state: 'moved_on' });
  server.stop();
});
