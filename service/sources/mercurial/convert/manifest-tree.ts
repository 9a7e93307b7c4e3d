/** A manifest as Git's trees: folders load when they are looked into, and only changed ones are written. */
import { say } from '../../../../language/sentence.ts';
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { endOfName, FRAME, framed, hashFramed, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { BundleError } from '../bundle/byte-reader.ts';

const MODE_FOLDER = '40000';
const OID_BYTES = 20;
/** Trees up to this many bytes are stored whole: reading them back needs no base. */
const WHOLE_TREE = 512;
/** Entries held in memory before all folders are dropped and read again as needed. */
const MOST_LOADED = 400_000;

interface Entry {
  name: string;
  /** Git's sort key: a folder's name counts with a trailing slash. */
  key: string;
  mode: string;
  /** The folder; null for a file. */
  folder: Folder | null;
  /** Object number of a file's blob. */
  blob: number;
  /** Where the entry stands in the tree last written; -1 when it is not there. */
  at: number;
  /** Whether it is not as it was in the tree last written. */
  changed: boolean;
}

/** One folder, mirroring one tree object. */
class Folder {
  /** Object number of the tree last written; -1 without one. */
  tree: number;
  /** Bytes of the tree last written. */
  length = 0;
  changed = false;
  /** Whether entries came or went or have another mode, so that others stand elsewhere. */
  reshaped = false;
  #sorted: Entry[] = [];
  #byName: Map<string, Entry> | null;

  constructor(tree: number) {
    this.tree = tree;
    this.#byName = tree < 0 ? new Map() : null;
  }

  get entries(): readonly Entry[] {
    return this.#sorted;
  }

  /** @returns how many entries were read */
  load(store: ObjectStore): number {
    if (this.#byName !== null) return 0;
    this.#byName = new Map();
    const payload = store.read(this.tree);
    this.length = payload.length;
    for (let at = 0; at < payload.length; ) {
      const space = payload.indexOf(0x20, at);
      const nul = endOfName(payload, space);
      const mode = payload.toString('latin1', at, space);
      const name = payload.toString('latin1', space + 1, nul);
      const number = store.table.find(payload, nul + 1);
      const isFolder = mode === MODE_FOLDER;
      const entry: Entry = {
        name,
        key: isFolder ? `${name}/` : name,
        mode,
        folder: isFolder ? new Folder(number) : null,
        blob: isFolder ? -1 : number,
        at,
        changed: false,
      };
      this.#sorted.push(entry);
      this.#byName.set(name, entry);
      at = nul + 1 + OID_BYTES;
    }
    return this.#sorted.length;
  }

  get(name: string): Entry | undefined {
    return this.#byName?.get(name);
  }

  insert(entry: Entry): void {
    this.reshaped = true;
    this.#byName?.set(entry.name, entry);
    this.#sorted.splice(this.#position(entry.key), 0, entry);
  }

  remove(entry: Entry): void {
    this.reshaped = true;
    this.#byName?.delete(entry.name);
    this.#sorted.splice(this.#position(entry.key), 1);
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

export class ManifestTree {
  readonly #store: ObjectStore;
  readonly #builder = new DeltaBuilder();
  #root: Folder;
  #loaded = 0;

  /** @param tree object number of the tree to start from; -1 for the empty one */
  constructor(store: ObjectStore, tree: number) {
    this.#store = store;
    this.#root = new Folder(tree);
  }

  /** The tree that is shown now; -1 for the empty one. Only after `write`. */
  get tree(): number {
    return this.#root.tree;
  }

  /** Goes on from another tree. */
  show(tree: number): void {
    if (this.#root.tree === tree && !this.#root.changed && this.#loaded <= MOST_LOADED) return;
    this.#root = new Folder(tree);
    this.#loaded = 0;
  }

  /** Removes a file; one that is not there is an error of the source. @throws BundleError */
  remove(path: string): void {
    const chain = this.#chain(path, false);
    const folder = chain.at(-1) as Folder;
    const entry = folder.get(path.slice(path.lastIndexOf('/') + 1));
    if (entry === undefined || entry.folder !== null)
      throw new BundleError(say('its manifest removes a file that is not there'));
    folder.remove(entry);
    for (const each of chain) each.changed = true;
    this.#prune(path, chain);
  }

  /** Sets a file. @throws BundleError when a file and a folder want the same name */
  set(path: string, mode: string, blob: number): void {
    const chain = this.#chain(path, true);
    const folder = chain.at(-1) as Folder;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const entry = folder.get(name);
    if (entry === undefined) folder.insert({ name, key: name, mode, folder: null, blob, at: -1, changed: true });
    else {
      if (entry.folder !== null) throw clash();
      if (entry.mode !== mode) folder.reshaped = true;
      entry.mode = mode;
      entry.blob = blob;
      entry.changed = true;
    }
    for (const each of chain) each.changed = true;
  }

  /** Whether a file or a folder lies there. */
  has(path: string): boolean {
    let folder: Folder | null = this.#root;
    for (const name of path.split('/')) {
      const entry: Entry | undefined = folder === null ? undefined : this.#load(folder).get(name);
      if (entry === undefined) return false;
      folder = entry.folder;
    }
    return true;
  }

  /** Writes what changed. @returns the object number of the tree, -1 for the empty one */
  write(): number {
    this.#write(this.#root);
    return this.#root.tree;
  }

  /** Loaded folders from the root to the one that holds `path`. */
  #chain(path: string, make: boolean): Folder[] {
    const chain = [this.#load(this.#root)];
    let from = 0;
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      const name = path.slice(from, slash);
      const parent = chain.at(-1) as Folder;
      let entry = parent.get(name);
      if (entry === undefined) {
        if (!make) throw new BundleError(say('its manifest removes a file that is not there'));
        entry = { name, key: `${name}/`, mode: MODE_FOLDER, folder: new Folder(-1), blob: -1, at: -1, changed: true };
        parent.insert(entry);
      }
      if (entry.folder === null) throw clash();
      chain.push(this.#load(entry.folder));
      from = slash + 1;
    }
    return chain;
  }

  #load(folder: Folder): Folder {
    this.#loaded += folder.load(this.#store);
    return folder;
  }

  /** Git has no empty folders. */
  #prune(path: string, chain: Folder[]): void {
    const names = path.split('/');
    for (let depth = chain.length - 1; depth > 0; depth--) {
      if ((chain[depth] as Folder).entries.length > 0) return;
      const parent = chain[depth - 1] as Folder;
      parent.remove(parent.get(names[depth - 1] as string) as Entry);
    }
  }

  #write(folder: Folder): void {
    if (!folder.changed) return;
    let size = 0;
    for (const entry of folder.entries) {
      if (entry.folder?.changed === true) {
        this.#write(entry.folder);
        entry.changed = true;
      }
      size += lengthOf(entry);
    }
    folder.changed = false;
    if (size === 0) {
      folder.tree = -1;
      folder.length = 0;
      return;
    }
    const builder = folder.tree >= 0 && size > WHOLE_TREE && folder.length > WHOLE_TREE ? this.#builder : null;
    builder?.start(folder.length, size, size >> 1);
    const bytes =
      folder.reshaped || folder.tree < 0
        ? this.#allEntries(folder, size, builder)
        : this.#newIds(folder, size, builder);
    folder.reshaped = false;
    const oid = hashFramed(OBJECT_TREE, bytes);
    const known = this.#store.table.find(oid);
    const payload = bytes.subarray(FRAME);
    folder.length = size;
    if (known >= 0) folder.tree = known;
    else if (builder === null) folder.tree = this.#store.addNew(OBJECT_TREE, oid, payload);
    else folder.tree = this.#store.addDelta(OBJECT_TREE, oid, payload, folder.tree, builder.finish());
  }

  #allEntries(folder: Folder, size: number, builder: DeltaBuilder | null): Buffer {
    const bytes = framed(size);
    let to = FRAME;
    for (const entry of folder.entries) {
      const start = to;
      to += bytes.write(entry.mode, to, 'latin1');
      bytes[to++] = 0x20;
      to += bytes.write(entry.name, to, 'latin1');
      bytes[to++] = 0;
      this.#store.table.copyOid(idOf(entry), bytes, to);
      to += OID_BYTES;
      if (entry.at < 0 || entry.changed) builder?.insert(bytes, start, to);
      else builder?.copy(entry.at, to - start);
      entry.at = start - FRAME;
      entry.changed = false;
    }
    return bytes;
  }

  /** The tree last written with other ids in it: the usual change of a large folder. */
  #newIds(folder: Folder, size: number, builder: DeltaBuilder | null): Buffer {
    const bytes = framed(size);
    this.#store.read(folder.tree).copy(bytes, FRAME);
    let same = 0;
    for (const entry of folder.entries) {
      if (!entry.changed) continue;
      const end = entry.at + lengthOf(entry);
      this.#store.table.copyOid(idOf(entry), bytes, FRAME + end - OID_BYTES);
      if (entry.at > same) builder?.copy(same, entry.at - same);
      builder?.insert(bytes, FRAME + entry.at, FRAME + end);
      same = end;
      entry.changed = false;
    }
    if (size > same) builder?.copy(same, size - same);
    return bytes;
  }
}

/** Bytes that an entry takes in a tree. */
function lengthOf(entry: Entry): number {
  return entry.mode.length + entry.name.length + 2 + OID_BYTES;
}

function idOf(entry: Entry): number {
  return entry.folder === null ? entry.blob : entry.folder.tree;
}

function clash(): BundleError {
  return new BundleError(say('its manifest has a file and a folder of one name'));
}
