/** What is asked of a server: projects, changesets, changes, branches and labels, page by page. */
import { type Sentence, say } from '../../../../language/sentence.ts';
import { fold, liesIn, serverPath } from '../paths.ts';
import {
  type BranchObject,
  type Change,
  type Changeset,
  type Item,
  type Label,
  readBranches,
  readChange,
  readChangeset,
  readItem,
  readLabel,
} from './answers.ts';
import type { Query, TfvcClient } from './client.ts';
import { AnswerTooLarge, NotTheApi, ServerRefusal } from './failures.ts';
import { listLevel } from './items.ts';
import { refusalOf, refusedWith } from './refusals.ts';

/** Servers send no more in one page, whatever is asked for. */
const CHANGESETS_A_PAGE = 256;
const CHANGES_A_PAGE = 1000;
/** A server that sends more than was asked for does not send more than this. */
const MOST_OF_A_PAGE = 20_000;
/** Servers that send fewer than asked for send no fewer than this (their default). */
const SMALLEST_PAGE = 100;
/** More than any label has. */
const MOST_LABEL_ITEMS = 1_000_000;
const LONGEST_COMMENT = 1_000_000;
/** Pages of one list without an entry, each with another one behind it. */
const MOST_EMPTY_PAGES = 1000;

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
    return typeof id === 'string' && isProjectId(id) ? id : null;
  } catch (error) {
    // A token with the scope Code (read) alone may not ask for projects.
    if ((await refusalOf(client, serverPath(project, ''), error)) !== null) return null;
    throw error;
  }
}

export function isProjectId(text: string): boolean {
  return /^[\da-f-]{32,38}$/i.test(text);
}

/** What a project is called, by its id (the vendor's "Projects, Get" takes either); null when the server does not tell it. */
export async function projectName(client: TfvcClient, id: string): Promise<string | null> {
  try {
    const { name } = (await client.json(`projects/${encodeURIComponent(id)}`, {})) as { name?: unknown };
    return typeof name === 'string' ? name : null;
  } catch (error) {
    if ((await refusalOf(client, '$/', error)) !== null) return null;
    throw error;
  }
}

/** The youngest changeset below a path, or null when there is none. */
export async function youngestChangeset(client: TfvcClient, path: string): Promise<Changeset | null> {
  const query = { 'searchCriteria.itemPath': path, $top: 1, $orderby: 'id desc', maxCommentLength: 80 };
  const [first] = await client.list('tfvc/changesets', query, readChangeset);
  return first ?? null;
}

/**
 * Changesets below a path in ascending order. Servers refuse numbers above the collection's newest changeset, so that
 * nothing behind `upTo` is asked for.
 * @param after those with a higher number come
 * @param upTo the last one wanted, which the server has named: `youngestChangeset`, or one that was fetched before
 * @throws NotTheApi when they do not come in order, or end before the last one
 */
export async function* listChangesets(
  client: TfvcClient,
  path: string,
  after: number,
  upTo: number,
  commentLength = LONGEST_COMMENT,
): AsyncGenerator<Changeset, void> {
  // Servers count the first number itself in or not: both are asked before the end is believed.
  for (let last = after, next = 0; last < upTo; ) {
    const range = { fromId: last + next === 0 ? undefined : last + next, toId: upTo };
    const page = await pageOfChangesets(client, path, range, commentLength);
    // A collection that was restored from a backup ends before what was fetched from it.
    if (page === null) return;
    const before = last;
    for (const changeset of page) {
      // One that is named twice in a row is one.
      if (changeset.id <= before || changeset.id === last || changeset.id > upTo) continue;
      if (changeset.id < last) throw new NotTheApi(say('changesets out of order'));
      last = changeset.id;
      yield changeset;
    }
    if (last > before) next = 0;
    else if (page.length > 0 && next === 0) next = 1;
    else throw new NotTheApi(say('a list of changesets that ends before its newest one'));
  }
}

/** One page, or null where the range ends behind the collection's newest changeset. */
async function pageOfChangesets(
  client: TfvcClient,
  path: string,
  { fromId, toId }: { fromId: number | undefined; toId: number },
  maxCommentLength: number,
): Promise<Changeset[] | null> {
  try {
    const query = {
      'searchCriteria.itemPath': path,
      'searchCriteria.fromId': fromId,
      'searchCriteria.toId': toId,
      $orderby: 'id asc',
      $top: CHANGESETS_A_PAGE,
      maxCommentLength,
    };
    return await client.list('tfvc/changesets', query, readChangeset, { most: MOST_OF_A_PAGE });
  } catch (error) {
    if (error instanceof ServerRefusal && isNoSuchChangeset(error)) return null;
    throw error;
  }
}

function isNoSuchChangeset({ status, type, message }: ServerRefusal): boolean {
  return status === 404 && (type === 'ChangesetNotFoundException' || message.includes('TF14019'));
}

/** One changeset, for its whole comment. */
export async function readWholeChangeset(client: TfvcClient, id: number): Promise<Changeset> {
  return readChangeset(
    (await client.json(`tfvc/changesets/${id}`, { maxCommentLength: LONGEST_COMMENT })) as Record<string, unknown>,
  );
}

