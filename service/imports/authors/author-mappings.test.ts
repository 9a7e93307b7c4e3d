import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Accounts } from '../../accounts/accounts.ts';
import { EventHub } from '../../events/event-hub.ts';
import { PeopleBook } from '../../people-book/people-book.ts';
import { AUTHOR_SORTS, type AuthorQuery } from '../../store/author-query.ts';
import { AuthorTable } from '../../store/import-authors.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { ImportTable } from '../../store/imports.ts';
import { openStore } from '../../store/open.ts';
import { RepositoryTable } from '../../store/repositories.ts';
import { AuthorMappings } from './author-mappings.ts';

async function begin() {
  const folder = mkdtempSync(join(tmpdir(), 'gantry authors '));
  const store = openStore(folder, () => undefined);
  const owner = await new Accounts(store).createPerson({ login: 'ann', password: 'correct horse' });
  const { id } = new RepositoryTable(store).insert({
    ...{ owner_id: owner.id, name: 'r', description: null, private: 0, default_branch: 'main' },
  });
  const start = { vcs: 'git', vcs_given: true, vcs_url: '/x', status: 'detecting', status_text: '' } as const;
  const record: ImportRecord = new ImportTable(store).insert(id, start);
  const table = new AuthorTable(store);
  const peopleBook = new PeopleBook({ store, dataFolder: folder, events: new EventHub(() => undefined) });
  const authors = new AuthorMappings({ table, peopleBook, dataFolder: folder, changed: () => undefined });
  const says = (by: 'person' | 'list') => ({ by, accountId: owner.id });
  const end = () => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { record, table, authors, peopleBook, says, end };
}

test('an author who was mapped by hand survives another try of a list; those of its map follow the map', async () => {
  const { record, table, authors, says, end } = await begin();
  const facts = { commit_count: 1, first_commit_at: null, last_commit_at: null, email: 'x@y' };
  table.collect(
    record.id,
    ['ann', 'bob', 'cid'].map((name) => ({ remote_id: name, remote_name: name, name, ...facts })),
  );
  const map = (email: string) => ['ann', 'bob'].map((name) => ({ remote_name: name, name, email }));
  const emails = () => [...authors.each(record.id)].flat().map(({ mapped_email }) => mapped_email);

  await authors.setByName(record, map('first@list'), { ...says('list'), over: 'guesses' });
  const [ann] = [...authors.each(record.id)].flat();
  await authors.set(record, [{ id: ann?.id ?? 0, name: 'Ann', email: 'ann@hand' }], says('person'));
  await authors.setByName(record, map('second@list'), { ...says('list'), over: 'guesses' });
  expect(emails()).toEqual(['ann@hand', 'second@list', null]);
  await authors.setByName(record, map('third@list'), { ...says('list'), over: 'nothing' });
  expect(emails()).toEqual(['ann@hand', 'second@list', null]);
  await authors.setByName(record, map('own@map'), { ...says('person'), over: 'everything' });
  expect(emails()).toEqual(['own@map', 'own@map', null]);
  end();
});

test('a map that was saved and is loaded again says nothing of those whose address nobody filled in', async () => {
  const { record, table, authors, says, end } = await begin();
  const facts = { commit_count: 1, first_commit_at: null, last_commit_at: null, email: '' };
  table.collect(
    record.id,
    ['ann', 'bob', 'cid'].map((name) => ({ remote_id: name, remote_name: name, name, ...facts })),
  );
  const saved = ['ann', 'bob', 'cid'].map((name) => ({ remote_name: name, name, email: '' }));
  const filled = saved.map((entry) => (entry.name === 'bob' ? { ...entry, email: 'bob@x.org' } : entry));
  const loaded = await authors.setByName(record, filled, { ...says('person'), over: 'everything' });
  expect([loaded, authors.count(record.id, { open: true })]).toEqual([{ matched: 1, unmatched: 0 }, 2]);
  // Who has an address loses it where a map says so.
  await authors.setByName(record, saved, { ...says('person'), over: 'everything' });
  expect([...authors.each(record.id)].flat().map(({ mapped_email }) => mapped_email)).toEqual([null, '', null]);
  end();
});

