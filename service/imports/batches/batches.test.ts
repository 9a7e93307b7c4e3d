import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';

const USER = { name: 'reader', password: 'open sesame' };

let folder: string;
let engine: TestEngine;
let server: Awaited<ReturnType<typeof serveSvn>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-batch-'));
  makeGitSource(folder, 'one.git', historyStream(3, ['Ann Old <ann@old>']));
  makeGitSource(folder, 'two.git', historyStream(4, ['Ann Old <ann@old>']));
  const svn = makeSvnSource(folder, 'svn', projectHistory('', 2, ['ann']));
  server = await serveSvn(folder, [svn], USER);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  engine = await startTestEngine();
});
afterEach(() => engine.end());

const create = (body: object) => engine.api('POST', '/import_batches', body);
const entriesOf = async (id: number) => (await engine.api('GET', `/import_batches/${id}/entries?per_page=100`)).body;
const finished = (id: number) =>
  engine.until(async () => {
    const { body } = await engine.api('GET', `/import_batches/${id}`);
    return body.finished ? body : undefined;
  });

test('a list is imported two at a time, with one author map and a summary', async () => {
  const list = [
    'Address,Owner,Repository,User,Password',
    `${folder}/one.git,acme,,,`,
    `${folder}/two.git,acme,second,,`,
    `${server.url}/svn,acme,,${USER.name},${USER.password}`,
    `${folder}/none.git,acme,,,`,
    '--evil,acme,x,,',
    `${folder}/one.git,stranger,y,,`,
    `${folder}/one.git,acme,second,,`,
  ].join('\n');
  const author_map = 'Ann Old <ann@old> = Ann New <ann@new.org>\nann = Ann New <ann@new.org>\n';
  const created = await create({ list, author_map, name: 'All of it' });
  expect(created).toMatchObject({
    status: 201,
    body: {
      started_at: null,
      finished: false,
      entries_count: 7,
      counts: { waiting: 4, refused: 3 },
      authors_mapped: 2,
    },
  });
  const { id } = created.body;
  expect((await entriesOf(id)).slice(4)).toMatchObject([
    { line: 6, state: 'refused', message: expect.stringContaining('cannot begin with "-"') },
    { line: 7, state: 'refused', message: expect.stringContaining('no owner stranger') },
    { line: 8, state: 'refused', message: expect.stringContaining('named twice') },
  ]);

  expect((await engine.api('POST', `/import_batches/${id}/start`)).status).toBe(202);
  expect((await engine.api('POST', `/import_batches/${id}/start`)).status).toBe(422);
  expect(await finished(id)).toMatchObject({ counts: { complete: 3, failed: 1, refused: 3 } });
  expect(mostAtOnce()).toBe(2);
  expect((await entriesOf(id)).slice(0, 4)).toMatchObject([
    { repo: 'one', state: 'complete', vcs: 'git', verified: true, commits: 3 },
    { repo: 'second', state: 'complete', verified: true, commits: 4 },
    { repo: 'svn', state: 'complete', vcs: 'subversion', verified: true },
    { repo: 'none', state: 'failed', message: expect.stringMatching(/^There is nothing at .* on this machine/) },
  ]);
  const inState = (state: string) => engine.api('GET', `/import_batches/${id}/entries?state=${state}&per_page=2`);
  const refused = await inState('refused');
  expect(refused.body).toMatchObject([{ line: 6 }, { line: 7 }]);
  expect(refused.headers.get('link')).toContain('state=refused&per_page=2&page=2>; rel="last"');
  expect((await inState('failed')).body).toMatchObject([{ repo: 'none' }]);
  expect((await inState('running')).body).toEqual([]);
  expect((await inState('unknown')).status).toBe(422);
  for (const repo of ['one', 'second', 'svn']) {
    const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
    expect(git(path, ['log', '--all', '--format=%an <%ae>']).trim().split('\n')).toEqual(
      expect.arrayContaining(['Ann New <ann@new.org>']),
    );
    expect(git(path, ['log', '--all', '--format=%ae'])).not.toContain('ann@old');
  }
  const report = (await engine.api('GET', `/import_batches/${id}/report.csv`)).body as string;
  expect(report.split('\r\n')[2]).toMatch(/^3,.*two\.git,git,acme,second,complete,yes,green,green,green,4,4,/);
  for (const text of [report, readFileSync(join(engine.folder, 'gantry.sqlite-wal'), 'latin1'), ...engine.logLines]) {
    expect(text).not.toContain(USER.password);
  }
});

