/** Writes the folders that lead to large blobs anew: pointers in place of the blobs, or without them. */
import { DeltaBuilder } from '../../git/pack/delta.ts';
import { FRAME, framed, hashFramed, OBJECT_BLOB, OBJECT_TREE } from '../../git/pack/entry.ts';
import type { ObjectStore } from '../../git/pack/object-store.ts';
import type { ObjectTable } from '../../git/pack/object-table.ts';
import { ATTRIBUTES_NAME, addLfsLines, fitsInLine, overriding } from './attributes.ts';
import { forEachEntry, isBefore, nameOf, type TreeEntry } from './tree-entries.ts';
import type { TreeWalk } from './tree-walk.ts';

/** A large blob below a folder; the path is relative to it, one character a byte. */
export interface LargePath {
  path: string;
  /** Number of the blob. */
  blob: number;
}

export interface RewriteTreesOptions {
  walk: TreeWalk;
  store: ObjectStore;
  large: ObjectTable;
  isConverted(entry: TreeEntry, name: string): boolean;
  /** Id of the pointer that stands for a blob; null removes the blob. */
  pointerOf: ((blob: number) => Buffer) | null;
  /** Texts of `.gitattributes` files by id. */
  attributes: ReadonlyMap<string, string>;
}

/** Shortest run of equal bytes that a delta copies. */
const SHORTEST_COPY = 8;

export class TreeRewriter {
  readonly #options: RewriteTreesOptions;
  readonly #builder = new DeltaBuilder();
  readonly #isOverriding: (text: string) => boolean;
  /** What became of a tree: its new id, or null when nothing is left of it. */
  readonly #results = new Map<number, Buffer | null>();
  /** Lists of large paths; the same list is kept once, as most trees differ in other files. */
  readonly #lists: LargePath[][] = [];
  readonly #listNumbers = new Map<string, number>();
  readonly #listOf = new Map<number, number>();
  readonly #attributeBlobs = new Map<string, Buffer>();
  readonly #lastAt = new Map<number, { number: number; payload: Buffer }>();
  /** Paths for which no line could be written into `.gitattributes`. */
  readonly withoutLine = new Set<string>();

  constructor(options: RewriteTreesOptions) {
    this.#options = options;
    this.#isOverriding = overriding(options.attributes.values());
  }

  /** All large paths from a commit's tree. */
  *paths(roots: Iterable<number>): Generator<LargePath> {
    const seen = new Set<number>();
    for (const root of roots) {
      const list = this.#listOf.get(root);
      if (list === undefined || seen.has(list)) continue;
      seen.add(list);
      yield* this.#lists[list] ?? [];
    }
  }

