/** Looks into Git trees of the content store without building directories. */
import { endOfName } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';

const OID_BYTES = 20;

export interface TreeEntry {
  mode: string;
  /** Bytes as a latin1 string. */
  name: string;
  number: number;
}

export class TreeView {
  readonly store: ObjectStore;

  constructor(store: ObjectStore) {
    this.store = store;
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
    let at = tree;
    for (const name of path === '' ? [] : path.split('/')) {
      if (at < 0) return -1;
      at = this.#child(at, name);
    }
    return at;
  }

  #child(tree: number, name: string): number {
    const payload = this.store.read(tree);
    const wanted = Buffer.from(`40000 ${name}\0`, 'latin1');
    for (let at = 0; at < payload.length; ) {
      const nul = endOfName(payload, at);
      if (nul + 1 - at === wanted.length && payload.compare(wanted, 0, wanted.length, at, nul + 1) === 0) {
        return this.store.table.find(payload, nul + 1);
      }
      at = nul + 1 + OID_BYTES;
    }
    return -1;
  }
}
