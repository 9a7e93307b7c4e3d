/** The entries of one tree object: `<mode> <name>\0<20 bytes of id>` each (Git's object format). */

const OID_BYTES = 20;

export type EntryKind = 'tree' | 'file' | 'link' | 'submodule';

/** One entry by its places in the tree's bytes; the same object is given for every entry. */
export interface TreeEntry {
  kind: EntryKind;
  /** Where the entry, its name and its id start. */
  start: number;
  name: number;
  oid: number;
}

/**
 * Calls `act` for each entry.
 * @throws RangeError for bytes that are no tree
 */
export function forEachEntry(tree: Buffer, act: (entry: TreeEntry) => void): void {
  const entry: TreeEntry = { kind: 'file', start: 0, name: 0, oid: 0 };
  for (let at = 0; at < tree.length; at = entry.oid + OID_BYTES) {
    entry.start = at;
    entry.kind = kindOf(tree, at);
    while (tree[at] !== 0x20) if (++at >= tree.length) throw new RangeError('a tree ends inside a mode');
    entry.name = at + 1;
    while (tree[at] !== 0) if (++at >= tree.length) throw new RangeError('a tree ends inside a name');
    entry.oid = at + 1;
    if (entry.oid + OID_BYTES > tree.length) throw new RangeError('a tree ends inside an id');
    act(entry);
  }
}

/** Modes: 40000 (old programs wrote 040000), 100644 and the like, 120000, 160000. */
function kindOf(tree: Buffer, start: number): EntryKind {
  const at = tree[start] === 0x30 ? start + 1 : start;
  if (tree[at] === 0x34) return 'tree';
  const second = tree[at + 1];
  return second === 0x32 ? 'link' : second === 0x36 ? 'submodule' : 'file';
}

/** An entry's name, one character a byte. */
export function nameOf(tree: Buffer, entry: TreeEntry): string {
  return tree.toString('latin1', entry.name, entry.oid - 1);
}

/** Git's order of entries: by bytes, a folder as if its name ended with a slash. */
export function isBefore(tree: Buffer, entry: TreeEntry, fileName: string): boolean {
  const name = nameOf(tree, entry);
  return (entry.kind === 'tree' ? `${name}/` : name) < fileName;
}