/** Everything that a changeset changed. */
export async function listChanges(client: TfvcClient, changeset: number): Promise<Change[]> {
  // Newer servers say where the next page begins; older ones are told how many to leave out.
  let next: string | undefined;
  const onHeaders = (headers: Headers) => {
    next = headers.get('x-ms-continuationtoken') || undefined;
  };
  return await inPages(
    (skip, top) => {
      const from = next === undefined ? { $skip: skip } : { continuationToken: next };
      return client.list(`tfvc/changesets/${changeset}/changes`, { $top: top, ...from }, readChange, {
        onHeaders,
        kind: 'changes',
        most: MOST_OF_A_PAGE,
      });
    },
    ({ path, kinds }) => `${path} ${[...kinds]}`,
    { next: () => next },
  );
}

/** The project's labels. */
export async function listLabels(client: TfvcClient, scope: string): Promise<Label[]> {
  return await inPages(
    (skip, top) => client.list('tfvc/labels', { 'requestData.labelScope': scope, $top: top, $skip: skip }, readLabel),
    ({ id }) => id,
  );
}

/**
 * Items of a label, with the versions that it names. In one answer where the server gives them so: it works through the
 * whole label for each page.
 */
export async function listLabelItems(client: TfvcClient, label: string): Promise<Item[]> {
  const path = `tfvc/labels/${encodeURIComponent(label)}`;
  const most = { 'requestData.maxItemCount': MOST_LABEL_ITEMS, maxItemCount: MOST_LABEL_ITEMS };
  let items: Item[] = [];
  try {
    items = await client.list(path, most, readItem, { name: 'items' });
  } catch (error) {
    if (!(error instanceof ServerRefusal || error instanceof NotTheApi)) throw error;
  }
  // A round number may be where a limit of the server's own has cut.
  if (items.length % SMALLEST_PAGE !== 0) return items;
  const more = await inPages(
    (skip, top) => client.list(`${path}/items`, { $top: top, $skip: items.length + skip }, readItem),
    ({ path: item }) => item,
    { aPage: MOST_LABEL_ITEMS },
  );
  return [...items, ...more];
}

async function inPages<One>(
  ask: (skip: number, top: number) => Promise<One[]>,
  keyOf: (one: One) => string,
  { aPage = CHANGES_A_PAGE, next = () => undefined }: { aPage?: number; next?(): string | undefined } = {},
): Promise<One[]> {
  const all: One[] = [];
  let top = aPage;
  let lastFirst: string | null = null;
  let isSure = true;
  let empty = 0;
  for (;;) {
    const from = next();
    let page: One[];
    try {
      page = await ask(all.length, top);
    } catch (error) {
      // Nothing was expected behind what was asked for only to be sure.
      if (!isSure && error instanceof ServerRefusal) return all;
      if (!(error instanceof AnswerTooLarge) || top <= 10) throw error;
      top = Math.floor(top / 10);
      continue;
    }
    const [first] = page;
    if (first === undefined) {
      if (next() === undefined) return all;
      // All that a page held may be hidden from this account; what lies behind it is not.
      if (next() === from || ++empty > MOST_EMPTY_PAGES)
        throw new NotTheApi(say('an empty page with another one behind it'));
      continue;
    }
    if (keyOf(first) === lastFirst) throw new NotTheApi(say('the same page again and again'));
    lastFirst = keyOf(first);
    for (const entry of page) all.push(entry);
    if (page.length < Math.min(top, SMALLEST_PAGE) && next() === undefined) {
      if (!isRound(page.length)) return all;
      isSure = false;
    } else isSure = true;
  }
}

/** Whether a number of entries may be where a limit of the server's own has cut: 10, 16, 25, 50, … */
function isRound(count: number): boolean {
  return count >= 10 && (count % 10 === 0 || count % 25 === 0 || (count & (count - 1)) === 0);
}

export interface BranchAnswers {
  branches: BranchObject[];
  /** What the server said instead of an answer, each time that it refused. */
  refused: Sentence[];
}

/**
 * The branch objects below a path: deleted ones from a flat list, parents from the tree of living ones. A collection
 * with two branches of one path, one of them deleted, may refuse the tree of both.
 */
export async function listBranches(client: TfvcClient, scope: string): Promise<BranchAnswers> {
  const refused: Sentence[] = [];
  const ask = async (query: Query): Promise<BranchObject[]> => {
    try {
      const read = (tries?: number) =>
        client.list('tfvc/branches', query, (json) => readBranches([json]), { ...(tries ? { tries } : {}) });
      // What a server cannot work out is not worth long waits; one that is busy is.
      return (
        await read(3).catch((error: unknown) => {
          if ((refusedWith(error) ?? 500) === 500) throw error;
          return read();
        })
      ).flat();
    } catch (error) {
      const said = await refusalOf(client, scope, error);
      if (said === null) throw error;
      refused.push(said);
      return [];
    }
  };
  const [flat, tree] = await Promise.all([
    ask({ scopePath: scope, includeDeleted: true }),
    ask({ includeChildren: true, includeParent: true }),
  ]);
  const parents = new Map(tree.map(({ path, parent }) => [fold(path), parent]));
  const living = new Set(flat.flatMap(({ path, deleted }) => (deleted ? [] : [fold(path)])));
  return {
    branches: [
      ...flat.map((branch) =>
        branch.deleted ? branch : { ...branch, parent: branch.parent ?? parents.get(fold(branch.path)) ?? null },
      ),
      ...tree.filter(({ path }) => liesIn(fold(path), fold(scope)) && !living.has(fold(path))),
    ],
    refused,
  };
}