/** The most entries that were seen running at the same time. */
function mostAtOnce(): number {
  let most = 0;
  const running = new Set<number>();
  for (const event of engine.events) {
    if (event.type !== 'import.changed') continue;
    if (event.status === 'complete' || event.status.endsWith('nothing')) running.delete(event.import_id);
    else running.add(event.import_id);
    most = Math.max(most, running.size);
  }
  return most;
}

test('an import that asks for a password gives its place away, and its line follows it', async () => {
  const list = JSON.stringify([
    { vcs_url: `${server.url}/svn`, owner: 'acme', repo: 'guarded' },
    { vcs_url: `${folder}/one.git`, vcs: 'git', owner: 'acme' },
  ]);
  const { id } = (await create({ list, start: true })).body;
  await finished(id);
  expect(await entriesOf(id)).toMatchObject([{ state: 'needs_attention' }, { state: 'complete' }]);
  await engine.api('PATCH', '/repos/acme/guarded/import', { vcs_username: USER.name, vcs_password: USER.password });
  await engine.until(async () => {
    const [first] = await entriesOf(id);
    return first.state === 'complete' && first.verified ? first : undefined;
  });
});

test('a line that waits for a person says that its repository was thrown away, and waits again once that is back', async () => {
  const list = JSON.stringify([{ vcs_url: `${server.url}/svn`, owner: 'acme', repo: 'guarded' }]);
  const { id } = (await create({ list, start: true })).body;
  await finished(id);
  // The run that was refused ends a moment after its line says so.
  const throwAway = () =>
    engine.until(async () => {
      const { status, body } = await engine.api('POST', '/repos/acme/guarded/trash');
      return status === 201 ? body.id : undefined;
    });
  const thrown = await throwAway();
  const gone = { owner: 'acme', repo: 'guarded', state: 'failed', failure: 'list.repository_thrown_away' };
  expect(await entriesOf(id)).toMatchObject([gone]);

  await engine.api('POST', `/user/trash/${thrown}/restore`);
  expect(await entriesOf(id)).toMatchObject([{ state: 'needs_attention', failure: 'subversion.login_needed' }]);

  await throwAway();
  await engine.restart();
  expect(await entriesOf(id)).toMatchObject([gone]);
  expect((await engine.api('POST', `/import_batches/${id}/attempts`)).status).toBe(202);
  expect(await finished(id)).toMatchObject({ counts: { needs_attention: 1 } });
  expect((await engine.api('GET', '/repos/acme/guarded')).body.id).not.toBe(thrown);
});

test('what failed is tried again; a stopped queue begins nothing more; an ended list can be forgotten', async () => {
  const list = `address,owner\n${folder}/later.git,acme\n${folder}/one.git,acme\n${folder}/two.git,acme\n`;
  const { id } = (await create({ list })).body;
  await engine.api('POST', `/import_batches/${id}/start`);
  expect((await engine.api('DELETE', `/import_batches/${id}/queue`)).status).toBe(204);
  const { counts } = await finished(id);
  expect(counts.stopped ?? 0).toBeGreaterThanOrEqual(1);

  makeGitSource(folder, 'later.git', historyStream(2));
  expect((await engine.api('POST', `/import_batches/${id}/attempts`)).status).toBe(202);
  expect(await finished(id)).toMatchObject({ counts: { complete: 3 } });
  expect((await engine.api('POST', `/import_batches/${id}/attempts`)).status).toBe(422);
  expect((await engine.api('DELETE', `/import_batches/${id}`)).status).toBe(204);
  expect((await engine.api('GET', `/import_batches/${id}`)).status).toBe(404);
  expect((await engine.api('GET', '/repos/acme/two')).status).toBe(200);
});

