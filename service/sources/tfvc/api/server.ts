/** What is asked of a server: projects, changesets, changes, items, branches and labels, page by page. */
import {
  type BranchObject,
  type Change,
  type Changeset,
  type Item,
  isDeleted,
  type Label,
  listOf,
  readBranches,
  readChange,
  readChangeset,
  readItem,
  readLabel,
} from './answers.ts';
import { atVersion, type TfvcClient } from './client.ts';
import { AnswerTooLarge, NotTheApi, ServerRefusal } from './failures.ts';

const CHANGESETS_A_PAGE = 500;
const CHANGES_A_PAGE = 1000;
/** Servers that send fewer than asked for send no fewer than this (their default). */
const SMALLEST_PAGE = 100;
const LONGEST_COMMENT = 1_000_000;

/** Names of the projects that keep something in Team Foundation version control: the folders of `$/`. */
export async function listProjects(client: TfvcClient): Promise<string[]> {
  const items = await listLevel(client, '$/', null);
  return items
    .filter((item) => item.isFolder && /^\$\/[^/]+$/.test(item.path))
    .map((item) => item.path.slice(2))
    .sort((a, b) => a.localeCompare(b, 'en'));
}

/** The project's id (a GUID), or null when the server does not tell it. */
export async function projectId(client: TfvcClient, project: string): Promise<string | null> {
  try {
    const { id } = (await client.json(`projects/${encodeURIComponent(project)}`, {})) as { id?: unknown };
    return typeof id === 'string' && /^[\da-f-]{32,38}$/i.test(id) ? id : null;
  } catch (error) {
    if (error instanceof ServerRefusal || error instanceof NotTheApi) return null;
    throw error;
  }
}

/** The youngest changeset below a path, or null when there is none. */
export async function youngestChangeset(client: TfvcClient, path: string): Promise<Changeset | null> {
  const query = { 'searchCriteria.itemPath': path, $top: 1, $orderby: 'id desc', maxCommentLength: 80 };
  const [first] = listOf(await client.json('tfvc/changesets', query));
  return first === undefined ? null : readChangeset(first);
}

/**
 * Changesets below a path in ascending order.
 * @param after those with a higher number come
 * @param upTo the last one wanted; null for all there are
 * @throws NotTheApi when they do not come in order
 */
export async function* listChangesets(
  client: TfvcClient,
  path: string,
  after: number,
  upTo: number | null,
  commentLength = LONGEST_COMMENT,
): AsyncGenerator<Changeset, void> {
  // Servers count the first number itself in or not: both are asked before the end is believed.
  for (let last = after, next = 0; ; ) {
    const page = listOf(
      await client.json('tfvc/changesets', {
        'searchCriteria.itemPath': path,
        'searchCriteria.fromId': last + next === 0 ? undefined : last + next,
        'searchCriteria.toId': upTo ?? undefined,
        $orderby: 'id asc',
        $top: CHANGESETS_A_PAGE,
        maxCommentLength: commentLength,
      }),
    ).map(readChangeset);
    const before = last;
    for (const changeset of page) {
      if (changeset.id <= before || (upTo !== null && changeset.id > upTo)) continue;
      if (changeset.id <= last) throw new NotTheApi('changesets out of order');
      last = changeset.id;
      yield changeset;
    }
    if (last > before) next = 0;
    else if (page.length > 0 && next === 0) next = 1;
    else return;
  }
}

/** One changeset, for its whole comment. */
export async function readWholeChangeset(client: TfvcClient, id: number): Promise<Changeset> {
  return readChangeset(
    (await client.json(`tfvc/changesets/${id}`, { maxCommentLength: LONGEST_COMMENT })) as Record<string, unknown>,
  );
}

/** Everything that a changeset changed. */
export async function listChanges(client: TfvcClient, changeset: number): Promise<Change[]> {
  return await inPages(
    (skip, top) => client.json(`tfvc/changesets/${changeset}/changes`, { $top: top, $skip: skip }),
    readChange,
    ({ path, kinds }) => `${path} ${[...kinds]}`,
  );
}

/** The project's labels. */
export async function listLabels(client: TfvcClient, scope: string): Promise<Label[]> {
  return await inPages(
    (skip, top) => client.json('tfvc/labels', { 'requestData.labelScope': scope, $top: top, $skip: skip }),
    readLabel,
    ({ id }) => id,
  );
}

/** Items of a label, with the versions that it names. */
export async function listLabelItems(client: TfvcClient, label: string): Promise<Item[]> {
  return await inPages(
    (skip, top) => client.json(`tfvc/labels/${encodeURIComponent(label)}/items`, { $top: top, $skip: skip }),
    readItem,
    ({ path }) => path,
  );
}

async function inPages<One>(
  ask: (skip: number, top: number) => Promise<unknown>,
  read: (json: Readonly<Record<string, unknown>>) => One,
  keyOf: (one: One) => string,
): Promise<One[]> {
  const all: One[] = [];
  let top = CHANGES_A_PAGE;
  let lastFirst: string | null = null;
  for (;;) {
    let page: One[];
    try {
      page = listOf(await ask(all.length, top)).map(read);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || top <= 10) throw error;
      top = Math.floor(top / 10);
      continue;
    }
    const [first] = page;
    if (first === undefined) return all;
    if (keyOf(first) === lastFirst) throw new NotTheApi('the same page again and again');
    lastFirst = keyOf(first);
    for (const entry of page) all.push(entry);
    if (page.length < Math.min(top, SMALLEST_PAGE)) return all;
  }
}

/** All branch objects of the collection. None where the server does not know of branches. */
export async function listBranches(client: TfvcClient, scope: string): Promise<BranchObject[]> {
  try {
    return readBranches(
      listOf(await client.json('tfvc/branches', { includeChildren: true, includeParent: true, includeDeleted: true })),
    );
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
    return readBranches(listOf(await client.json('tfvc/branches', { scopePath: scope, includeDeleted: true })));
  }
}

/**
 * Everything in a folder at a changeset, the folder itself included. In one answer, or folder by folder
 * where that is too large.
 * @throws ServerRefusal 404 when there was no such folder
 */
export async function* listTree(client: TfvcClient, path: string, version: number): AsyncGenerator<Item, void> {
  let whole: Item[] | null = null;
  try {
    whole = await list(client, path, 'Full', version);
  } catch (error) {
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (whole !== null) {
    yield* whole;
    return;
  }
  const open = [path];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const item of await listLevel(client, folder, version)) {
      const isItself = item.path.toLowerCase() === folder.toLowerCase();
      if (isItself && folder !== path) continue;
      yield item;
      if (item.isFolder && !isItself) open.push(item.path);
    }
  }
}

/** A folder and what lies directly in it. @param version null for the newest */
export function listLevel(client: TfvcClient, path: string, version: number | null): Promise<Item[]> {
  return list(client, path, 'OneLevel', version);
}

async function list(
  client: TfvcClient,
  path: string,
  recursionLevel: 'Full' | 'OneLevel' | 'None',
  version: number | null,
): Promise<Item[]> {
  const query = { scopePath: path, recursionLevel, ...(version === null ? {} : atVersion(version)) };
  return listOf(await client.json('tfvc/items', query))
    .filter((json) => !isDeleted(json))
    .map(readItem);
}

/** Whether something lay at a path at a changeset. */
export async function exists(client: TfvcClient, path: string, version: number): Promise<boolean> {
  try {
    return (await list(client, path, 'None', version)).length > 0;
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 404) return false;
    throw error;
  }
}
