/** One book of people that all imports of an account share: what is put in, and who is found in it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

const BOOK = '/user/people_book';
let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry people '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Author {
  id: number;
  remote_name: string;
  name: string;
  email: string;
  mapped: boolean;
  mapped_by: string | null;
  suggestion: object | null;
}

/** Imports up to the mapping. */
async function hold(repo: string, vcs_url: string, vcs = 'subversion') {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url, hold_before_push: true });
  await engine.importIn(repo, ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
}

const authorsOf = async (repo: string): Promise<Record<string, Author>> => {
  const { body } = await engine.api('GET', `/repos/acme/${repo}/import/authors`);
  return Object.fromEntries(body.map((author: Author) => [author.remote_name, author]));
};
const bookOf = async (query = '', headers = {}) =>
  (await engine.api('GET', `${BOOK}${query}`, undefined, headers)).body;

test('who is typed in one import is known in the next, in an update and in a list; what is typed there wins', async () => {
  const first = makeSvnSource(folder, 'first', projectHistory('', 4, ['sven', 'olga', 'piet']));
  await hold('first', first);
  const { sven, olga, piet } = await authorsOf('first');
  expect([sven?.mapped_by, olga?.mapped_by, piet?.mapped_by]).toEqual([null, null, null]);
  const path = '/repos/acme/first/import/authors';
  await engine.api('PATCH', `${path}/${sven?.id}`, { name: 'Sven Er', email: 'sven@example.org' });
  await engine.api('PUT', `${path}/map`, 'olga = Olga Ka <olga@example.org>\nnobody = No Body <no@example.org>', {
    'content-type': 'text/plain',
  });
  // Left as the source has them: nothing that another import could use.
  const { name, email } = piet as Author;
  await engine.api('PATCH', path, { authors: [{ id: piet?.id, name, email }] });
  expect(await bookOf()).toMatchObject([
    { remote_name: 'olga', vcs: 'subversion', name: 'Olga Ka', email: 'olga@example.org', set_by: 'person' },
    { remote_name: 'sven', vcs: 'subversion', name: 'Sven Er', email: 'sven@example.org', set_by: 'person' },
  ]);

  const second = makeSvnSource(folder, 'second', projectHistory('', 3, ['sven', 'piet']));
  await hold('second', second);
  const there = await authorsOf('second');
  expect(there.sven).toMatchObject({ mapped: true, mapped_by: 'people_book', name: 'Sven Er' });
  expect(there.piet).toMatchObject({ mapped: false, mapped_by: null, suggestion: null });
  const changed = { name: 'Sven Other', email: 'other@example.org' };
  await engine.api('PATCH', `/repos/acme/second/import/authors/${there.sven?.id}`, changed);
  expect((await authorsOf('second')).sven).toMatchObject({ ...changed, mapped_by: 'person' });
  // What was typed before stays typed.
  expect((await authorsOf('first')).sven).toMatchObject({ name: 'Sven Er', mapped_by: 'person' });
  expect(await bookOf('?q=sven')).toMatchObject([changed]);

  // Who was published as they were is offered and not changed; who is new is known.
  await engine.api('PATCH', '/repos/acme/second/import', { hold_before_push: false });
  await engine.importIn('second', ['complete', 'error']);
  await engine.api('PATCH', BOOK, {
    people: [
      { remote_name: 'piet', vcs: 'subversion', name: 'Piet De', email: 'piet@example.org' },
      { remote_name: 'dora', vcs: null, name: 'Dora Em', email: 'dora@example.org' },
    ],
  });
  for (const login of ['dora', 'eva']) {
    execFileSync('svnmucc', ['-m', login, '--username', login, 'mkdir', `file://${encodeURI(second)}/trunk/${login}`]);
  }
  await engine.api('POST', '/repos/acme/second/import/updates', {});
  expect(await engine.importIn('second', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const updated = await authorsOf('second');
  expect(updated.piet).toMatchObject({ mapped: false, suggestion: { name: 'Piet De', email: 'piet@example.org' } });
  expect(updated.dora).toMatchObject({ mapped_by: 'people_book', email: 'dora@example.org' });
  expect(updated.eva).toMatchObject({ mapped: false, suggestion: null });
  const published = join(engine.folder, 'repositories/acme/second.git');
  expect(git(published, ['log', '-2', '--format=%an <%ae>', 'main']).split('\n')[1]).toBe('Dora Em <dora@example.org>');

  // Who nobody knows is asked for, where a person wants to be asked.
  execFileSync('svnmucc', ['-m', 'x', '--username', 'fay', 'mkdir', `file://${encodeURI(second)}/trunk/fay`]);
  await engine.api('POST', '/repos/acme/second/import/updates', { hold_for_new_authors: true });
  const asking = await engine.importIn('second', ['mapping', 'complete', 'error'], (body) => body.waiting_for_release);
  expect(asking).toMatchObject({
    waiting_for_release: true,
    updating: true,
    status_text: '1 new author has no address: say who they are',
  });
  const { fay } = await authorsOf('second');
  await engine.api('PATCH', `/repos/acme/second/import/authors/${fay?.id}`, { name: 'Fay', email: 'fay@example.org' });
  await engine.api('PATCH', '/repos/acme/second/import', { hold_before_push: false });
  await engine.importIn('second', ['complete', 'error']);
  expect(git(published, ['log', '-1', '--format=%an <%ae>', 'main'])).toBe('Fay <fay@example.org>');
  // Nobody new: nothing to ask, though Eva was never mapped.
  execFileSync('svnmucc', ['-m', 'x', '--username', 'eva', 'mkdir', `file://${encodeURI(second)}/trunk/more`]);
  await engine.api('POST', '/repos/acme/second/import/updates', { hold_for_new_authors: true });
  expect(await engine.importIn('second', ['complete', 'error'], (body) => !body.updating)).toMatchObject({
    status: 'complete',
    hold_before_push: false,
  });

  const third = makeSvnSource(folder, 'third', projectHistory('', 2, ['olga', 'sven']));
  const { body: list } = await engine.api('POST', '/import_batches', {
    list: JSON.stringify([{ vcs_url: third, vcs: 'subversion', owner: 'acme', repo: 'third' }]),
    author_map: 'sven = Sven Of List <list@example.org>',
    start: true,
  });
  await engine.until(async () =>
    (await engine.api('GET', `/import_batches/${list.id}`)).body.finished ? true : undefined,
  );
  expect(await authorsOf('third')).toMatchObject({
    olga: { mapped_by: 'people_book', name: 'Olga Ka' },
    sven: { mapped_by: 'list', name: 'Sven Of List' },
  });
  // A list that asks: who the book knows needs no question, who it does not waits for a person, and then for nobody.
  const [known, unknown] = [['sven'], ['olga', 'nobody']].map((people, n) =>
    makeSvnSource(folder, `list-${n}`, projectHistory('', 2, people)),
  );
  const { body: asked } = await engine.api('POST', '/import_batches', {
    list: JSON.stringify([
      { vcs_url: known, vcs: 'subversion', owner: 'acme', repo: 'known' },
      { vcs_url: unknown, vcs: 'subversion', owner: 'acme', repo: 'unknown' },
    ]),
  });
  await engine.api('POST', `/import_batches/${asked.id}/start`, { hold_for_new_authors: true });
  expect(await engine.importIn('known', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const waits = await engine.importIn('unknown', ['mapping', 'complete', 'error'], (body) => body.waiting_for_release);
  expect(waits.status_text).toBe('1 author has no address: say who they are');
  await engine.until(async () =>
    (await engine.api('GET', `/import_batches/${asked.id}`)).body.counts.needs_attention === 1 ? true : undefined,
  );
  const { body: lines } = await engine.api('GET', `/import_batches/${asked.id}/entries`);
  expect(lines[1]).toMatchObject({ state: 'needs_attention', message: expect.stringContaining('say who they are') });
  // Released as they are: that was the answer.
  await engine.api('PATCH', '/repos/acme/unknown/import', { hold_before_push: false });
  expect(await engine.importIn('unknown', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  // The map of a list does not replace what a person said.
  expect(await bookOf('?q=sven')).toMatchObject([{ ...changed, set_by: 'person' }]);
});

test('what is taken back is out of the book; a person of the same kind of source comes first', async () => {
  const people = [
    { remote_name: 'kim', vcs: 'tfvc', name: 'Kim Tfvc', email: 'kim@tfvc.example' },
    { remote_name: 'kim', name: 'Kim Any', email: 'kim@any.example' },
    { remote_name: 'lou', vcs: 'tfvc', name: 'Lou Tfvc', email: 'lou@tfvc.example' },
  ];
  expect((await engine.api('PATCH', BOOK, { people })).body).toEqual({ updated: 3, removed: 0 });
  expect((await engine.api('PATCH', BOOK, { people })).body).toEqual({ updated: 0, removed: 0 });
  const source = makeSvnSource(folder, 'kinds', projectHistory('', 3, ['kim', 'lou', 'max']));
  await hold('kinds', source);
  const { kim, lou, max } = await authorsOf('kinds');
  expect([kim?.name, lou?.name, max?.mapped_by]).toEqual(['Kim Any', 'Lou Tfvc', null]);

  const path = '/repos/acme/kinds/import/authors';
  await engine.api('PATCH', path, { authors: [{ id: max?.id, name: 'Max Im', email: 'max@example.org' }] });
  expect(await bookOf('?vcs=subversion&q=max')).toHaveLength(1);
  // A typing error that was undone is not what the next import gets; who came from the book stays in it.
  await engine.api('PATCH', path, { authors: [], clear: [max?.id, lou?.id] });
  expect(await bookOf('?q=max')).toEqual([]);
  expect(await bookOf('?q=lou')).toHaveLength(1);
  expect((await authorsOf('kinds')).lou).toMatchObject({ mapped: false, suggestion: { name: 'Lou Tfvc' } });

  const [{ id }] = await bookOf('?q=lou');
  expect((await engine.api('DELETE', `${BOOK}/${id}`)).status).toBe(204);
  expect((await engine.api('DELETE', `${BOOK}/${id}`)).status).toBe(404);
  expect((await authorsOf('kinds')).lou).toMatchObject({ mapped: false, suggestion: null });
});

test('a Git repository keeps the ids of its commits: who its authors may be is offered', async () => {
  const source = makeGitSource(folder, 'ids.git', historyStream(1, ['Ann <ann@laptop>']));
  await engine.api('PATCH', BOOK, {
    people: [{ remote_name: 'Ann <ann@laptop>', vcs: 'git', name: 'Ann Lee', email: 'ann@example.org' }],
  });
  await hold('ids', source, 'git');
  expect(Object.values(await authorsOf('ids'))).toMatchObject([
    { mapped: false, email: 'ann@laptop', suggestion: { name: 'Ann Lee', email: 'ann@example.org' } },
  ]);
});

test('each account has a book of its own', async () => {
  await engine.api('POST', '/admin/users', { login: 'bob', password: 'secret words' });
  const bob = basic('bob', 'secret words');
  expect(await bookOf('', bob)).toEqual([]);
  const people = [{ remote_name: 'x', name: 'X Ypsilon', email: 'x@example.org' }];
  await engine.api('PATCH', BOOK, { people }, bob);
  const [{ id }] = await bookOf('', bob);
  expect((await engine.api('DELETE', `${BOOK}/${id}`)).status).toBe(404);
  expect((await engine.api('PATCH', BOOK, { remove: [id] })).body).toEqual({ updated: 0, removed: 0 });
  expect(await bookOf('?q=ypsilon')).toEqual([]);
  const told = engine.events.filter(({ type }) => type === 'people_book.changed');
  expect(new Set(told.map((event) => 'account_id' in event && event.account_id)).size).toBe(2);
});

test('as a file and back; who cannot be an author is refused by field', async () => {
  const kim = { remote_name: 'kim', name: 'Kim', email: 'kim@example.org' };
  await engine.api('PATCH', BOOK, { people: [kim, { ...kim, vcs: 'subversion' }, { ...kim, vcs: 'mercurial' }] });
  const csv = await engine.api('GET', `${BOOK}/map?format=csv`);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const before = await bookOf('?per_page=100');
  await engine.api('PATCH', BOOK, { remove: before.map(({ id }: { id: number }) => id) });
  expect(await bookOf()).toEqual([]);
  const loaded = await engine.api('PUT', `${BOOK}/map`, csv.body, { 'content-type': 'text/csv' });
  expect(loaded.body).toEqual({ people: before.length, updated: before.length, problems: [] });
  const without = ({ id, updated_at, set_by, ...person }: Record<string, unknown>) => person;
  expect((await bookOf('?per_page=100')).map(without)).toEqual(before.map(without));
  const reading = await engine.api('POST', '/author_map_readings', csv.body, { 'content-type': 'text/csv' });
  expect(reading.body.problems).toEqual([]);
  expect(reading.body.entries).toHaveLength(before.length);
  const partly = await engine.api('POST', '/author_map_readings', 'ann = Ann <a@b.org>\nbroken', {
    'content-type': 'text/plain',
  });
  expect(partly.body).toMatchObject({ problems: [expect.stringContaining('Line 2')], entries: [{ name: 'Ann' }] });
  // authors.txt knows no systems.
  const { body: text } = await engine.api('GET', `${BOOK}/map`);
  expect(text.match(/^kim = .*$/gm)).toHaveLength(1);
  const broken = await engine.api('PUT', `${BOOK}/map`, 'ann = Ann <a@b.org>\nbroken', {
    'content-type': 'text/plain',
  });
  expect(broken.body).toEqual({ people: 1, updated: 1, problems: [expect.stringContaining('Line 2')] });

  const refused = await engine.api('PATCH', BOOK, {
    people: [
      { remote_name: 'ok', name: 'O', email: 'o@k.org' },
      { remote_name: '', name: ' ', email: 'nobody' },
    ],
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'people.1.remote_name' }, { field: 'people.1.name' }, { field: 'people.1.email' }] },
  });
  expect(await bookOf('?q=o@k.org')).toEqual([]);
});

test('twenty thousand people are put in at once, and others are answered meanwhile', async () => {
  const person = (n: number) => ({
    ...{ remote_name: `user${String(n).padStart(6, '0')}`, vcs: 'subversion' },
    ...{ name: `Person ${(n * 7919) % 20_000}`, email: `person${n}@crowd.example` },
  });
  const people = Array.from({ length: 20_000 }, (_, n) => person(n));
  let isDone = false;
  const put = engine.api('PATCH', BOOK, { people }).finally(() => {
    isDone = true;
  });
  let answeredMeanwhile = 0;
  while (!isDone) {
    await engine.api('GET', '/user');
    if (!isDone) answeredMeanwhile += 1;
  }
  expect((await put).body).toEqual({ updated: 20_000, removed: 0 });
  // It goes in some at a time, and others are answered between them.
  expect(answeredMeanwhile).toBeGreaterThan(2);

  const sorted = await engine.api('GET', `${BOOK}?q=crowd.example&sort=name&direction=desc&per_page=100&page=200`);
  expect(sorted.headers.get('x-total-count')).toBe('20000');
  expect(sorted.body.at(-1)).toMatchObject({ name: 'Person 0' });
  expect((await bookOf('?q=USER000777')).map(({ name }: Author) => name)).toEqual([person(777).name]);
});
