/** Entries of a Git tree (git's `Documentation/gitformat`), with names as bytes in latin1. */
import { endOfName } from '../../../git/pack/entry.ts';

export interface TreeEntry {
  mode: string;
  name: string;
  oid: Buffer;
}

export function readEntries(tree: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const space = tree.indexOf(0x20, at);
    const end = endOfName(tree, space);
    entries.push({
      mode: tree.toString('latin1', at, space),
      name: tree.toString('latin1', space + 1, end),
      oid: Buffer.from(tree.subarray(end + 1, end + 21)),
    });
    at = end + 21;
  }
  return entries;
}

/** In Git's order: folders as if a slash stood behind their names. */
export function treeBytes(entries: readonly TreeEntry[]): Buffer {
  const key = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name);
  const sorted = [...entries].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), oid]));
}
