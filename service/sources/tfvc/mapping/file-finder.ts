import type { TreeEntry, TreeView } from '../../folders/mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../../folders/raw/directory.ts';

/** Entries of trees remembered before all are forgotten. */
const MOST_ENTRIES = 400_000;

/** Finds files in trees again and again: each tree is read once, however many files of it are asked for. */
export class FileFinder {
  readonly #view: TreeView;
  #trees = new Map<number, Map<string, TreeEntry>>();
  #entries = 0;

  constructor(view: TreeView) {
    this.#view = view;
  }

  /** Object number of the file at a path below a tree (-1 for an empty one), or -1. */
  find(tree: number, path: string): number {
    let at = tree;
    let entry: TreeEntry | undefined;
    for (const name of path.split('/')) {
      entry = at < 0 ? undefined : this.#children(at).get(name);
      if (entry === undefined) return -1;
      at = entry.mode === MODE_DIRECTORY ? entry.number : -1;
    }
    return entry === undefined || entry.mode === MODE_DIRECTORY ? -1 : entry.number;
  }

  #children(tree: number): Map<string, TreeEntry> {
    let children = this.#trees.get(tree);
    if (children === undefined) {
      children = new Map(this.#view.list(tree).map((entry) => [entry.name, entry]));
      this.#entries += children.size;
      if (this.#entries > MOST_ENTRIES) {
        this.#trees = new Map();
        this.#entries = children.size;
      }
      this.#trees.set(tree, children);
    }
    return children;
  }
}
