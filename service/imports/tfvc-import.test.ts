/** A Team Foundation project from its address to a verified repository, through the API. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADA, BOB, TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import type { ServerOptions } from '../sources/tfvc/testing/server-options.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';

const TOKEN = 'pat-7q%secret';
let engine: TestEngine;
let model: TfvcModel;
let server: TfvcServer;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.end());
beforeEach(() => {
  model = shops();
});
afterEach(() => server.stop());

/** Two projects; `Shop` has a branch that was merged back, in eight changesets with that of the project. */
function shops(): TfvcModel {
  const made = new TfvcModel();
  made.addProject('Shop');
  made.addProject('Other');
  made.addProject('Git only', false);
  made.checkIn({}, (work) => work.add('$/Other/readme.txt', 'other\n'));
  made.checkIn({ comment: 'Start' }, (work) => {
    for (let n = 0; n < 20; n++) work.add(`$/Shop/Main/file ${n}`, `${n}\n`);
  });
  made.checkIn({ comment: 'Branch' }, (work) => work.branch('$/Shop/Main', '$/Shop/Dev'));
  made.checkIn({ comment: 'Work', author: BOB }, (work) => work.edit('$/Shop/Dev/file 1', 'changed\n'));
  made.checkIn({ comment: 'Merge' }, (work) => work.merge('$/Shop/Dev', '$/Shop/Main', 6, 6));
  return made;
}

async function serve(options: ServerOptions = {}): Promise<void> {
  server = await TfvcServer.start(model, options);
}

async function start(repo: string, body: Record<string, unknown> = {}) {
  expect((await engine.api('POST', '/orgs/acme/repos', { name: repo })).status).toBe(201);
  const started = await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url: server.url, ...body });
  expect(started.status, JSON.stringify(started.body)).toBe(201);
}

const patch = (repo: string, body: Record<string, unknown>) => engine.api('PATCH', `/repos/acme/${repo}/import`, body);
const ended = (repo: string) =>
  engine.importIn(
    repo,
    ['complete', 'error', 'auth_failed', 'detection_needs_auth', 'detection_found_nothing', 'detection_found_multiple'],
    (body) => body.finished_at !== null || body.status === 'detection_found_multiple',
  );
const reportOf = async (repo: string) => (await engine.api('GET', `/repos/acme/${repo}/import/report`)).body;

function git(repo: string, ...args: string[]): string {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' }).trim();
}

