/**
 * A revlog of version 1, in which Mercurial keeps the revisions of the changelog, of the manifest and of each file
 * (mercurial/helptext/internals/revlogs.txt): an index of 64 bytes a revision, and deltas, behind it or between its entries.
 */
import type { Revision } from '../bundle/changegroup.ts';
import { NODE_BYTES } from '../convert/node-table.ts';
import { PARENTS } from '../convert/revision-text.ts';
import { unpackedChunk } from './chunk.ts';
import { DataWindow } from './data-window.ts';
import { readIfThere } from './read-file.ts';
import { unknownFile } from './unknown-file.ts';

const VERSION = 1;
/** Flags of a revlog, in the first two bytes of its index. */
const INLINE = 1;
const GENERAL_DELTA = 2;
/** An entry: offset (6 bytes), flags (2), lengths of what lies there and of the text, base, changeset, parents, node. */
const ENTRY = 64;
const FLAGS_AT = 6;
const STORED_AT = 8;
const BASE_AT = 16;
const CHANGESET_AT = 20;
const PARENTS_AT = 24;
const NODE_AT = 32;
/** `start, end, length` in front of the bytes of a delta's piece. */
const PIECE_HEADER = 12;
/** For longer texts there is no more room made than they need. */
const WORTH_MORE = 1 << 20;
const NOTHING = Buffer.alloc(0);
const NULL_NODE = Buffer.alloc(NODE_BYTES);

export class Revlog {
  readonly count: number;
  readonly #path: string;
  readonly #dataPath: string;
  readonly #index: Buffer;
  readonly #isInline: boolean;
  readonly #isGeneral: boolean;
  /** Where entries begin, where deltas lie between them. */
  readonly #entries: Uint32Array | null;
  /** Used again for each revision. */
  readonly #parents = Buffer.alloc(PARENTS);
  #whole = Buffer.alloc(1 << 12);

  private constructor(path: string, dataPath: string, index: Buffer) {
    this.#path = path;
    this.#dataPath = dataPath;
    this.#index = index;
    const flags = index.length < ENTRY ? 0 : index.readUInt16BE(0);
    if (index.length >= ENTRY && (index.readUInt16BE(2) !== VERSION || (flags & ~(INLINE | GENERAL_DELTA)) !== 0)) {
      throw unknownFile(this.#path);
    }
    this.#isInline = (flags & INLINE) !== 0;
    this.#isGeneral = (flags & GENERAL_DELTA) !== 0;
    this.#entries = this.#isInline ? entriesOf(index) : null;
    this.count = this.#entries?.length ?? Math.floor(index.length / ENTRY);
  }

  /**
   * What its index says now; what is added later is not seen.
   * @param path of the index
   * @param dataPath of the deltas, where they are not in the index
   * @returns null where there is no such file
   * @throws BundleError for another kind of revlog
   */
  static open(path: string, dataPath: string): Revlog | null {
    const index = readIfThere(path);
    return index === null ? null : new Revlog(path, dataPath, index);
  }

  /**
   * Its revisions, in the order in which they were added. Of each the buffers are valid until the next.
   * @param changesets those of later changesets are left out
   * @throws BundleError for what hg itself has to be asked about, and what cannot be
   */
  *revisions(changesets: number): Generator<Revision> {
    const data = this.#isInline || this.count === 0 ? null : new DataWindow(this.#dataPath);
    try {
      for (let number = 0; number < this.count; number++) {
        const entry = this.#entry(number);
        if (this.#index.readInt32BE(entry + CHANGESET_AT) >= changesets) continue;
        // Censored, kept elsewhere, or more than a text.
        if (this.#index.readUInt16BE(entry + FLAGS_AT) !== 0) throw unknownFile(this.#path);
        yield this.#revision(number, entry, unpackedChunk(this.#stored(entry, data), this.#path));
      }
    } finally {
      data?.close();
    }
  }

  #revision(number: number, entry: number, bytes: Buffer): Revision {
    this.#node(this.#index.readInt32BE(entry + PARENTS_AT)).copy(this.#parents, 0);
    this.#node(this.#index.readInt32BE(entry + PARENTS_AT + 4)).copy(this.#parents, NODE_BYTES);
    const node = this.#index.subarray(entry + NODE_AT, entry + NODE_AT + NODE_BYTES);
    const named = this.#index.readInt32BE(entry + BASE_AT);
    if (named === number) return { node, parents: this.#parents, base: NULL_NODE, patch: this.#insertion(bytes) };
    const base = this.#isGeneral ? named : number - 1;
    if (base >= number) throw unknownFile(this.#path);
    return { node, parents: this.#parents, base: this.#node(base), patch: bytes };
  }

  /** Bytes that are stored of a revision, packed. Valid until the next are asked for. */
  #stored(entry: number, data: DataWindow | null): Buffer {
    const length = this.#index.readUInt32BE(entry + STORED_AT);
    if (data === null) return this.#index.subarray(entry + ENTRY, entry + ENTRY + length);
    // The first entry's offset is 0: the revlog's own flags lie there.
    const offset = entry === 0 ? 0 : this.#index.readUIntBE(entry, FLAGS_AT);
    return data.read(offset, length);
  }

  #entry(number: number): number {
    return this.#entries === null ? number * ENTRY : (this.#entries[number] as number);
  }

  #node(number: number): Buffer {
    if (number < 0) return NULL_NODE;
    if (number >= this.count) throw unknownFile(this.#path);
    const at = this.#entry(number) + NODE_AT;
    return this.#index.subarray(at, at + NODE_BYTES);
  }

  /** A whole text as a delta of the empty one. */
  #insertion(text: Buffer): Buffer {
    if (text.length === 0) return NOTHING;
    const length = PIECE_HEADER + text.length;
    if (this.#whole.length < length) this.#whole = Buffer.alloc(length < WORTH_MORE ? length * 2 : length);
    this.#whole.writeUInt32BE(text.length, 8);
    text.copy(this.#whole, PIECE_HEADER);
    return this.#whole.subarray(0, length);
  }
}

/** Where the entries of an index begin between which deltas lie; the last one may not be whole yet. */
function entriesOf(index: Buffer): Uint32Array {
  const entries: number[] = [];
  for (let at = 0; at + ENTRY <= index.length; ) {
    const end = at + ENTRY + index.readUInt32BE(at + STORED_AT);
    if (end > index.length) break;
    entries.push(at);
    at = end;
  }
  return Uint32Array.from(entries);
}
