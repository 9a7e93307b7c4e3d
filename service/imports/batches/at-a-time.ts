import { setImmediate as breathe } from 'node:timers/promises';

/** Lines of a list that are looked at together: nearly all of their time goes into waiting for the disk, call by call. */
export const LINES_AT_ONCE = 8;

/** @returns what comes of each, in order; between some of them others have their turn */
export async function atATime<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += count) {
    results.push(...(await Promise.all(items.slice(at, at + count).map(work))));
    await breathe();
  }
  return results;
}