test('without vcs the system is found out; of several projects one is chosen by PATCH', async () => {
  await serve();
  await start('choice');
  expect(await ended('choice')).toMatchObject({
    status: 'detection_found_multiple',
    project_choices: [
      { vcs: 'tfvc', tfvc_project: 'Other', human_name: 'Other' },
      { vcs: 'tfvc', tfvc_project: 'Shop', human_name: 'Shop' },
    ],
  });
  expect((await patch('choice', { vcs: 'tfvc', tfvc_project: 'Nowhere' })).status).toBe(422);
  expect((await patch('choice', { vcs: 'tfvc', tfvc_project: 'Shop', human_name: 'Shop' })).status).toBe(200);
  const done = await engine.importIn('choice', ['complete', 'error']);
  expect(done).toMatchObject({ status: 'complete', vcs: 'tfvc', tfvc_project: 'Shop', authors_count: 2 });
  expect(git('choice', 'for-each-ref', '--format=%(refname)').split('\n')).toEqual([
    'refs/heads/Dev',
    'refs/heads/main',
  ]);
  const parents = git('choice', 'log', '-1', '--format=%s|%P', 'main').split('|');
  expect(parents).toEqual(['Merge', `${git('choice', 'rev-parse', 'main~1')} ${git('choice', 'rev-parse', 'Dev')}`]);
  const report = await reportOf('choice');
  // It would be kept, and nothing done about it.
  const refused = await patch('choice', { layout: { ...done.layout, left_out: ['Main'] } });
  expect([refused.status, refused.body.errors?.[0].field]).toEqual([422, 'layout.left_out']);
  expect(report).toMatchObject({ verified: true, vcs: 'tfvc', counts: { source_revisions: 5 } });
  expect(report.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
});

test('folders that were to be left out before anybody knew that it is Team Foundation end it with a sentence', async () => {
  await serve();
  const layout = { root: '', trunk: 'Main', branches: [], tags: [], default_branch: 'main', gitignore: true };
  await start('left', { layout: { ...layout, left_out: ['Docs'] } });
  expect(await ended('left')).toMatchObject({ status: 'detection_found_multiple' });
  // The layout of before stays: nothing was fetched yet.
  await patch('left', { vcs: 'tfvc', tfvc_project: 'Shop' });
  expect(await engine.importIn('left', ['complete', 'error'])).toMatchObject({
    status: 'error',
    message:
      'The layout that was chosen leaves out Docs, and no folder of a Team Foundation source can be left out. Nothing was imported. Choose a layout with an empty left_out, and start the import again.',
  });
  expect((await patch('left', { layout: { ...layout, left_out: ['Docs'] } })).status).toBe(422);
  await patch('left', { layout });
  await patch('left', {});
  expect(await engine.importIn('left', ['complete', 'error'])).toMatchObject({
    ...{ status: 'complete', layout: { trunk: 'Main', left_out: [] } },
  });
});

test('a project that the address or tfvc_project names is taken; another one is fetched anew', async () => {
  await serve();
  await start('named', { vcs_url: `${server.url}/other` });
  expect(await ended('named')).toMatchObject({ status: 'complete', tfvc_project: 'Other' });
  await start('given', { vcs: 'tfvc', tfvc_project: 'shop' });
  expect(await ended('given')).toMatchObject({ status: 'complete', tfvc_project: 'Shop' });
  await start('absent', { vcs: 'tfvc', tfvc_project: 'Nowhere' });
  expect(await ended('absent')).toMatchObject({
    status: 'error',
    error_message: expect.stringContaining('There is no project Nowhere'),
  });
  expect((await patch('absent', { tfvc_project: 'Other' })).status).toBe(200);
  expect(await engine.importIn('absent', ['complete'])).toMatchObject({ tfvc_project: 'Other' });
  expect(git('absent', 'ls-tree', '-r', '--name-only', 'main')).toBe('readme.txt');
  expect((await patch('absent', { tfvc_project: 'Shop' })).status).toBe(200);
  expect(await ended('absent')).toMatchObject({ status: 'complete', tfvc_project: 'Shop', authors_count: 2 });
  expect(git('absent', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toHaveLength(20);
  expect(await reportOf('absent')).toMatchObject({ verified: true });
});

test.each([
  ['401', '', 'personal access token'],
  ['203', '', 'personal access token'],
  ['302', '', 'personal access token'],
  ['services', '', 'personal access token'],
  ['ntlm', 'CONTOSO\\ann', 'Windows account'],
] as const)(
  'a server that asks to sign in with %s: nobody, a wrong password, the right one',
  async (signIn, username, asked) => {
    const login = username === '' ? { token: TOKEN } : { account: { domain: 'CONTOSO', name: 'ann', password: TOKEN } };
    await serve({ ...login, signIn });
    const repo = `auth${signIn}`;
    await start(repo);
    expect(await ended(repo)).toMatchObject({
      status: 'detection_needs_auth',
      error_message: expect.stringContaining(asked),
    });
    await patch(repo, { vcs: 'tfvc', vcs_username: username, vcs_password: 'wrong' });
    expect(await ended(repo)).toMatchObject({
      status: 'auth_failed',
      error_message: expect.stringContaining('refused'),
    });
    await patch(repo, { vcs_username: username, vcs_password: TOKEN, tfvc_project: 'Shop' });
    expect(await ended(repo)).toMatchObject({ status: 'complete' });
    expect(await reportOf(repo)).toMatchObject({ verified: true });
    const log = await engine.api('GET', `/repos/acme/${repo}/import/log`);
    expect(JSON.stringify([log.body, engine.events]) + engine.logLines).not.toContain(TOKEN);
    const basic = Buffer.from(`:${TOKEN}`).toString('base64');
    for (const name of readdirSync(engine.folder).filter((one) => one.startsWith('gantry.sqlite'))) {
      const bytes = readFileSync(join(engine.folder, name));
      expect(bytes.includes(TOKEN) || bytes.includes(basic)).toBe(false);
    }
  },
);

test('an import that waits for a server’s first byte is cancelled at once', async () => {
  await serve();
  const held = Promise.withResolvers<void>();
  const never = new Promise<void>(() => undefined);
  server.fault = ({ path }) => {
    if (!path.endsWith('/changes')) return null;
    held.resolve();
    return { kind: 'hold', until: never };
  };
  await start('silent', { vcs: 'tfvc', tfvc_project: 'Shop' });
  await held.promise;
  expect((await engine.api('DELETE', '/repos/acme/silent/import')).status).toBe(204);
  expect((await engine.api('GET', '/repos/acme/silent/import')).status).toBe(404);
  // A server that goes on being silent is asked again in the end: the stop came before that.
  const asked = server.requests.map(({ path }) => path).filter((path) => path.endsWith('/changes'));
  expect(asked).toEqual([...new Set(asked)]);
});

test('labels that are left out are not asked for; taken back, they come', async () => {
  await serve();
  server.model.labelFolder('v1', '$/Shop/Main', server.model.youngest);
  const asked = () => server.requests.filter(({ path }) => path.includes('/labels')).length;
  await start('labels', { vcs: 'tfvc', tfvc_project: 'Shop', leave_out_labels: true });
  expect(await ended('labels')).toMatchObject({ status: 'complete', leave_out_labels: true });
  expect(asked()).toBe(0);
  expect(git('labels', 'tag')).toBe('');
  expect(JSON.stringify((await reportOf('labels')).findings)).toContain('labels_left_out');
  await patch('labels', { leave_out_labels: false });
  expect(await ended('labels')).toMatchObject({ status: 'complete', leave_out_labels: false });
  await patch('labels', {});
  expect(await ended('labels')).toMatchObject({ status: 'complete' });
  expect(git('labels', 'tag').trim()).toBe('v1');
});

test('detection names the projects, and the token that it needs', async () => {
  await serve({ token: TOKEN });
  const detect = async (body: Record<string, unknown>) =>
    (await engine.api('POST', '/import_detections', { vcs_url: server.url, ...body })).body;
  expect(await detect({})).toMatchObject({ status: 'detection_needs_auth', vcs: 'tfvc' });
  expect(await detect({ vcs_url: server.url.replace('://', '://organization@') })).toMatchObject({
    status: 'detection_needs_auth',
    message: expect.not.stringContaining('refused'),
  });
  expect(await detect({ vcs_password: 'wrong' })).toMatchObject({ status: 'auth_failed', vcs: 'tfvc' });
  expect(await detect({ vcs_password: TOKEN })).toMatchObject({
    status: 'detection_found_multiple',
    root_url: server.url,
    project_choices: [{ tfvc_project: 'Other' }, { tfvc_project: 'Shop' }],
  });
  const nothing = await detect({ vcs: 'tfvc', vcs_url: `${server.origin}/elsewhere`, vcs_password: TOKEN });
  expect(nothing).toMatchObject({ status: 'detection_found_nothing' });
  expect(nothing.message).toContain('No Team Foundation server answers at');
});

test('429 with Retry-After and 503 are waited out', async () => {
  await serve();
  const changes = ({ path }: { path: string }) => path.endsWith('/changes');
  server.fault = (request, before) => {
    if (changes(request) && before === 0) return { kind: 'status', status: 429, headers: { 'retry-after': '0' } };
    return request.query.has('download') && before === 0 && request.query.get('path')?.endsWith('file 3')
      ? { kind: 'status', status: 503, headers: { 'retry-after': '0' } }
      : null;
  };
  await start('busy', { vcs: 'tfvc', tfvc_project: 'Shop' });
  expect(await ended('busy')).toMatchObject({ status: 'complete' });
  const log = JSON.stringify((await engine.api('GET', '/repos/acme/busy/import/log')).body);
  expect(log).toContain('The server is busy (HTTP 429)');
  expect(log).toContain('The server is busy (HTTP 503)');
});

test('an engine that ends in the middle goes on behind the last changeset that is whole', async () => {
  for (let n = 0; n < 10; n++)
    model.checkIn({ comment: `Later ${n}` }, (work) => work.add(`$/Shop/Main/later ${n}`, `later ${n}\n`));
  await serve();
  let reached: () => void = () => undefined;
  const middle = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let stalled = 0;
  // Everything else is there: an earlier changeset may be asked for later.
  server.onAnswered = () => void (stalled > 0 && server.unanswered === stalled && reached());
  server.fault = ({ query }) => {
    if (!query.has('download') || Number(query.get('version')) < 13) return null;
    stalled += 1;
    return { kind: 'stall', after: 0 };
  };
  await start('cut', { vcs: 'tfvc', tfvc_project: 'Shop' });
  await middle;
  // What came is converted beside the asking: something is whole.
  await engine.event('import.progress', ({ repo, progress }) => repo === 'cut' && (progress.done ?? 0) > 0);
  // What hangs stays so until its engine is gone.
  server.fault = () => null;
  server.onAnswered = () => undefined;
  const before = server.requests.length;
  await engine.restart();
  expect(await ended('cut')).toMatchObject({ status: 'complete' });
  const log = JSON.stringify((await engine.api('GET', '/repos/acme/cut/import/log')).body);
  const behind = Number(/goes on behind changeset (\d+)/.exec(log)?.[1]);
  // How many were whole by then is the machine's affair.
  expect(behind).toBeGreaterThan(0);
  const asked = server.requests.slice(before).map(({ path }) => Number(/changesets\/(\d+)\/changes$/.exec(path)?.[1]));
  // 2 and 3 are of another project.
  expect(Math.min(...asked.filter((id) => !Number.isNaN(id)))).toBe(behind === 1 ? 4 : behind + 1);
  expect(await reportOf('cut')).toMatchObject({ verified: true, counts: { source_revisions: 15 } });
  expect(git('cut', 'ls-tree', '-r', '--name-only', 'main').split('\n')).toHaveLength(30);
});

test('brought up to date: new changesets only, old ids and mapped authors stay', async () => {
  await serve();
  await start('again', { vcs: 'tfvc', tfvc_project: 'Shop', hold_before_push: true });
  await engine.importIn('again', ['mapping'], (now) => now.waiting_for_release);
  const loaded = await engine.api(
    'PUT',
    '/repos/acme/again/import/authors/map',
    'Bob Kahn = Robert Kahn <robert@example.org>\n',
    { 'content-type': 'text/plain' },
  );
  expect(loaded.body).toMatchObject({ matched: 1, unmatched: 0 });
  await patch('again', { hold_before_push: false });
  expect(await ended('again')).toMatchObject({ status: 'complete' });
  const [main, dev] = [git('again', 'rev-parse', 'main'), git('again', 'rev-parse', 'Dev')];
  expect(git('again', 'log', '-1', '--format=%an <%ae>', 'Dev')).toBe('Robert Kahn <robert@example.org>');

  for (const round of [1, 2]) {
    const first = model.checkIn({ comment: 'New', author: BOB }, (work) =>
      work.edit('$/Shop/Dev/file 2', `round ${round}\n`),
    );
    model.checkIn({ comment: 'Merged' }, (work) => work.merge('$/Shop/Dev', '$/Shop/Main', first, first));
    model.checkIn({}, (work) => work.add(`$/Other/file ${round}`, 'elsewhere\n'));
    const before = server.requests.length;
    expect((await engine.api('POST', '/repos/acme/again/import/updates')).status).toBe(202);
    expect(await ended('again')).toMatchObject({ status: 'complete' });
    const report = await reportOf('again');
    expect(report).toMatchObject({ verified: true, update: { new_revisions: 2 } });
    expect(report.update.refs.map(({ name, commits }: { name: string; commits: number }) => [name, commits])).toEqual([
      ['refs/heads/Dev', 1],
      ['refs/heads/main', 2],
    ]);
    const asked = server.requests.slice(before);
    expect(asked.filter(({ query }) => query.has('download'))).toHaveLength(1);
    expect(asked.filter(({ path }) => path.endsWith('/changes'))).toHaveLength(2);
    for (const [old, ref] of [
      [main, 'main'],
      [dev, 'Dev'],
    ] as const) {
      expect(git('again', 'merge-base', '--is-ancestor', old, ref)).toBe('');
    }
    expect(git('again', 'log', '-1', '--format=%an', 'Dev')).toBe('Robert Kahn');
    expect(git('again', 'log', '-1', '--format=%P', 'main').split(' ')).toHaveLength(2);
  }
});

test('a survey counts changesets, authors and sizes without fetching any content', async () => {
  await serve();
  const survey = async (body: Record<string, unknown>) =>
    engine.api('POST', '/import_surveys', { vcs: 'tfvc', vcs_url: server.url, ...body });
  const { status, body } = await survey({ tfvc_project: 'Shop' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    vcs: 'tfvc',
    revisions: 5,
    authors_count: 2,
    authors: [
      { name: ADA.displayName, count: 4 },
      { name: BOB.displayName, count: 1 },
    ],
    first_at: '2014-03-19T17:01:01Z',
    large_files: [],
    unknown: [],
  });
  const files = [...model.filesOf('Shop', model.youngest).values()];
  expect(body.size).toBe(files.reduce((sum, { content }) => sum + content.length, 0));
  expect(server.downloads).toEqual([]);
  const other = await survey({ tfvc_project: 'Other' });
  expect(other.body.findings.map(({ kind }: { kind: string }) => kind)).toEqual(['no_branch_objects']);
  expect(JSON.stringify((await survey({})).body)).toContain('Choose one of them');
});

test('what the server has otherwise than the repository is in the report', async () => {
  await serve();
  await start('differs', { vcs: 'tfvc', tfvc_project: 'Shop', hold_before_push: true });
  await engine.importIn('differs', ['mapping'], (now) => now.waiting_for_release);
  const changed = model.treeAt(model.youngest).get('$/shop/main/file 7');
  if (changed !== undefined) changed.content = Buffer.from('changed behind our back\n');
  await patch('differs', { hold_before_push: false });
  expect(await ended('differs')).toMatchObject({ status: 'complete' });
  const differing = await reportOf('differs');
  expect(differing.verified).toBe(false);
  const wrong = differing.checks.filter(({ ok }: { ok: boolean }) => !ok);
  // The branch shares the file's object with its source in the model.
  expect(wrong.map(({ subject }: { subject: string }) => subject)).toContain('refs/heads/main');
  expect(JSON.stringify(wrong)).toContain('different: file 7');

  await start('fewer', { vcs: 'tfvc', tfvc_project: 'Shop', hold_before_push: true });
  await engine.importIn('fewer', ['mapping'], (now) => now.waiting_for_release);
  const gone = ({ path, query }: { path: string; query: URLSearchParams }) =>
    path.endsWith('/items') && query.get('scopePath') === '$/Shop/Dev';
  server.fault = (request) => (gone(request) ? { kind: 'status', status: 404 } : null);
  await patch('fewer', { hold_before_push: false });
  expect(await ended('fewer')).toMatchObject({ status: 'complete' });
  expect(await reportOf('fewer')).toMatchObject({ verified: false });
});

test('an import that is cancelled while the server hangs is gone at once', async () => {
  await serve();
  const held = new Promise<void>((resolve) => {
    server.fault = ({ query }) => {
      if (!query.has('download')) return null;
      resolve();
      return { kind: 'stall', after: 0 };
    };
  });
  await start('gone', { vcs: 'tfvc', tfvc_project: 'Shop' });
  await held;
  const { body } = await engine.api('GET', '/repos/acme/gone/import');
  expect(body.status).toBe('importing');
  expect((await engine.api('DELETE', '/repos/acme/gone/import')).status).toBe(204);
  expect(readdirSync(join(engine.folder, 'imports'))).not.toContain(String(body.id));
});
