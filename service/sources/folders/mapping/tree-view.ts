/** Looks into Git trees of the content store without building directories. */
import { endOfName } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { type FoundEntry, TreeFinder } from '../../../git/pack/tree-finder.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';

const OID_BYTES = 20;

export interface TreeEntry {
  mode: string;
  /** Bytes as a latin1 string. */
  name: string;
  number: number;
}

export class TreeView {
  readonly store: ObjectStore;
  readonly #finder: TreeFinder;

  constructor(store: ObjectStore) {
    this.store = store;
    this.#finder = new TreeFinder(store);
  }

  list(tree: number): TreeEntry[] {
    if (tree < 0) return [];
    const payload = this.store.read(tree);
    const entries: TreeEntry[] = [];
    for (let at = 0; at < payload.length; ) {
      const space = payload.indexOf(0x20, at);
      const nul = endOfName(payload, space);
      entries.push({
        mode: payload.toString('latin1', at, space),
        name: payload.toString('latin1', space + 1, nul),
        number: this.store.table.find(payload, nul + 1),
      });
      at = nul + 1 + OID_BYTES;
    }
    return entries;
  }

  /** Content of a blob, bytes as a latin1 string. @param id 40 hex digits */
  read(id: string): string {
    return this.store.read(this.store.table.find(Buffer.from(id, 'hex'))).toString('latin1');
  }

  /** Object number of the folder at `path` below `tree`, or -1 when there is no such folder with a file in it. */
  folder(tree: number, path: string): number {
    if (path === '') return tree;
    const entry = this.entry(tree, path);
    return entry?.mode === MODE_DIRECTORY ? entry.number : -1;
  }

  /** What is at `path` (not '') below `tree`; null for nothing, or a folder without any file in it. */
  entry(tree: number, path: string): FoundEntry | null {
    let at = tree;
    for (let from = 0; ; ) {
      if (at < 0) return null;
      const slash = path.indexOf('/', from);
      const entry = this.#finder.find(at, path.slice(0, from), path.slice(from, slash < 0 ? undefined : slash));
      if (slash < 0 || entry === null) return entry;
      at = entry.mode === MODE_DIRECTORY ? entry.number : -1;
      from = slash + 1;
    }
  }
}
