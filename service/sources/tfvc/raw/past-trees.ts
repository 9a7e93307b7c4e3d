/** What lay where after each changeset, from the trees that were fetched: the server need not be asked again. */
import { showPath } from '../../../git/names/bytes.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { type TreeEntry, TreeView } from '../../folders/mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../../folders/raw/directory.ts';
import { fold } from '../paths.ts';
import type { JournalChangeset } from './journal-line.ts';

/** Entries of trees remembered before all are forgotten. */
const MOST_ENTRIES = 400_000;

export class PastTrees {
  readonly #view: TreeView;
  readonly #numbers: number[] = [];
  readonly #trees: number[] = [];
  readonly #seconds: number[] = [];
  #folders = new Map<number, Map<string, TreeEntry>>();
  #entries = 0;

  constructor(store: ObjectStore) {
    this.#view = new TreeView(store);
  }

  /** Each changeset in order. */
  add({ r, t, d }: JournalChangeset): void {
    this.#numbers.push(r);
    this.#trees.push(t);
    this.#seconds.push(d ?? 0);
  }

  /** Blobs of the files in a folder after a changeset, by folded path below the project; null when it had none. */
  filesOf(folder: string, changeset: number): Map<string, number> | null {
    const found = this.#find(folder, changeset);
    const top = folder === '' ? this.#treeAt(changeset) : found?.mode === MODE_DIRECTORY ? found.number : -1;
    if (top < 0) return null;
    const files = new Map<string, number>();
    const open: [path: string, tree: number][] = [[fold(folder), top]];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const [name, { mode, number }] of this.#children(at[1])) {
        const path = at[0] === '' ? name : `${at[0]}/${name}`;
        if (mode === MODE_DIRECTORY) open.push([path, number]);
        else files.set(path, number);
      }
    }
    return files;
  }

  /** The blob of a file after a changeset, or -1. @param path below the project, in any case */
  blob(path: string, changeset: number): number {
    const found = this.#find(path, changeset);
    return found === null || found.mode === MODE_DIRECTORY ? -1 : found.number;
  }

  /** The last changeset that is not younger, or 0. @param seconds since 1970 */
  lastUntil(seconds: number): number {
    return this.#numbers[this.#seconds.findLastIndex((at) => at <= seconds)] ?? 0;
  }

  #find(path: string, changeset: number): TreeEntry | null {
    let tree = this.#treeAt(changeset);
    let entry: TreeEntry | null = null;
    for (const name of fold(path).split('/')) {
      entry = tree < 0 ? null : (this.#children(tree).get(name) ?? null);
      if (entry === null) return null;
      tree = entry.mode === MODE_DIRECTORY ? entry.number : -1;
    }
    return entry;
  }

  #treeAt(changeset: number): number {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] as number) <= changeset) low = middle + 1;
      else high = middle;
    }
    return this.#trees[low - 1] ?? -1;
  }

  #children(tree: number): Map<string, TreeEntry> {
    let children = this.#folders.get(tree);
    if (children === undefined) {
      children = new Map(this.#view.list(tree).map((entry) => [fold(showPath(entry.name)), entry]));
      this.#entries += children.size;
      if (this.#entries > MOST_ENTRIES) {
        this.#folders = new Map();
        this.#entries = children.size;
      }
      this.#folders.set(tree, children);
    }
    return children;
  }
}