test('the queue goes on after a restart', async () => {
  const list = ['one', 'two', 'one', 'two', 'one'].map((name, index) => ({
    vcs_url: `${folder}/${name}.git`,
    owner: 'acme',
    repo: `r${index}`,
  }));
  const { id } = (await create({ list: JSON.stringify(list), start: true })).body;
  await engine.event('import.changed', (event) => event.status !== 'detecting');
  await engine.restart();
  expect(await finished(id)).toMatchObject({ counts: { complete: 5 } });
});

test.each([
  ['', 'The list is empty'],
  ['name,kind\na,b\n', 'must name the columns'],
  ['[1]', 'Element 1'],
  ['{"a": 1}', 'must be an array'],
  ['[{', 'not valid JSON'],
  ['address\n"http://x', 'never closed'],
])('a list that cannot be read is refused: %j', async (list, sentence) => {
  const answer = await create({ list });
  expect(answer).toMatchObject({ status: 422 });
  expect(JSON.stringify(answer.body)).toContain(sentence);
  expect((await engine.api('GET', '/import_batches')).body).toEqual([]);
});

test('a long list of one person keeps nobody else’s waiting until it has ended', async () => {
  const released = Promise.withResolvers<void>();
  const bobs = Promise.withResolvers<void>();
  const asked = new Set<string>();
  const source = createServer(async ({ url }, answer) => {
    asked.add(/^\/(\w+)/.exec(url ?? '')?.[1] ?? '');
    if (url?.startsWith('/bob') === true) bobs.resolve();
    // Of ann's the first goes on, when bob's list waits; the others never do.
    else await (url?.startsWith('/ann1') === true ? released.promise : bobs.promise);
    answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const list = (...names: string[]) =>
    JSON.stringify(names.map((name) => ({ vcs_url: `${at}/${name}.git`, vcs: 'git', owner: 'acme', repo: name })));
  try {
    const bob = basic('bob', 'a long password');
    await engine.api('POST', '/admin/users', { login: 'bob', password: 'a long password' });
    await engine.api('PUT', '/orgs/acme/memberships/bob');
    const anns = await create({ list: list('ann1', 'ann2', 'ann3', 'ann4'), start: true });
    expect(anns.status).toBe(201);
    const started = await engine.api('POST', '/import_batches', { list: list('bob'), start: true }, bob);
    expect(started.body).toMatchObject({ counts: { waiting: 1 } });
    released.resolve();
    await bobs.promise;
    expect(['ann3', 'ann4'].filter((name) => asked.has(name))).toEqual([]);
    expect((await finished(anns.body.id)).counts).toEqual({ failed: 4 });
  } finally {
    source.closeAllConnections();
    source.close();
  }
});

test('a list that is tried again after a later one had the same repository ends, and gives its place away', async () => {
  const list = JSON.stringify([{ vcs_url: `${folder}/late.git`, vcs: 'git', owner: 'acme', repo: 'late' }]);
  const [first, second] = [(await create({ list })).body.id, (await create({ list })).body.id];
  for (const id of [first, second]) {
    await engine.api('POST', `/import_batches/${id}/start`);
    expect((await finished(id)).counts).toEqual({ failed: 1 });
  }
  makeGitSource(folder, 'late.git', historyStream(2));
  expect((await engine.api('POST', `/import_batches/${first}/attempts`)).status).toBe(202);
  await engine.importIn('late', ['complete', 'error']);
  expect((await finished(first)).counts).toEqual({ complete: 1 });
  expect(await entriesOf(second)).toMatchObject([{ state: 'failed' }]);
});

test('a line that cannot be read is kept without a login, however long it is', async () => {
  const { body, status } = await create({ list: `${'http://'.repeat(140_000)}me:secret@[/x` });
  expect([status, body.counts]).toEqual([201, { refused: 1 }]);
  expect((await entriesOf(body.id))[0].vcs_url).toBe('http://[/x');
});