  /**
   * Rewrites a tree that leads to large blobs; those in it that do so as well must have been rewritten before.
   * @returns its new id as the tree of a commit, when it is one
   */
  add(number: number, tree: Buffer, isRoot: boolean): Buffer | null {
    const { large, walk, isConverted, pointerOf } = this.#options;
    const out = framed(tree.length);
    let length = FRAME;
    let from = 0;
    const flush = (to: number) => {
      length += tree.copy(out, length, from, to);
      from = to;
    };
    /** What decides about the list of paths: names, blobs, lists of folders. */
    const parts: [name: string, blob: number, list: number][] = [];
    forEachEntry(tree, (entry) => {
      let id: Buffer | null;
      if (entry.kind === 'tree') {
        const child = walk.trees.find(tree, entry.oid);
        const result = this.#results.get(child);
        // Nothing large is below it.
        if (result === undefined) return;
        parts.push([nameOf(tree, entry), -1, this.#listOf.get(child) ?? -1]);
        id = result;
      } else {
        if (entry.kind === 'submodule') return;
        const blob = large.find(tree, entry.oid);
        if (blob < 0) return;
        const name = nameOf(tree, entry);
        if (!isConverted(entry, name)) return;
        parts.push([name, blob, -1]);
        id = pointerOf === null ? null : pointerOf(blob);
      }
      flush(id === null ? entry.start : entry.oid);
      if (id !== null) length += id.copy(out, length);
      from = entry.oid + 20;
    });
    flush(tree.length);
    const list = this.#listNumber(parts);
    this.#listOf.set(number, list);
    const payload = out.subarray(0, length);
    const empty = length === FRAME;
    const place = walk.placeOf(number);
    const asFolder = !isRoot || walk.alsoFolders.has(number);
    if (asFolder) {
      const folder = this.#overrides(number) ? this.#withAttributes(number, payload, list) : payload;
      this.#results.set(number, empty ? null : this.#write(folder, place));
    }
    if (!isRoot) return null;
    return this.#write(pointerOf === null ? payload : this.#withAttributes(number, payload, list), place);
  }

  /** Whether what the root says of large files may not be what Git takes for this folder. */
  #overrides(number: number): boolean {
    const { walk, attributes, pointerOf } = this.#options;
    return pointerOf !== null && this.#isOverriding(attributes.get(walk.attributes.get(number) ?? '') ?? '');
  }

  #listNumber(parts: readonly [string, number, number][]): number {
    const key = parts.map(([name, blob, list]) => `${blob} ${list} ${name}`).join('\0');
    const known = this.#listNumbers.get(key);
    if (known !== undefined) return known;
    const list = parts.flatMap(([name, blob, below]) =>
      blob >= 0
        ? [{ path: name, blob }]
        : (this.#lists[below] ?? []).map((file) => ({ path: `${name}/${file.path}`, blob: file.blob })),
    );
    this.#listNumbers.set(key, this.#lists.length);
    return this.#lists.push(list) - 1;
  }

  /** The tree with lines for the large paths below it in its `.gitattributes`. */
  #withAttributes(number: number, payload: Buffer, list: number): Buffer {
    const known = this.#options.walk.attributes.get(number);
    const paths = (this.#lists[list] ?? []).map(({ path }) => path);
    if (known === null) {
      // A link or a folder of that name: Git takes no attributes from it, and it is not ours to replace.
      for (const path of paths) this.withoutLine.add(path);
      return payload;
    }
    const id = this.#attributesBlob(known, list, paths);
    const tree = payload.subarray(FRAME);
    let at = tree.length;
    let replaced = false;
    let done = false;
    forEachEntry(tree, (entry) => {
      if (done) return;
      if (known !== undefined && nameOf(tree, entry) === ATTRIBUTES_NAME) {
        at = entry.oid;
        replaced = true;
        done = true;
      } else if (known === undefined && !isBefore(tree, entry, ATTRIBUTES_NAME)) {
        at = entry.start;
        done = true;
      }
    });
    const head = replaced ? Buffer.alloc(0) : Buffer.from(`100644 ${ATTRIBUTES_NAME}\0`, 'latin1');
    return Buffer.concat([payload.subarray(0, FRAME + at), head, id, tree.subarray(replaced ? at + 20 : at)]);
  }

  #attributesBlob(known: string | undefined, list: number, paths: readonly string[]): Buffer {
    const key = `${known ?? ''} ${list}`;
    const cached = this.#attributeBlobs.get(key);
    if (cached !== undefined) return cached;
    for (const path of paths) if (!fitsInLine(path)) this.withoutLine.add(path);
    const text = addLfsLines(this.#options.attributes.get(known ?? '') ?? '', paths.filter(fitsInLine));
    const bytes = framed(text.length);
    bytes.write(text, FRAME, 'latin1');
    const id = hashFramed(OBJECT_BLOB, bytes);
    if (this.#options.store.table.find(id) < 0) this.#options.store.addNew(OBJECT_BLOB, id, bytes.subarray(FRAME));
    this.#attributeBlobs.set(key, id);
    return id;
  }

  /** Adds a tree to the pack, as a delta of the last one that stood at the same place. */
  #write(bytes: Buffer, place: number): Buffer {
    const { store } = this.#options;
    const id = hashFramed(OBJECT_TREE, bytes);
    if (store.table.find(id) >= 0) return id;
    const payload = bytes.subarray(FRAME);
    const base = this.#lastAt.get(place);
    const number =
      base === undefined
        ? store.addNew(OBJECT_TREE, id, payload)
        : store.addDelta(OBJECT_TREE, id, payload, base.number, this.#delta(base.payload, payload));
    this.#lastAt.set(place, { number, payload });
    return id;
  }

  #delta(base: Buffer, target: Buffer): Buffer | null {
    const builder = this.#builder;
    builder.start(base.length, target.length, target.length >> 1);
    if (base.length === target.length) copyRuns(builder, base, target);
    else {
      const least = Math.min(base.length, target.length);
      let front = 0;
      while (front < least && base[front] === target[front]) front++;
      let back = 0;
      while (back < least - front && base[base.length - 1 - back] === target[target.length - 1 - back]) back++;
      builder.copy(0, front);
      builder.insert(target, front, target.length - back);
      builder.copy(base.length - back, back);
    }
    return builder.finish();
  }
}

/** Copies what is equal at equal places. */
function copyRuns(builder: DeltaBuilder, base: Buffer, target: Buffer): void {
  const end = target.length;
  let written = 0;
  for (let at = 0; at < end; ) {
    if (base[at] !== target[at]) {
      at += 1;
      continue;
    }
    let stop = at;
    while (stop < end && base[stop] === target[stop]) stop++;
    if (stop - at >= SHORTEST_COPY) {
      builder.insert(target, written, at);
      builder.copy(at, stop - at);
      written = stop;
    }
    at = stop;
  }
  builder.insert(target, written, end);
}
