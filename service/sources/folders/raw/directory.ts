/**
 * A directory of a history in memory, mirroring one Git tree object. Directories load from the object store
 * when they are first looked into, so that copying a folder costs nothing and memory holds only what changes.
 */
import { endOfName } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';

export const MODE_FILE = '100644';
export const MODE_EXECUTABLE = '100755';
export const MODE_SYMLINK = '120000';
export const MODE_DIRECTORY = '40000';

/** A file's `svn:executable` and `svn:special` properties. */
export const EXECUTABLE = 1;
export const SPECIAL = 2;

const OID_BYTES = 20;

export interface Entry {
  /** Bytes of the name as a latin1 string. */
  name: string;
  /** Git's sort key: a directory's name counts with a trailing slash. */
  key: string;
  mode: string;
  /** The directory, or null for a file. */
  child: Directory | null;
  /** Object number of a file's blob. */
  blob: number;
  /** EXECUTABLE | SPECIAL of a file. */
  flags: number;
  /** Where the entry stands in the tree object last written; -1 when it is not there or has changed. */
  at: number;
  /** Object number that stands there. */
  written: number;
}

/** Where what trees cannot say is kept; see `facts.ts`. */
export interface DirectoryFacts {
  /** Completes a directory that was just read from its Git tree. */
  restore(directory: Directory, number: number): void;
}

export class Directory {
  /** Object number of the Git tree last written; -1 while there is none (no file anywhere below). */
  tree: number;
  /** Object number in the facts store; -1 when there is nothing to remember. */
  facts: number;
  treeChanged = false;
  factsChanged = false;
  /** Children whose own tree or facts must be written first. */
  readonly changedChildren = new Set<Directory>();
  /** Directory properties that mapping or the report needs; see `facts.ts`. */
  properties = new Map<string, string>();
  /** Sorted by key. */
  #sorted: Entry[] = [];
  #byName: Map<string, Entry> | null;
  /** Bytes of the tree object last written. */
  payloadLength = 0;
  /** Its key in the folder above, while it is in one. */
  #key = '';
  /** How many entries at the beginning, and at the end, stand as they do in the tree object last written. */
  #sameBefore = 0;
  #sameBehind = 0;

  constructor(tree: number, facts: number) {
    this.tree = tree;
    this.facts = facts;
    this.#byName = tree < 0 && facts < 0 ? new Map() : null;
  }

  get loaded(): boolean {
    return this.#byName !== null;
  }

  /** Reads the entries from the stores unless that has happened. */
  load(store: ObjectStore, facts: DirectoryFacts): void {
    if (this.#byName !== null) return;
    const byName = new Map<string, Entry>();
    this.#byName = byName;
    if (this.tree >= 0) {
      const payload = store.read(this.tree);
      this.payloadLength = payload.length;
      for (let at = 0; at < payload.length; ) {
        const space = payload.indexOf(0x20, at);
        const nul = endOfName(payload, space);
        const mode = payload.toString('latin1', at, space);
        const name = payload.toString('latin1', space + 1, nul);
        const number = store.table.find(payload, nul + 1);
        const directory = mode === MODE_DIRECTORY;
        const entry: Entry = {
          name,
          key: directory ? `${name}/` : name,
          mode,
          child: directory ? new Directory(number, -1) : null,
          blob: directory ? -1 : number,
          flags: mode === MODE_EXECUTABLE ? EXECUTABLE : mode === MODE_SYMLINK ? SPECIAL : 0,
          at,
          written: number,
        };
        if (entry.child !== null) entry.child.#key = entry.key;
        this.#sorted.push(entry);
        byName.set(name, entry);
        at = nul + 1 + OID_BYTES;
      }
      this.noteWritten();
    }
    if (this.facts >= 0) facts.restore(this, this.facts);
  }

  get(name: string): Entry | undefined {
    return this.#map().get(name);
  }

  get entries(): readonly Entry[] {
    this.#map();
    return this.#sorted;
  }

  /** The entries that may stand otherwise than in the tree object last written: from `first` to before `last`. */
  get changed(): { first: number; last: number } {
    const { length } = this.#sorted;
    const first = Math.min(this.#sameBefore, length);
    return { first, last: length - Math.min(this.#sameBehind, length - first) };
  }

  /** All entries stand in a tree object now, or are nothing that stands in one. */
  noteWritten(): void {
    this.#sameBefore = this.#sorted.length;
    this.#sameBehind = this.#sorted.length;
  }

  /** The tree of a directory in this one is another. */
  noteChild(child: Directory): void {
    const position = this.#position(child.#key);
    if (this.#sorted[position]?.child === child) this.#noteAt(position, this.#sorted.length);
    else this.#noteAt(0, 0);
  }

  get size(): number {
    return this.#sorted.length;
  }

  setFile(name: string, mode: string, blob: number, flags: number): void {
    const known = this.#map().get(name);
    if (known !== undefined && known.child === null) {
      known.mode = mode;
      known.blob = blob;
      known.flags = flags;
      known.at = -1;
      this.#noteAt(this.#position(known.key), this.#sorted.length);
      return;
    }
    if (known !== undefined) this.remove(name);
    this.#insert({ name, key: name, mode, child: null, blob, flags, at: -1, written: -1 });
  }

  setDirectory(name: string, child: Directory): void {
    if (this.#map().has(name)) this.remove(name);
    this.#insert({ name, key: `${name}/`, mode: MODE_DIRECTORY, child, blob: -1, flags: 0, at: -1, written: -1 });
  }

  /** @returns whether there was such an entry */
  remove(name: string): boolean {
    const map = this.#map();
    const entry = map.get(name);
    if (entry === undefined) return false;
    map.delete(name);
    const position = this.#position(entry.key);
    this.#noteAt(position, this.#sorted.length);
    this.#sorted.splice(position, 1);
    if (entry.child !== null) this.changedChildren.delete(entry.child);
    return true;
  }

  #map(): Map<string, Entry> {
    if (this.#byName === null) throw new Error('a directory was used before it was loaded');
    return this.#byName;
  }

  #insert(entry: Entry): void {
    this.#map().set(entry.name, entry);
    if (entry.child !== null) entry.child.#key = entry.key;
    const position = this.#position(entry.key);
    this.#sorted.splice(position, 0, entry);
    this.#noteAt(position, this.#sorted.length);
  }

  /** @param length how many entries there are with the one at `position`; 0 when nothing is known to be as it was */
  #noteAt(position: number, length: number): void {
    this.#sameBefore = Math.min(this.#sameBefore, position);
    this.#sameBehind = Math.min(this.#sameBehind, Math.max(0, length - 1 - position));
  }

  /** First position whose key is not less than `key`. */
  #position(key: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as Entry).key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
