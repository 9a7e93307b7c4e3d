/**
 * A revlog of version 1, in which Mercurial keeps the revisions of the changelog, of the manifest and of each file
 * (mercurial/helptext/internals/revlogs.txt): an index of 64 bytes a revision, and deltas, behind it or between its entries.
 */
import { KEPT_OUTSIDE, type Revision } from '../bundle/changegroup.ts';
import { NODE_BYTES } from '../convert/node-table.ts';
import { PARENTS } from '../convert/revision-text.ts';
import { unpackedChunk } from './chunk.ts';
import { DataWindow } from './data-window.ts';
import { IndexBytes } from './index-bytes.ts';
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
/** How an index would begin in which there are no revisions yet. */
const NO_REVISIONS = Buffer.from([0, 0, 0, VERSION]);

export class Revlog {
  readonly count: number;
  readonly #path: string;
  readonly #dataPath: string;
  readonly #index: IndexBytes;
  readonly #isGeneral: boolean;
  /** Where entries begin, where deltas lie between them. */
  readonly #entries: Uint32Array | null;
  /** Used again for each revision. */
  readonly #entry = Buffer.alloc(ENTRY);
  readonly #parents = Buffer.alloc(PARENTS);
  readonly #firstParent = this.#parents.subarray(0, NODE_BYTES);
  readonly #secondParent = this.#parents.subarray(NODE_BYTES);
  readonly #node = Buffer.alloc(NODE_BYTES);
  readonly #base = Buffer.alloc(NODE_BYTES);
  /** The id of the revision before, the usual parent and base. */
  readonly #last = Buffer.alloc(NODE_BYTES);
  #whole = Buffer.alloc(1 << 12);

  private constructor(path: string, dataPath: string, index: IndexBytes) {
    this.#path = path;
    this.#dataPath = dataPath;
    this.#index = index;
    const head = index.length < ENTRY ? NO_REVISIONS : index.readInOrder(0, 4);
    const flags = head.readUInt16BE(0);
    if (head.readUInt16BE(2) !== VERSION || (flags & ~(INLINE | GENERAL_DELTA)) !== 0) throw unknownFile(path);
    this.#isGeneral = (flags & GENERAL_DELTA) !== 0;
    this.#entries = isInline(head) && index.held !== null ? entriesOf(index.held) : null;
    this.count = this.#entries?.length ?? Math.floor(index.length / ENTRY);
  }

  /**
   * What its index says now; what is added later is not seen. To be closed.
   * @param path of the index
   * @param dataPath of the deltas, where they are not in the index
   * @param longestHeld bytes of an index that is held in memory, at most
   * @returns null where there is no such file
   * @throws BundleError for another kind of revlog
   */
  static open(path: string, dataPath: string, longestHeld?: number): Revlog | null {
    const index = IndexBytes.open(path, isInline, longestHeld);
    if (index === null) return null;
    try {
      return new Revlog(path, dataPath, index);
    } catch (error) {
      index.close();
      throw error;
    }
  }

  close(): void {
    this.#index.close();
  }

  /**
   * Its revisions, in the order in which they were added. Of each the buffers are valid until the next.
   * @param changesets those of later changesets are left out
   * @throws BundleError for what hg itself has to be asked about, and what cannot be
   */
  *revisions(changesets: number): Generator<Revision> {
    const data = this.#entries !== null || this.count === 0 ? null : new DataWindow(this.#dataPath);
    try {
      for (let number = 0; number < this.count; number++) {
        const at = this.#entryAt(number);
        this.#index.readInOrder(at, ENTRY).copy(this.#entry);
        if (this.#entry.readInt32BE(CHANGESET_AT) < changesets) {
          // Censored, or more than a text.
          if ((this.#entry.readUInt16BE(FLAGS_AT) & ~KEPT_OUTSIDE) !== 0) throw unknownFile(this.#path);
          yield this.#revision(number, unpackedChunk(this.#stored(number, at, data), this.#path));
        }
        this.#entry.copy(this.#last, 0, NODE_AT, NODE_AT + NODE_BYTES);
      }
    } finally {
      data?.close();
    }
  }

  #revision(number: number, bytes: Buffer): Revision {
    const entry = this.#entry;
    this.#copyNode(entry.readInt32BE(PARENTS_AT), number, this.#firstParent);
    this.#copyNode(entry.readInt32BE(PARENTS_AT + 4), number, this.#secondParent);
    entry.copy(this.#node, 0, NODE_AT, NODE_AT + NODE_BYTES);
    const named = entry.readInt32BE(BASE_AT);
    const isWhole = named === number;
    this.#copyNode(isWhole ? -1 : this.#isGeneral ? named : number - 1, number, this.#base);
    const patch = isWhole ? this.#insertion(bytes) : bytes;
    const isPointer = entry.readUInt16BE(FLAGS_AT) !== 0;
    return { node: this.#node, parents: this.#parents, base: this.#base, patch, isPointer };
  }

  /** Bytes that are stored of the revision whose entry was read, packed. Valid until the next are asked for. */
  #stored(number: number, at: number, data: DataWindow | null): Buffer {
    const length = this.#entry.readUInt32BE(STORED_AT);
    if (data === null) return this.#index.readInOrder(at + ENTRY, length);
    // The first entry's offset is 0: the revlog's own flags lie there.
    return data.read(number === 0 ? 0 : this.#entry.readUIntBE(0, FLAGS_AT), length);
  }

  #entryAt(number: number): number {
    return this.#entries === null ? number * ENTRY : (this.#entries[number] as number);
  }

  /** @param before the revision that names this one, which came before it */
  #copyNode(number: number, before: number, into: Buffer): void {
    if (number >= before) throw unknownFile(this.#path);
    if (number < 0) into.fill(0);
    else if (number === before - 1) this.#last.copy(into);
    else this.#index.copy(this.#entryAt(number) + NODE_AT, into);
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

/** Whether deltas lie between the entries of an index that begins with these bytes. */
function isInline(head: Buffer): boolean {
  return head.length >= 2 && (head.readUInt16BE(0) & INLINE) !== 0;
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
