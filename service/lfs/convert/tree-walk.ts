/**
 * Finds the folders that lead to large blobs, through a whole history. Each distinct tree is read once, level
 * by level, so that git always has a long list to work on; what is kept of a tree is its id and 4 bytes a folder.
 */
import { NumberList } from '../../git/number-list.ts';
import { ObjectTable } from '../../git/pack/object-table.ts';
import { readObjects } from '../../git/rewrite/history.ts';
import { ATTRIBUTES_NAME } from './attributes.ts';
import { forEachEntry, nameOf, type TreeEntry } from './tree-entries.ts';

const FOLDER_MODE = Buffer.from('40000 ', 'latin1');
/** Up to this many ids a tree is searched for each; beyond, every entry is looked up. */
const FEW_BLOBS = 8;

export interface WalkOptions {
  repository: string;
  signal: AbortSignal;
  /** Blobs over the threshold. */
  large: ObjectTable;
  /** Whether an entry with a large blob is to be converted. */
  isConverted(entry: TreeEntry, name: string): boolean;
}

export class TreeWalk {
  readonly #options: WalkOptions;
  /** Trees by number; those of commits come first. */
  readonly trees = new ObjectTable();
  /** Large blobs that are converted somewhere, and those that stay somewhere, by number in `large`. */
  readonly found = new Set<number>();
  readonly kept = new Set<number>();
  /** The `.gitattributes` of a tree: its id, or null where that is no ordinary file. */
  readonly attributes = new Map<number, string | null>();
  /** Trees of commits that are folders in others as well. */
  readonly alsoFolders = new Set<number>();
  #roots = 0;
  readonly #direct = new Set<number>();
  readonly #firstChild = new NumberList(4096);
  readonly #children = new NumberList(4096);
  /** Place in the hierarchy at which a tree was seen first, as a number. */
  readonly #places = new NumberList(4096);
  readonly #placeNumbers = new Map<string, number>();
  /** Trees that hold large blobs, themselves (0) or some folders down; -1 for all others. */
  #heights = new Int32Array(0);

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  /** Adds a commit's tree. @returns its number */
  addRoot(oid: Buffer): number {
    const known = this.trees.find(oid);
    if (known >= 0) return known;
    this.#places.push(0);
    return this.trees.add(oid, 0, 0, 0, 0);
  }

  /** Reads all trees. @throws Failure when one cannot be read */
  async walk(onTrees: (count: number) => void): Promise<void> {
    const roots = this.trees.count;
    this.#roots = roots;
    for (let from = 0, to = roots; from < to; from = to, to = this.trees.count) {
      let number = from;
      await readObjects(this.#options, this.#ids(from, to), (_id, payload) => {
        this.#firstChild.push(this.#children.length);
        this.#scan(number, payload, number < roots);
        number += 1;
      });
      onTrees(this.trees.count);
    }
    this.#firstChild.push(this.#children.length);
    this.#measureHeights();
  }

  *#ids(from: number, to: number): Generator<string> {
    for (let number = from; number < to; number++) yield this.trees.hex(number);
  }

  #scan(number: number, tree: Buffer, isRoot: boolean): void {
    const { large, isConverted } = this.#options;
    const hasLarge = this.#mayHoldLarge(tree);
    if (!hasLarge && !isRoot && !tree.includes(FOLDER_MODE)) return;
    const place = this.#places.at(number);
    forEachEntry(tree, (entry) => {
      if (tree[entry.name] === 0x2e && nameOf(tree, entry) === ATTRIBUTES_NAME) {
        const id = tree.toString('hex', entry.oid, entry.oid + 20);
        const usable = entry.kind === 'file' && large.find(tree, entry.oid) < 0;
        this.attributes.set(number, usable ? id : null);
      }
      if (entry.kind === 'tree') {
        this.#addChild(tree, entry, place);
        return;
      }
      if (!hasLarge || entry.kind === 'submodule') return;
      const blob = large.find(tree, entry.oid);
      if (blob < 0) return;
      if (isConverted(entry, nameOf(tree, entry))) {
        this.#direct.add(number);
        this.found.add(blob);
      } else this.kept.add(blob);
    });
  }

  #mayHoldLarge(tree: Buffer): boolean {
    const { large } = this.#options;
    if (large.count > FEW_BLOBS) return true;
    for (let blob = 0; blob < large.count; blob++) if (tree.includes(large.oid(blob))) return true;
    return false;
  }

  #addChild(tree: Buffer, entry: TreeEntry, parentPlace: number): void {
    let child = this.trees.find(tree, entry.oid);
    if (child < 0) {
      const key = `${parentPlace}/${nameOf(tree, entry)}`;
      let place = this.#placeNumbers.get(key);
      if (place === undefined) {
        place = this.#placeNumbers.size + 1;
        this.#placeNumbers.set(key, place);
      }
      this.#places.push(place);
      child = this.trees.add(tree.subarray(entry.oid, entry.oid + 20), 0, 0, 0, 0);
    }
    if (child < this.#roots) this.alsoFolders.add(child);
    this.#children.push(child);
  }

  /** Children nearly always have higher numbers than their parents, so one sweep back and one to see that it was enough. */
  #measureHeights(): void {
    const { count } = this.trees;
    const heights = new Int32Array(count).fill(-1);
    for (const number of this.#direct) heights[number] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (let number = count - 1; number >= 0; number--) {
        const end = this.#firstChild.at(number + 1);
        let height = heights[number] as number;
        for (let at = this.#firstChild.at(number); at < end; at++) {
          const child = heights[this.#children.at(at)] as number;
          if (child >= height && child >= 0) height = child + 1;
        }
        if (height === heights[number]) continue;
        heights[number] = height;
        changed = true;
      }
    }
    this.#heights = heights;
  }

  /** Whether large blobs lie in the tree or below. */
  leadsToLarge(number: number): boolean {
    return (this.#heights[number] as number) >= 0;
  }

  placeOf(number: number): number {
    return this.#places.at(number);
  }

  /** Numbers of the trees that lead to large blobs, in lists: no tree comes before one that lies in it. */
  inOrder(): number[][] {
    const lists: number[][] = [];
    for (const [number, height] of this.#heights.entries()) {
      if (height < 0) continue;
      while (lists.length <= height) lists.push([]);
      lists[height]?.push(number);
    }
    return lists;
  }
}
