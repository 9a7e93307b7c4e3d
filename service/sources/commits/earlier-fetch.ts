/**
 * A source that is fetched as a whole, again: what was fetched before stays until everything new is there, so that it can
 * still be mapped when the source stops answering.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../../files/durable-file.ts';
import { flushTree } from '../../files/durable-tree.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { SourceContext } from '../source.ts';
import { KEPT_REVISIONS } from './kept-revisions.ts';

/** What a fetch leaves in an import's folder. */
const PARTS = ['staging.git', 'source.json', 'source', 'commit-count', 'lfs-pointers.json', KEPT_REVISIONS];

const freshFolder = (folder: string): string => join(folder, 'fetching');
/** Written when everything of the new fetch is there, with what that is; from then on it goes forward. */
const completeFile = (folder: string): string => join(freshFolder(folder), 'complete');

/**
 * Fetches into the import's folder, or beside what is there when that must stay.
 * @param compare says what of an earlier fetch, in the first folder, a new one in the second does not have
 */
export async function besideEarlier<Result>(
  context: SourceContext,
  fetch: (context: SourceContext) => Promise<Result>,
  compare: (before: string, after: string, signal: AbortSignal) => Promise<SourceChange[]>,
): Promise<Result> {
  const { folder } = context;
  await settleEarlier(folder);
  if (context.keepsEarlier !== true) return fetch(context);
  await mkdir(freshFolder(folder), { recursive: true });
  const result = await fetch({ ...context, folder: freshFolder(folder) });
  context.signal.throwIfAborted();
  if (context.onSourceChanges !== undefined && existsSync(join(folder, 'staging.git'))) {
    context.onSourceChanges(await compare(folder, freshFolder(folder), context.signal));
  }
  // What was fetched before goes when this is said.
  await flushTree(freshFolder(folder));
  const came = PARTS.filter((part) => existsSync(join(freshFolder(folder), part)));
  await writeDurably(completeFile(folder), came.join('\n'));
  await settleEarlier(folder);
  return result;
}

/** Puts a new fetch that is complete in place of the earlier one, and removes one that is not. */
export async function settleEarlier(folder: string): Promise<void> {
  if (existsSync(completeFile(folder))) {
    // Of those that came some may be in their place already, when that broke off. Earlier versions did not say which came.
    const came = (await readFile(completeFile(folder), 'utf8')).split('\n').filter(Boolean);
    for (const part of PARTS) {
      const fresh = join(freshFolder(folder), part);
      if (came.length > 0 && !came.includes(part)) await rm(join(folder, part), { recursive: true, force: true });
      if (!existsSync(fresh)) continue;
      await rm(join(folder, part), { recursive: true, force: true });
      await renamePatiently(fresh, join(folder, part));
    }
    await syncFolder(folder);
  }
  await rm(freshFolder(folder), { recursive: true, force: true });
}
