/** The people book: who the authors of sources are, for all imports that the account starts. */
import type { Person } from '../../service/api/settings/people-book-schemas.ts';
import type { Vcs } from '../../service/vocabulary/history.ts';
import { api } from './request.ts';

export type BookSort = 'remote_name' | 'vcs' | 'name' | 'email' | 'updated_at';

/** Who of the book, in which order. */
export interface BookView {
  search: string;
  /** Null for all systems. */
  vcs: Vcs | null;
  sort: BookSort;
  direction: 'asc' | 'desc';
}

export interface BookRows {
  rows: Person[];
  /** How many people match, whatever the page. */
  total: number;
}

/** Who somebody is, to be put into the book. */
export type PersonEntry = Pick<Person, 'remote_name' | 'vcs' | 'name' | 'email'>;

/** The largest page that the API gives. */
const largestPage = 500;
/** The most that one change takes. */
const mostChanges = 20_000;

/** @param page from 1 */
export async function getPeople(view: BookView, page: number, perPage: number): Promise<BookRows> {
  const { search, vcs, sort, direction } = view;
  const { body, headers } = await api.whole('GET /user/people_book', {
    query: {
      ...{ sort, direction, page: String(page), per_page: String(perPage) },
      q: search === '' ? undefined : search,
      vcs: vcs ?? undefined,
    },
  });
  return { rows: body, total: Number(headers['x-total-count'] ?? body.length) };
}

/** Everybody who matches, page by page. */
export async function getAllPeople(view: BookView): Promise<Person[]> {
  const all: Person[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await getPeople(view, page, largestPage);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}

/** Somebody by the name that sources call them, of one system, or of any; null where the book has nobody. */
export async function findPerson({ remote_name, vcs }: Pick<Person, 'remote_name' | 'vcs'>): Promise<Person | null> {
  const view: BookView = { search: remote_name, vcs, sort: 'remote_name', direction: 'asc' };
  const people = await getAllPeople(view);
  return people.find((person) => person.remote_name === remote_name && person.vcs === vcs) ?? null;
}

/** Puts people into the book, in place of what it says of the same name and system. */
export async function putPeople(people: readonly PersonEntry[]): Promise<void> {
  for (let start = 0; start < people.length; start += mostChanges) {
    const part = people
      .slice(start, start + mostChanges)
      .map(({ remote_name, vcs, name, email }) => ({ remote_name, vcs, name, email }));
    await api('PATCH /user/people_book', { body: { people: part } });
  }
}

/** Takes people out of the book. */
export async function removePeople(ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += mostChanges) {
    await api('PATCH /user/people_book', { body: { remove: ids.slice(start, start + mostChanges) } });
  }
}
