/** Lists of imports where something else happens meanwhile, and what must not be kept of them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { serveGitHttp } from '../../testing/git-http.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';

let folder: string;
let engine: TestEngine;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-batch-'));
  makeGitSource(folder, 'one.git', historyStream(3, ['Ann Old <ann@old>']));
  makeGitSource(folder, 'slow.git', historyStream(400, ['Ann Old <ann@old>']));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
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
const listOf = (...lines: string[]) => ['address,owner,repository', ...lines].join('\n');

test('a password in an address that cannot be read is kept nowhere', async () => {
  const list = listOf(
    'https://me:open/sesame@host.example/svn,acme,a',
    'https://me:open/sesame@host:99x/svn,acme,b',
    'ftp://me:open/sesame@host/x,acme,d',
  );
  const { body } = await create({ list });
  const shown = JSON.stringify(await entriesOf(body.id));
  const kept = ['gantry.sqlite', 'gantry.sqlite-wal'].map((name) => readFileSync(join(engine.folder, name), 'latin1'));
  for (const text of [shown, ...kept, ...engine.logLines]) expect(text).not.toContain('sesame');
});

test('a list that is no JSON is refused without repeating it', async () => {
  for (const list of ['[{"vcs_password": open sesame}]', '[{"vcs_url": "x", "vcs_password": "open sesame"']) {
    const { status, body } = await create({ list });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('not valid JSON');
    expect(JSON.stringify(body)).not.toContain('sesame');
  }
});

test('a list of which nothing can be imported is not kept when it was to be started', async () => {
  const { status, body } = await create({ list: listOf('--evil,acme,x'), start: true });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('cannot begin with');
  expect((await engine.api('GET', '/import_batches')).body).toEqual([]);
});

test('what an address ends with as a file is no part of the name that it suggests', async () => {
  const files = ['a.git', 'b.bundle', 'c.hg'].map((file) => `/srv/${file},acme`);
  const { body } = await create({ list: ['address,owner', ...files].join('\n') });
  expect((await entriesOf(body.id)).map(({ repo }: { repo: string }) => repo)).toEqual(['a', 'b', 'c']);
});

test('a list that was not started has no queue to stop', async () => {
  const { id } = (await create({ list: listOf(`${folder}/one.git,acme,one`) })).body;
  expect((await engine.api('DELETE', `/import_batches/${id}/queue`)).status).toBe(204);
  expect((await engine.api('POST', `/import_batches/${id}/attempts`)).status).toBe(422);
  expect((await engine.api('POST', `/import_batches/${id}/start`)).status).toBe(202);
  expect(await finished(id)).toMatchObject({ counts: { complete: 1 } });
});

test('two lists that name the same new repository: the second one says so and the first one goes on', async () => {
  const list = listOf(`${folder}/slow.git,acme,same`);
  const first = (await create({ list })).body.id;
  const second = (await create({ list })).body.id;
  await engine.api('POST', `/import_batches/${first}/start`);
  await engine.api('POST', `/import_batches/${second}/start`);
  await Promise.all([finished(first), finished(second)]);
  expect(await entriesOf(first)).toMatchObject([{ state: 'complete', verified: true }]);
  expect(await entriesOf(second)).toMatchObject([
    { state: 'failed', message: expect.stringContaining('acme/same has an import of its own already') },
  ]);
});

test('a folder in the way of a new repository is named', async () => {
  mkdirSync(join(engine.folder, 'repositories/acme/taken.git'), { recursive: true });
  const { id } = (await create({ list: listOf(`${folder}/one.git,acme,taken`), start: true })).body;
  await finished(id);
  expect(await entriesOf(id)).toMatchObject([
    { state: 'failed', message: expect.stringMatching(/taken\.git exists already\. Move it away/) },
  ]);
});

test('an import that is renamed and tried again goes on under its new name', async () => {
  const { id } = (await create({ list: listOf(`${folder}/later.git,acme,old`), start: true })).body;
  expect(await finished(id)).toMatchObject({ counts: { failed: 1 } });
  // Nothing of the attempt is left then.
  await engine.restart();
  expect((await engine.api('PATCH', '/repos/acme/old', { name: 'new' })).status).toBe(200);

  makeGitSource(folder, 'later.git', historyStream(2));
  await engine.api('POST', `/import_batches/${id}/attempts`);
  expect(await finished(id)).toMatchObject({ counts: { complete: 1 } });
  expect((await engine.api('GET', '/repos/acme/new/import')).body).toMatchObject({ status: 'complete' });
  expect(await entriesOf(id)).toMatchObject([{ owner: 'acme', repo: 'new' }]);
  const repositories = (await engine.api('GET', '/orgs/acme/repos')).body as { name: string }[];
  expect(repositories.map(({ name }) => name)).toEqual(['new']);
});

test('a source whose repository was thrown away meanwhile is imported into a new one, and the list ends', async () => {
  const { id } = (await create({ list: listOf(`${folder}/again.git,acme,old`), start: true })).body;
  expect(await finished(id)).toMatchObject({ counts: { failed: 1 } });
  await engine.restart();
  const thrown = await engine.api('POST', '/repos/acme/old/trash');
  expect(thrown.status).toBe(201);

  makeGitSource(folder, 'again.git', historyStream(2));
  await engine.api('POST', `/import_batches/${id}/attempts`);
  expect(await finished(id)).toMatchObject({ counts: { complete: 1 } });
  expect((await engine.api('GET', '/repos/acme/old/import')).body).toMatchObject({ status: 'complete' });
  expect((await engine.api('GET', '/repos/acme/old')).body.id).not.toBe(thrown.body.id);
  expect((await engine.api('GET', '/user/trash')).body).toMatchObject([{ id: thrown.body.id, size: 0 }]);
});

test('a name that a person gave an author stays when the import is brought up to date', async () => {
  const author_map = 'Ann Old <ann@old> = Ann New <ann@new.org>\n';
  const { id } = (await create({ list: listOf(`${folder}/one.git,acme,one`), author_map, start: true })).body;
  await finished(id);
  const [author] = (await engine.api('GET', '/repos/acme/one/import/authors')).body;
  const change = { name: 'Ann Mine', email: 'ann@mine.org' };
  expect((await engine.api('PATCH', `/repos/acme/one/import/authors/${author.id}`, change)).status).toBe(200);
  makeGitSource(folder, 'one.git', historyStream(5, ['Ann Old <ann@old>']));
  expect((await engine.api('POST', '/repos/acme/one/import/updates')).status).toBe(202);
  await engine.until(async () => {
    const complete = engine.events.filter((event) => event.type === 'import.changed' && event.status === 'complete');
    return complete.length === 2 ? true : undefined;
  });
  const [after] = (await engine.api('GET', '/repos/acme/one/import/authors')).body;
  expect(after).toMatchObject(change);
});

test('a report that cannot be read ends neither the engine nor the queue', async () => {
  const { id } = (await create({ list: listOf(`${folder}/one.git,acme,one`), start: true })).body;
  await finished(id);
  const data = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  const { id: importId } = data.prepare('SELECT id FROM imports').get() as { id: number };
  data.exec("UPDATE import_batch_entries SET state = 'running', verified = NULL");
  data.close();
  writeFileSync(join(engine.folder, 'imports', String(importId), 'report.json'), '{"half');
  await engine.restart();
  await finished(id);
  // That beside the repository says the same.
  expect(await entriesOf(id)).toMatchObject([{ state: 'complete', verified: true }]);

  const again = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  again.exec("UPDATE import_batch_entries SET state = 'running', verified = NULL");
  again.close();
  writeFileSync(join(engine.folder, 'imports', String(importId), 'whole-report.json.gz'), '{"half');
  writeFileSync(join(engine.folder, 'repositories/acme/one.import-report.json'), '{"half');
  await engine.restart();
  await finished(id);
  expect(await entriesOf(id)).toMatchObject([{ state: 'complete', verified: null }]);
});

test('two thousand sources are read, reported and forgotten in pieces', async () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => `https://nowhere.invalid/svn/project${n},acme,p${n}`);
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 1);
  const during = async <Result>(work: () => Promise<Result>) => {
    turns = 0;
    const result = await work();
    expect(turns).toBeGreaterThan(1);
    return result;
  };
  try {
    const { body } = await during(() => create({ list: listOf(...lines) }));
    expect(body).toMatchObject({ entries_count: 2_000, counts: { waiting: 2_000 } });
    const report = await during(() => engine.api('GET', `/import_batches/${body.id}/report.csv`));
    expect(report.body.trimEnd().split('\r\n')).toHaveLength(2_001);
    expect((await during(() => engine.api('DELETE', `/import_batches/${body.id}`))).status).toBe(204);
    expect((await engine.api('GET', `/import_batches/${body.id}`)).status).toBe(404);
  } finally {
    clearInterval(count);
  }
});

test('a list that names a private repository is there for who sent it, and for no token that does not reach that repository', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'secret', private: true });
  await engine.api('PUT', '/repos/acme/secret/import', { vcs: 'git', vcs_url: join(folder, 'one.git') });
  await engine.importIn('secret', ['complete']);
  const withToken = async (scope: string) => {
    const { token } = (await engine.api('POST', '/authorizations', { note: scope, scopes: [scope] })).body;
    return { authorization: `token ${token}` };
  };
  const [small, whole] = [await withToken('public_repo'), await withToken('repo')];
  const list = listOf('https://host.example/one.git,acme,secret');
  // Refused to both: the one may know why, the other only that the name is taken.
  const mine = (await create({ list })).body.id;
  const its = (await engine.api('POST', '/import_batches', { list }, small)).body.id;
  const seenBy = async (headers?: Record<string, string>) =>
    (await engine.api('GET', '/import_batches', undefined, headers)).body.map(({ id }: { id: number }) => id);
  expect((await entriesOf(mine))[0]).toMatchObject({ state: 'refused', repo: 'secret' });
  expect([await seenBy(), await seenBy(whole), await seenBy(small)]).toEqual([[its, mine], [its, mine], [its]]);
  expect((await engine.api('GET', `/import_batches/${mine}/report.csv`, undefined, small)).status).toBe(404);
});

test('a login that a server refuses is told it for no line that begins later, until somebody wants it tried again', async () => {
  const server = await serveGitHttp(folder, { name: 'ann', password: 'right' });
  try {
    const lines = Array.from({ length: 12 }, (_, n) => `${server.url}/one.git,acme,r${n},ann,wrong`);
    const others = [`${server.url}/one.git,acme,mine,ann,right`, `${folder}/one.git,acme,local,,`];
    const list = ['address,owner,repository,user,password', ...lines, ...others].join('\n');
    const { id } = (await create({ list, start: true })).body;
    const wrong = () => server.credentials.filter((login) => login === 'ann:wrong').length;
    // Two lines are imported at the same time.
    let before = 0;
    for (const round of [1, 2]) {
      const { counts } = await finished(id);
      expect(counts).toMatchObject({ complete: 2 });
      // One of the two may wait for what is said to the other.
      expect(counts.needs_attention).toBeLessThanOrEqual(2 * round);
      expect(wrong() - before).toBeGreaterThanOrEqual(1);
      expect(wrong() - before).toBeLessThanOrEqual(2);
      const { host } = new URL(server.url);
      expect((await entriesOf(id))[11].message).toMatch(`${host} refused this login for other lines of the list.`);
      before = wrong();
      if (round === 1) expect((await engine.api('POST', `/import_batches/${id}/attempts`)).status).toBe(202);
    }
  } finally {
    await server.stop();
  }
});

test('a line that names a folder of repositories becomes one for each of them, with names that are told apart', async () => {
  const all = join(folder, 'all');
  for (const group of ['one', 'two']) {
    mkdirSync(join(all, group), { recursive: true });
    makeGitSource(join(all, group), 'tool.git', historyStream(2, ['Ann Old <ann@old>']));
  }
  makeGitSource(join(all, 'two'), 'other.git', historyStream(2, ['Ann Old <ann@old>']));
  const list = [join(all, 'one'), `file://${join(all, 'two')}`, join(folder, 'one.git'), join(all, 'nothing')].join(
    '\n',
  );
  const { id, entries_count } = (await create({ list, owner: 'acme', start: true })).body;
  expect(entries_count).toBe(5);
  expect(await entriesOf(id)).toMatchObject([
    { line: 1, vcs_url: join(all, 'one/tool.git'), vcs: 'git', repo: 'one-tool' },
    { line: 2, vcs_url: join(all, 'two/other.git'), vcs: 'git', repo: 'other' },
    { line: 2, vcs_url: join(all, 'two/tool.git'), vcs: 'git', repo: 'two-tool' },
    { line: 3, vcs_url: join(folder, 'one.git'), vcs: null, repo: 'one' },
    { line: 4, vcs_url: join(all, 'nothing'), repo: 'nothing' },
  ]);
  expect(await finished(id)).toMatchObject({ counts: { complete: 4, failed: 1 } });
  // What is to be called otherwise, or is said to be a repository, is taken at its word.
  const named = await create({ list: listOf(`${join(all, 'two')},acme,mine`) });
  expect(await entriesOf(named.body.id)).toMatchObject([{ vcs_url: join(all, 'two'), repo: 'mine' }]);
});

test('what of a folder in a list cannot be looked into is a line that says so', async () => {
  const all = join(folder, 'partly');
  mkdirSync(all);
  makeGitSource(all, 'tool.git', historyStream(2, ['Ann Old <ann@old>']));
  const nameless = Buffer.concat([Buffer.from(`${all}/`), Buffer.from([0x66, 0xfc, 0x72])]);
  mkdirSync(nameless);
  const { body } = await create({ list: all, owner: 'acme' });
  expect(await entriesOf(body.id)).toMatchObject([
    { vcs_url: join(all, 'tool.git'), state: 'waiting' },
    { vcs_url: all, state: 'refused', message: expect.stringContaining('no text (no UTF-8) was passed over: 1') },
  ]);
});

test('folders in a list of more repositories than a list takes, together, are refused with their number', async () => {
  for (const half of ['left', 'right'])
    for (let index = 0; index < 1_001; index++) {
      const at = join(folder, half, `r${index}.git`);
      for (const part of ['objects', 'refs']) mkdirSync(join(at, part), { recursive: true });
      writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/main\n');
    }
  const { status, body } = await create({ list: ['left', 'right'].map((half) => join(folder, half)).join('\n') });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('The list names 2002 sources. Split it: 2000 are the most.');
});
