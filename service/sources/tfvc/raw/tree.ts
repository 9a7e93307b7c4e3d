/** The project's tree in memory, found by names whose case does not matter and stored with the case that they have. */
import { showPath } from '../../../git/names/bytes.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { Directory, type Entry, MODE_FILE, MODE_SYMLINK, SPECIAL } from '../../folders/raw/directory.ts';
import type { FactsStore } from '../../folders/raw/facts.ts';
import { TreeWriter } from '../../folders/raw/tree-writer.ts';
import { fold } from '../paths.ts';

/** Entries held in memory before all are dropped and read again as needed. */
const MAX_LOADED_ENTRIES = 400_000;

/** Object numbers of the tree and of its facts (empty folders); -1 for none. */
export interface TreeRoot {
  tree: number;
  facts: number;
}

/** Where something stands. Paths are as stored: bytes as latin1 strings. */
export interface Found {
  path: string;
  entry: Entry;
}

export class ProjectTree {
  readonly #store: ObjectStore;
  readonly #facts: FactsStore;
  readonly #writer: TreeWriter;
  #root: Directory;
  /** Names as stored by names folded, for folders in which one was not found as written. */
  #folded = new WeakMap<Directory, Map<string, string>>();
  #loadedEntries = 0;

  constructor(store: ObjectStore, facts: FactsStore, start: TreeRoot) {
    this.#store = store;
    this.#facts = facts;
    this.#writer = new TreeWriter(store, facts);
    this.#root = new Directory(start.tree, start.facts);
  }

  find(path: string): Found | null {
    const names = path.split('/');
    let at = this.#root;
    const real: string[] = [];
    for (const [index, name] of names.entries()) {
      this.#load(at);
      const entry = this.#entry(at, name);
      if (entry === undefined) return null;
      real.push(entry.name);
      if (index === names.length - 1) return { path: real.join('/'), entry };
      if (entry.child === null) return null;
      at = entry.child;
    }
    return null;
  }

  /** The innermost folder that is there of those that a path lies in, or the path itself; null where there is none. */
  folderAround(path: string): string | null {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = this.find(at);
      if (found?.entry.child) return found.path;
    }
    return null;
  }

  /** A path in the case that its parts have here, as far as they are there. */
  inStoredCase(path: string): string {
    const names = path.split('/');
    let at: Directory | null = this.#root;
    for (const [index, name] of names.entries()) {
      if (at === null) break;
      this.#load(at);
      const entry = this.#entry(at, name);
      if (entry === undefined) break;
      names[index] = entry.name;
      at = entry.child;
    }
    return names.join('/');
  }

  /** Takes away a file or a whole folder. @returns what it was, or null when there was nothing */
  remove(path: string): Found | null {
    const found = this.find(path);
    if (found === null) return null;
    const chain = this.#chainTo(found.path);
    const parent = chain[chain.length - 1] as Directory;
    parent.remove(found.entry.name);
    this.#folded.get(parent)?.delete(fold(showPath(found.entry.name)));
    this.#mark(chain);
    return found;
  }

  /** Empties the whole project. */
  clear(): void {
    this.#root = new Directory(-1, -1);
    this.#root.treeChanged = true;
  }

  /**
   * Makes a folder and those above it where they are missing. A file in the way goes.
   * @param made told of each folder that is new, the upper ones first
   * @returns its path as stored
   */
  makeFolder(path: string, made: (path: string) => void): string {
    if (path === '') return '';
    const real: string[] = [];
    let chain: Directory[] = [this.#root];
    for (const name of path.split('/')) {
      const parent = chain[chain.length - 1] as Directory;
      this.#load(parent);
      let entry = this.#entry(parent, name);
      if (entry?.child === null) {
        this.remove([...real, entry.name].join('/'));
        entry = undefined;
      }
      let child = entry?.child ?? null;
      if (child === null) {
        child = new Directory(-1, -1);
        child.factsChanged = true;
        parent.setDirectory(name, child);
        this.#folded.get(parent)?.set(fold(showPath(name)), name);
        this.#mark([...chain, child]);
        this.#loadedEntries += 1;
        real.push(name);
        made(real.join('/'));
      } else {
        real.push((entry as Entry).name);
        this.#load(child);
      }
      chain = [...chain, child];
    }
    return real.join('/');
  }

  /**
   * Puts a file in place of whatever stands there.
   * @param folder the folder's path as `makeFolder` returned it
   * @returns the path as stored, and whether a folder gave way
   */
  putFile(folder: string, name: string, blob: number, isLink: boolean): { path: string; replacedFolder: boolean } {
    const chain = this.#chainTo(folder === '' ? name : `${folder}/${name}`);
    const parent = chain[chain.length - 1] as Directory;
    this.#load(parent);
    const known = this.#entry(parent, name);
    const stored = known?.name ?? name;
    parent.setFile(stored, isLink ? MODE_SYMLINK : MODE_FILE, blob, isLink ? SPECIAL : 0);
    this.#folded.get(parent)?.set(fold(showPath(stored)), stored);
    this.#mark(chain);
    this.#loadedEntries += 1;
    return {
      path: folder === '' ? stored : `${folder}/${stored}`,
      replacedFolder: known !== undefined && known.child !== null,
    };
  }

  /** Writes what changed since the last time. */
  write(): TreeRoot {
    this.#writer.write(this.#root);
    const { tree, facts } = this.#root;
    if (this.#loadedEntries > MAX_LOADED_ENTRIES) {
      this.#root = new Directory(tree, facts);
      this.#folded = new WeakMap();
      this.#loadedEntries = 0;
    }
    return { tree, facts };
  }

  #entry(directory: Directory, name: string): Entry | undefined {
    const exact = directory.get(name);
    if (exact !== undefined) return exact;
    let folded = this.#folded.get(directory);
    if (folded === undefined) {
      folded = new Map(directory.entries.map((entry) => [fold(showPath(entry.name)), entry.name]));
      this.#folded.set(directory, folded);
    }
    const real = folded.get(fold(showPath(name)));
    return real === undefined ? undefined : directory.get(real);
  }

  /** The loaded directories from the root to the parent of a path whose folders exist as written. */
  #chainTo(path: string): Directory[] {
    const chain = [this.#root];
    this.#load(this.#root);
    for (const name of path.split('/').slice(0, -1)) {
      const child = (chain[chain.length - 1] as Directory).get(name)?.child;
      if (!child) throw new Error(`a folder of ${showPath(path)} is not there`);
      this.#load(child);
      chain.push(child);
    }
    return chain;
  }

  /** Marks the last directory of the chain as changed. */
  #mark(chain: readonly Directory[]): void {
    const last = chain[chain.length - 1] as Directory;
    last.treeChanged = true;
    // A directory that has facts is written again: a child may have gone.
    if (last.facts >= 0) last.factsChanged = true;
    for (let i = chain.length - 1; i > 0; i--) (chain[i - 1] as Directory).changedChildren.add(chain[i] as Directory);
  }

  #load(directory: Directory): void {
    if (directory.loaded) return;
    directory.load(this.#store, this.#facts);
    this.#loadedEntries += directory.size;
  }
}
