/** Bookmarks that a repository of this disk writes down and hg does not know (mercurial/bookmarks.py, `_init`: it warns of a line that it cannot read, and is silent about a changeset that is not there). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wholeOwnFile } from './own-file.ts';
import type { NamedNode } from './repository.ts';
import { requirementsOf, sharedFolder } from './requirements.ts';

const NULL_NODE = '0'.repeat(40);
const NO_CHARACTER = '\ufffd';
const LONGEST_SHOWN = 100;

/**
 * @param known those that hg names
 * @returns lines of the list of bookmarks
 */
export function unreadBookmarks(repository: string, known: readonly NamedNode[]): string[] {
  const names = new Set(known.map(({ name }) => name));
  const text = wholeOwnFile(listOf(repository))?.toString('utf8') ?? '';
  return text.split('\n').flatMap((line) => {
    const [, node, name] = /^([\da-f]{40}) ([^\n]+)$/.exec(line.trim()) ?? [];
    // hg writes a name in the encoding of who made it: which of those it knows cannot be told.
    const isKnown = name !== undefined && (node === NULL_NODE || names.has(name) || name.includes(NO_CHARACTER));
    return isKnown || line.trim() === '' ? [] : [line.slice(0, LONGEST_SHOWN)];
  });
}

/** The file in which hg keeps them: in the store, beside it, or with the repository whose bookmarks this one shares. */
function listOf(repository: string): string {
  const own = join(repository, '.hg');
  const shared = existsSync(join(own, 'shared')) ? sharedFolder(repository) : null;
  const place = shared ?? own;
  return join(place, ...(requirementsOf(repository).has('bookmarksinstore') ? ['store'] : []), 'bookmarks');
}
