/** Finds the items of a revision: node-revisions, texts and the list of what changed. */
import { join } from 'node:path';
import { BlockFiles, wholeFile } from './block-files.ts';
import { FsfsError } from './fsfs-error.ts';
import { type FsfsLayout, folderOf } from './layout.ts';
import {
  type ChangedPath,
  type NodeRevision,
  pathOf,
  placeOfId,
  readChangedPaths,
  readNodeRevision,
} from './node-revision.ts';
import { OffsetIndex } from './offsets.ts';

/** Number of the item that lists what changed, where items have numbers. */
const CHANGES_ITEM = 1;
/** A node-revision is a few hundred bytes; one has two paths, which may be long. */
const NODE_BYTES = 2048;
const MOST_NODE_BYTES = 1 << 20;
const NODE_START = 'id: ';
const NODE_END = Buffer.from('\n\n');
const LINES_BYTES = 32 << 10;
/** Bytes looked through at a time, and of a line that names a node-revision. */
const SEARCHED = 256 << 10;
const LONGEST_ID = 256;
/** Indexes and offsets of packs that are kept. */
const MOST_KEPT = 16;

/** Where a revision lies in its file. */
interface Span {
  path: string;
  from: number;
  /** Behind its last byte; in a pack whose items are mixed, behind the pack's. */
  to: number;
  /** Null where items are named by where they lie. */
  index: OffsetIndex | null;
}

export class RevisionFiles {
  readonly layout: FsfsLayout;
  readonly files = new BlockFiles();
  readonly #indexes = new Map<string, OffsetIndex>();
  readonly #manifests = new Map<string, number[]>();
  readonly #offsets = new Map<number, Float64Array>();
  readonly #spans = new Map<number, Span>();

  constructor(layout: FsfsLayout) {
    this.layout = layout;
  }

  close(): void {
    this.files.close();
  }