test('of two that are said of one author the later holds; ids that are not of this import are left alone', async () => {
  const { record, table, authors, peopleBook, says, end } = await begin();
  const facts = { commit_count: 1, first_commit_at: null, last_commit_at: null };
  const names = ['"quoted\\"', "Ünï ' 漢字 😀", 'plain'];
  table.collect(
    record.id,
    names.map((name) => ({ remote_id: name, remote_name: name, name, email: `${name.length}@source`, ...facts })),
  );
  const other: ImportRecord = { ...record, id: record.id + 1 };
  const [one, two, three] = [...authors.each(record.id)].flat();
  if (one === undefined || two === undefined || three === undefined) throw new Error('An author is missing.');
  const said = [
    { id: one.id, name: 'First', email: 'first@x.org' },
    { id: two.id, name: 'O\'Brien "B" \\ 漢字', email: 'two@x.org' },
    { id: three.id, name: three.source_name, email: three.source_email },
    { id: one.id, name: 'Later', email: 'later@x.org' },
    { id: 10_000, name: 'Nobody', email: 'nobody@x.org' },
  ];
  expect(await authors.set(other, said, says('person'))).toBe(0);
  expect(await authors.set(record, said, says('person'))).toBe(3);
  expect([...(await authors.identitiesOf(record.id, [one.id, two.id, three.id, 10_000])).values()]).toEqual([
    { name: 'Later', email: 'later@x.org' },
    { name: 'O\'Brien "B" \\ 漢字', email: 'two@x.org' },
    { name: 'plain', email: '5@source' },
  ]);
  // Who is as the source says anyway is nobody to know elsewhere.
  const { accountId } = says('person');
  const book = () => [...peopleBook.each(accountId)].flat().map(({ remote_name, email }) => [remote_name, email]);
  expect(book()).toEqual([
    [names[0], 'later@x.org'],
    [names[1], 'two@x.org'],
  ]);
  // Said otherwise in the book since: that stays.
  await peopleBook.put(accountId, [{ remote_name: names[1] ?? '', vcs: 'git', name: 'B', email: 'b@x.org' }]);
  expect(await authors.clear(other, [one.id], accountId)).toBe(0);
  expect(await authors.clear(record, [one.id, two.id, two.id, 10_000], accountId)).toBe(2);
  expect(await authors.clear(record, [one.id], accountId)).toBe(0);
  expect(book()).toEqual([[names[1], 'b@x.org']]);
  expect([...authors.each(record.id)].flat().map(({ mapped_name }) => mapped_name)).toEqual([null, null, 'plain']);
  end();
});

test('many authors in an order of their own: put in order in a thread, read here some at a time', async () => {
  const { record, table, authors, says, end } = await begin();
  const facts = { first_commit_at: null, last_commit_at: null };
  table.collect(
    record.id,
    Array.from({ length: 1700 }, (_, n) => {
      const name = `${n % 3 === 0 ? 'b' : 'A'}${(n * 7919) % 1700}`;
      return { remote_id: `${n}`, remote_name: name, name, email: `${n % 11}@x`, commit_count: n % 5, ...facts };
    }),
  );
  await authors.setByName(record, [{ remote_name: 'b12', name: 'É', email: 'e@x' }], {
    ...says('person'),
    over: 'everything',
  });
  const queries: AuthorQuery[] = [
    ...AUTHOR_SORTS.flatMap((sort) => [{ sort }, { sort, direction: 'desc' as const }]),
    { sort: 'name', text: '9' },
    { text: 'no such author' },
    { text: 'b1' },
    { sort: 'email', limit: 20, offset: 1690 },
    { limit: 500, offset: 1100 },
    {},
    { sinceId: 1500 },
    { sort: 'name', sinceTime: '2000-01-01T00:00:00Z', sinceId: 1200 },
  ];
  const expected = queries.map((query) => ({
    rows: table.find(record.id, query),
    total: table.count(record.id, query),
  }));
  const inOrder = vi.spyOn(table, 'next');
  const atOnce = vi.spyOn(table, 'find');
  const some = vi.spyOn(table, 'withIds');
  for (const [index, query] of queries.entries()) {
    const { rows, total } = await authors.list(record.id, query);
    expect({ rows: [...rows].flat(), total }, JSON.stringify(query)).toEqual(expected[index]);
  }
  expect(atOnce).not.toHaveBeenCalled();
  expect(inOrder.mock.results.map(({ value }) => value.length)).toEqual([500, 500, 500, 200, 0, 200, 0]);
  expect(Math.max(...some.mock.calls.map(([, ids]) => ids.length))).toBe(500);

  const whole = vi.spyOn(table, 'nextSaid');
  for (const query of [{}, { text: 'b1' }, { text: 'no such author' }, { open: true }]) {
    const said = [...(await authors.said(record.id, query))].flat();
    const rows = table.find(record.id, query);
    expect(said, JSON.stringify(query)).toEqual(rows.map((row) => expect.objectContaining({ id: row.id })));
    for (const [index, author] of said.entries()) expect(rows[index]).toMatchObject(author);
  }
  expect(whole.mock.results.map(({ value }) => value.length)).toEqual([500, 500, 500, 200, 0]);
  end();
});

test('who a name of a map is costs no look into the people book: of 100,000 it was eight seconds of ten', async () => {
  const { record, table, end } = await begin();
  const facts = { commit_count: 1, first_commit_at: null, last_commit_at: null, email: 'x@y' };
  const names = Array.from({ length: 3000 }, (_, n) => `author ${n}`);
  table.collect(
    record.id,
    names.map((name) => ({ remote_id: name, remote_name: name, name, ...facts })),
  );
  const { first } = table.idRange(record.id);
  const timed = (work: () => void) => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  };
  const byName = () => names.map((name) => table.byRemoteName(record.id, name).length);
  expect(byName()).toEqual(names.map(() => 1));
  // As it is shown, with what the people book suggests.
  const shown = timed(() => void names.forEach((_, n) => void table.byId(record.id, first + n)));
  expect(timed(byName)).toBeLessThan(shown * 0.6);
  end();
});
