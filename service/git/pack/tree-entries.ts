/** Entries of a Git tree (git's `Documentation/gitformat`), with names as bytes in latin1. */
import { endOfName } from './entry.ts';

const SPACE = 0x20;

export interface TreeEntry {
  mode: string;
  name: string;
  oid: Buffer;
}

/** @param idBytes 20, or 32 in repositories of SHA-256 @throws RangeError for what is no tree */
export function readEntries(tree: Buffer, idBytes = 20): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const end = endOfName(tree, space);
    entries.push({
      mode: tree.toString('latin1', at, space),
      name: tree.toString('latin1', space + 1, end),
      oid: Buffer.from(tree.subarray(end + 1, end + 1 + idBytes)),
    });
    at = end + 1 + idBytes;
  }
  return entries;
}

/** In Git's order: folders as if a slash stood behind their names. */
export function treeBytes(entries: readonly TreeEntry[]): Buffer {
  const key = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), oid]));
}

/** Whether the entry that begins at `at` is a folder's: only its mode has five digits (40000). */
export function isFolder(tree: Buffer, at: number): boolean {
  return tree[at + 5] === SPACE;
}

/** Where the name of the entry that begins at `at` begins. */
export function startOfName(tree: Buffer, at: number): number {
  return at + (isFolder(tree, at) ? 6 : 7);
}