  /**
   * What a revision changed.
   * @throws FsfsError; errors of the system
   */
  changes(revision: number): ChangedPath[] {
    const span = this.#span(revision);
    if (span.index !== null)
      return readChangedPaths(this.#lines(span.path, this.#place(span, revision, CHANGES_ITEM), span.to));
    const tail = this.files.read(span.path, Math.max(span.from, span.to - 64), Math.min(64, span.to - span.from));
    const match = /\n(\d+) (\d+)\n$/.exec(tail.toString('latin1'));
    if (match === null) throw new FsfsError('a revision file does not say where its list of changed paths is');
    return readChangedPaths(this.#lines(span.path, span.from + Number(match[2]), span.to - match[0].length + 1));
  }

  /**
   * Files and folders that a revision wrote, by path.
   * @param wanted paths that are looked for
   * @throws FsfsError when it says two things of one path
   */
  nodes(revision: number, wanted: ReadonlySet<string>): Map<string, NodeRevision> {
    const nodes = new Map<string, NodeRevision>();
    const span = this.#span(revision);
    for (const { item, block } of span.index === null
      ? this.#foundBlocks(span)
      : this.#numberedBlocks(span, revision)) {
      // Most are the folders above what changed.
      if (!wanted.has(pathOf(block))) continue;
      const node = readNodeRevision(block);
      const place = placeOfId(node.id);
      if (place.revision !== revision || place.item !== item) continue;
      if (nodes.has(node.path)) throw new FsfsError('a revision file says two things of one path');
      nodes.set(node.path, node);
    }
    return nodes;
  }

  /** @throws FsfsError when it is none */
  node(place: { revision: number; item: number }): NodeRevision {
    const span = this.#span(place.revision);
    return readNodeRevision(this.#block(span.path, this.#place(span, place.revision, place.item)));
  }

  /** Bytes of an item from its beginning on. */
  read(revision: number, item: number, length: number): Buffer {
    const span = this.#span(revision);
    return this.files.read(span.path, this.#place(span, revision, item), length);
  }

  /** The same from a place within it. */
  readFrom(revision: number, item: number, at: number, length: number): Buffer {
    const span = this.#span(revision);
    return this.files.read(span.path, this.#place(span, revision, item) + at, length);
  }

  #place(span: Span, revision: number, item: number): number {
    if (span.index === null) return span.from + item;
    const offset = this.#offsetsOf(span.index, revision)[item] ?? -1;
    if (offset < 0) throw new FsfsError('a revision names an item that it does not have');
    return offset;
  }

  *#numberedBlocks(span: Span, revision: number): Generator<{ item: number; block: string }> {
    const offsets = this.#offsetsOf(span.index as OffsetIndex, revision);
    for (let item = CHANGES_ITEM + 1; item < offsets.length; item++) {
      const offset = offsets[item] as number;
      if (offset < 0) continue;
      if (this.files.read(span.path, offset, NODE_START.length).toString('latin1') !== NODE_START) continue;
      yield { item, block: this.#block(span.path, offset) };
    }
  }

  /**
   * Whatever looks like a node-revision that says of itself where it lies. A text could look the same on purpose: then two speak
   * of one path, or none of the path that changed.
   */
  *#foundBlocks(span: Span): Generator<{ item: number; block: string }> {
    for (let at = span.from; at < span.to; ) {
      const bytes = this.files.read(span.path, at, Math.min(SEARCHED, span.to - at));
      const last = at + bytes.length >= span.to;
      let from = 0;
      for (let found = bytes.indexOf(NODE_START); found >= 0; found = bytes.indexOf(NODE_START, from)) {
        from = found + 1;
        // The rest of a line that begins near the end is looked at with what follows.
        if (!last && found > bytes.length - LONGEST_ID) break;
        const line = bytes.toString('latin1', found, Math.min(bytes.length, found + LONGEST_ID));
        const match = /^id: [0-9a-z.-]+\.r\d+\/(\d+)\ntype: /.exec(line);
        if (match === null || Number(match[1]) !== at + found - span.from) continue;
        yield { item: Number(match[1]), block: this.#block(span.path, at + found) };
      }
      if (last) return;
      at += bytes.length - LONGEST_ID;
    }
  }

  #block(path: string, offset: number): string {
    for (let length = NODE_BYTES; length <= MOST_NODE_BYTES; length *= 8) {
      const bytes = this.files.read(path, offset, length);
      const end = bytes.indexOf(NODE_END);
      if (end >= 0) return bytes.toString('latin1', 0, end);
      if (bytes.length < length) break;
    }
    throw new FsfsError('a node-revision does not end');
  }

  /** Lines from a place on, without what ends them. */
  *#lines(path: string, from: number, to: number): Generator<string> {
    let rest = '';
    for (let at = from; at < to; ) {
      const bytes = this.files.read(path, at, Math.min(LINES_BYTES, to - at));
      at += bytes.length;
      const lines = (rest + bytes.toString('latin1')).split('\n');
      rest = lines.pop() as string;
      if (rest.length > MOST_NODE_BYTES) throw new FsfsError('a list of changed paths holds a line that does not end');
      yield* lines;
    }
    if (rest !== '') throw new FsfsError('a list of changed paths is cut short');
  }

  #offsetsOf(index: OffsetIndex, revision: number): Float64Array {
    const known = this.#offsets.get(revision);
    if (known !== undefined) return known;
    const offsets = index.offsets(revision);
    keep(this.#offsets, revision, offsets);
    return offsets;
  }

  #span(revision: number): Span {
    const known = this.#spans.get(revision);
    if (known !== undefined) return known;
    const span = this.#findSpan(revision);
    keep(this.#spans, revision, span);
    return span;
  }

  #findSpan(revision: number): Span {
    const { layout } = this;
    const isPacked = revision < layout.firstUnpacked;
    const folder = folderOf(layout, 'revs', revision, isPacked);
    const path = join(folder, isPacked ? 'pack' : String(revision));
    const size = this.files.size(path);
    if (revision >= layout.firstNumbered) return { path, from: 0, to: size, index: this.#indexOf(path, size) };
    if (!isPacked) return { path, from: 0, to: size, index: null };
    const manifest = this.#manifestOf(join(folder, 'manifest'));
    const at = revision % layout.shard;
    const from = manifest[at] ?? Number.NaN;
    const to = at + 1 < manifest.length ? (manifest[at + 1] as number) : size;
    if (!(from >= 0 && from < to && to <= size)) throw new FsfsError('a pack does not say where its revisions lie');
    return { path, from, to, index: null };
  }

  #indexOf(path: string, size: number): OffsetIndex {
    const known = this.#indexes.get(path);
    if (known !== undefined) return known;
    const index = new OffsetIndex((offset, length) => this.files.read(path, offset, length), size);
    keep(this.#indexes, path, index);
    return index;
  }

  #manifestOf(path: string): number[] {
    const known = this.#manifests.get(path);
    if (known !== undefined) return known;
    const manifest = wholeFile(path).toString('latin1').trimEnd().split('\n').map(Number);
    keep(this.#manifests, path, manifest);
    return manifest;
  }
}

function keep<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): void {
  for (const oldest of known.keys()) {
    if (known.size < MOST_KEPT) break;
    known.delete(oldest);
  }
  known.set(key, value);
}
