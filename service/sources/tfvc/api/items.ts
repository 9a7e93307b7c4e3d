/** What lies where at a changeset, as the server lists it. */
import { say } from '../../../../language/sentence.ts';
import { fold } from '../paths.ts';
import { type Item, isDeleted, listsOf, readItem } from './answers.ts';
import { atVersion, type TfvcClient } from './client.ts';
import { AnswerTooLarge, NotTheApi, ServerRefusal } from './failures.ts';

/**
 * Items at changesets as listings show them; null for those that are not there.
 * @throws ServerRefusal when the server answers none of them
 */
export async function readItems(
  client: TfvcClient,
  wanted: readonly { path: string; version: number }[],
): Promise<(Item | null)[]> {
  const itemDescriptors = wanted.map(({ path, version }) => ({ path, version, versionType: 'changeset' }));
  const lists = listsOf(await client.json('tfvc/itembatch', {}, { itemDescriptors }));
  if (lists.length !== wanted.length) throw new NotTheApi(say('a batch with another number of answers'));
  return wanted.map((_, index) => {
    const [json] = lists[index] ?? [];
    return json === undefined || isDeleted(json) ? null : readItem(json);
  });
}

/** The item at a path at a changeset, or null. */
export async function readOneItem(client: TfvcClient, path: string, version: number): Promise<Item | null> {
  try {
    return (await list(client, path, 'None', version))[0] ?? null;
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 404) return null;
    throw error;
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
      const isItself = fold(item.path) === fold(folder);
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
  const items = await client.list('tfvc/items', query, (json) => (isDeleted(json) ? null : readItem(json)));
  return items.filter((item) => item !== null);
}

/** Whether something lay at a path at a changeset. */
export async function exists(client: TfvcClient, path: string, version: number): Promise<boolean> {
  return (await readOneItem(client, path, version)) !== null;
}
