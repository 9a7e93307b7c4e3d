/**
 * Unpacks small frames of zstd (RFC 8878). A revlog has one for each delta, of a kilobyte on average: Node takes 20 to 30 µs for one, most
 * of it for making and forgetting a decoder. Frames that do not say how long they become, or are long, are left to Node.
 */
import { damaged } from './damaged.ts';
import { FseTable } from './fse-table.ts';
import { HuffmanTable, lastBit } from './huffman-table.ts';

const MAGIC = 0xfd2fb528;
/** Longest that is unpacked here, in bytes. */
export const LONGEST_SMALL = 1 << 20;
const LONGEST_BLOCK = 1 << 17;
/** Bytes behind what is read, so that four can be read at once. */
const BEHIND = 8;
/** Of an offset's bits, so that four bytes hold them wherever they begin. */
const MOST_OFFSET_CODE = 24;

/** What codes of lengths begin at, and how many bits say how much more it is (3.1.1.3.2.1.1). */
const LITERAL_BITS = Uint8Array.from([
  ...Array(16).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
]);
const MATCH_BITS = Uint8Array.from([
  ...Array(32).fill(0),
  1,
  1,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  15,
  16,
]);
const LITERAL_BASES = basesOf(LITERAL_BITS, 0);
const MATCH_BASES = basesOf(MATCH_BITS, 3);
const LONGEST_OFFSET_CODE = 31;

/** Tables that need not be described (3.1.1.3.2.2). */
const LITERAL_DEFAULT = [
  ...[4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1],
  ...[-1, -1, -1, -1],
];
const MATCH_DEFAULT = [
  ...[1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  ...[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1],
];
const OFFSET_DEFAULT = [
  ...[1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  ...[-1, -1, -1, -1, -1],
];

/** One of the three codes of which sequences are made. */
class Code {
  readonly #default: FseTable;
  readonly #own: FseTable;
  readonly #symbols: number;
  /** Null where a block cannot say "the same as before". */
  table: FseTable | null = null;

  constructor(mostLog: number, defaultLog: number, counts: readonly number[], symbols: number) {
    this.#default = new FseTable(defaultLog);
    this.#default.set(defaultLog, counts);
    this.#own = new FseTable(mostLog);
    this.#symbols = symbols;
  }

  /** @param mode as the header of the sequences says it @returns where the description ends */
  read(mode: number, bytes: Uint8Array, at: number, end: number): number {
    if (mode === 0) {
      this.table = this.#default;
      return at;
    }
    if (mode === 3) return at;
    this.table = this.#own;
    if (mode === 2) return this.#own.read(bytes, at, end, this.#symbols);
    if (at >= end || (bytes[at] as number) >= this.#symbols) throw damaged();
    this.#own.always(bytes[at] as number);
    return at + 1;
  }
}

export class FrameReader {
  #bytes: Buffer = Buffer.alloc(1 << 14);
  #out: Buffer = Buffer.alloc(1 << 14);
  readonly #literals = new Uint8Array(LONGEST_BLOCK + BEHIND);
  readonly #huffman = new HuffmanTable();
  readonly #literalLengths = new Code(9, 6, LITERAL_DEFAULT, LITERAL_BITS.length);
  readonly #offsets = new Code(8, 5, OFFSET_DEFAULT, LONGEST_OFFSET_CODE + 1);
  readonly #matchLengths = new Code(9, 6, MATCH_DEFAULT, MATCH_BITS.length);
  /** The three offsets that were used last. */
  readonly #recent = new Int32Array(3);

  /**
   * @returns the unpacked bytes, valid until the next call; null for a frame that is left to Node
   * @throws RangeError for what cannot be unpacked
   */
  unpack(frame: Buffer): Buffer | null {
    const head = readHead(frame);
    if (head === null || head.size > LONGEST_SMALL) return null;
    this.#take(frame);
    if (this.#out.length < head.size) this.#out = Buffer.allocUnsafe(head.size * 2);
    const bytes = this.#bytes;
    this.#recent.set([1, 4, 8]);
    this.#huffman.bits = 0;
    for (const code of [this.#literalLengths, this.#offsets, this.#matchLengths]) code.table = null;
    let at = head.length;
    let filled = 0;
    for (let isLast = false; !isLast; ) {
      if (at + 3 > frame.length) throw damaged();
      const block = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
      isLast = (block & 1) !== 0;
      const size = block >> 3;
      const kind = (block >> 1) & 3;
      at += 3;
      const stored = kind === 1 ? 1 : size;
      if (kind === 3 || at + stored > frame.length || size > LONGEST_BLOCK) throw damaged();
      if (kind === 2) filled = this.#block(at, at + stored, filled, head.size);
      else {
        if (filled + size > head.size) throw damaged();
        if (kind === 0) bytes.copy(this.#out, filled, at, at + size);
        else this.#out.fill(bytes[at] as number, filled, filled + size);
        filled += size;
      }
      at += stored;
    }
    // A checksum that may follow says less than the id of the revision.
    if (filled !== head.size || at + (head.hasSum ? 4 : 0) !== frame.length) throw damaged();
    return this.#out.subarray(0, filled);
  }

  /** Copies what is read, so that some bytes lie behind it. */
  #take(frame: Buffer): void {
    if (this.#bytes.length < frame.length + BEHIND) this.#bytes = Buffer.alloc(frame.length * 2 + BEHIND);
    frame.copy(this.#bytes);
  }

  /** Literals, and sequences that say what is copied behind each of them. @returns where it ends in the output */
  #block(start: number, end: number, filled: number, size: number): number {
    const bytes = this.#bytes;
    const { at: behind, count: literals } = this.#readLiterals(start, end);
    let at = behind;
    if (at >= end) throw damaged();
    let sequences = bytes[at++] as number;
    if (sequences >= 128) {
      if (sequences === 255) {
        sequences = (bytes[at] as number) + ((bytes[at + 1] as number) << 8) + 0x7f00;
        at += 2;
      } else sequences = ((sequences - 128) << 8) + (bytes[at++] as number);
    }
    if (sequences === 0) {
      if (at !== end) throw damaged();
      return this.#copyLiterals(0, literals, filled, size);
    }
    if (at >= end) throw damaged();
    const modes = bytes[at++] as number;
    at = this.#literalLengths.read(modes >> 6, bytes, at, end);
    at = this.#offsets.read((modes >> 4) & 3, bytes, at, end);
    at = this.#matchLengths.read((modes >> 2) & 3, bytes, at, end);
    return this.#sequences(sequences, at, end, literals, filled, size);
  }

  #sequences(count: number, start: number, end: number, literals: number, begin: number, size: number): number {
    const lengths = this.#literalLengths.table;
    const offsets = this.#offsets.table;
    const matches = this.#matchLengths.table;
    if (lengths === null || offsets === null || matches === null) throw damaged();
    const bytes = this.#bytes;
    const out = this.#out;
    const kept = this.#literals;
    const first = start * 8;
    let bit = lastBit(bytes, start, end);
    const take = (width: number): number => {
      bit -= width;
      if (bit < first) throw damaged();
      const byte = bit >> 3;
      const word =
        (bytes[byte] as number) |
        ((bytes[byte + 1] as number) << 8) |
        ((bytes[byte + 2] as number) << 16) |
        ((bytes[byte + 3] as number) << 24);
      return (word >>> (bit & 7)) & ((1 << width) - 1);
    };
    let lengthState = take(lengths.log);
    let offsetState = take(offsets.log);
    let matchState = take(matches.log);
    let one = this.#recent[0] as number;
    let two = this.#recent[1] as number;
    let three = this.#recent[2] as number;
    let filled = begin;
    let literal = 0;
    for (let left = count; left > 0; left--) {
      const offsetCode = offsets.symbols[offsetState] as number;
      const lengthCode = lengths.symbols[lengthState] as number;
      const matchCode = matches.symbols[matchState] as number;
      if (offsetCode > MOST_OFFSET_CODE) throw damaged();
      const named = (1 << offsetCode) + take(offsetCode);
      const match = (MATCH_BASES[matchCode] as number) + take(MATCH_BITS[matchCode] as number);
      const length = (LITERAL_BASES[lengthCode] as number) + take(LITERAL_BITS[lengthCode] as number);
      let offset: number;
      if (named > 3) {
        offset = named - 3;
        three = two;
        two = one;
      } else {
        const which = length === 0 ? named : named - 1;
        offset = which === 0 ? one : which === 1 ? two : which === 2 ? three : one - 1;
        if (which > 1) three = two;
        if (which > 0) two = one;
      }
      one = offset;
      if (left > 1) {
        lengthState = (lengths.bases[lengthState] as number) + take(lengths.bits[lengthState] as number);
        matchState = (matches.bases[matchState] as number) + take(matches.bits[matchState] as number);
        offsetState = (offsets.bases[offsetState] as number) + take(offsets.bits[offsetState] as number);
      }
      if (literal + length > literals || filled + length + match > size) throw damaged();
      for (const until = literal + length; literal < until; ) out[filled++] = kept[literal++] as number;
      let from = filled - offset;
      if (from < 0 || offset <= 0) throw damaged();
      if (match > 64 && offset >= match) {
        out.copyWithin(filled, from, from + match);
        filled += match;
      } else for (const until = filled + match; filled < until; ) out[filled++] = out[from++] as number;
    }
    if (bit !== first) throw damaged();
    this.#recent[0] = one;
    this.#recent[1] = two;
    this.#recent[2] = three;
    return this.#copyLiterals(literal, literals, filled, size);
  }

  #copyLiterals(from: number, to: number, filled: number, size: number): number {
    if (filled + to - from > size) throw damaged();
    this.#out.set(this.#literals.subarray(from, to), filled);
    return filled + to - from;
  }

  /** (3.1.1.3.1) @returns where they end, and how many there are */
  #readLiterals(start: number, end: number): { at: number; count: number } {
    if (start >= end) throw damaged();
    const bytes = this.#bytes;
    const head = bytes[start] as number;
    const kind = head & 3;
    const format = (head >> 2) & 3;
    if (kind < 2) {
      const length = format === 1 ? 2 : format === 3 ? 3 : 1;
      const count = format === 1 || format === 3 ? bytes.readUIntLE(start, length) >> 4 : head >> 3;
      const at = start + length;
      const stored = kind === 0 ? count : 1;
      if (count > LONGEST_BLOCK || at + stored > end) throw damaged();
      if (kind === 0) this.#literals.set(bytes.subarray(at, at + count));
      else this.#literals.fill(bytes[at] as number, 0, count);
      return { at: at + stored, count };
    }
    const length = format < 2 ? 3 : format + 2;
    const width = format < 2 ? 10 : format === 2 ? 14 : 18;
    // Up to forty bits.
    const sizes = Math.floor(bytes.readUIntLE(start, length) / 16);
    const count = sizes % 2 ** width;
    const stored = Math.floor(sizes / 2 ** width);
    const behind = start + length + stored;
    if (count > LONGEST_BLOCK || behind > end) throw damaged();
    let at = start + length;
    if (kind === 2) at = this.#huffman.read(bytes, at, behind);
    if (this.#huffman.bits === 0) throw damaged();
    if (format === 0) this.#huffman.decode(bytes, at, behind, this.#literals, 0, count);
    else this.#fourStreams(at, behind, count);
    return { at: behind, count };
  }

  #fourStreams(start: number, end: number, count: number): void {
    const bytes = this.#bytes;
    const each = (count + 3) >> 2;
    let at = start + 6;
    if (at > end || count < 6) throw damaged();
    for (let stream = 0; stream < 4; stream++) {
      const until = stream === 3 ? end : at + bytes.readUInt16LE(start + stream * 2);
      if (until > end) throw damaged();
      this.#huffman.decode(bytes, at, until, this.#literals, stream * each, stream === 3 ? count : (stream + 1) * each);
      at = until;
    }
  }
}

/** (3.1.1.1) @returns null for a frame that does not say how long it becomes, or needs a dictionary */
function readHead(frame: Buffer): { length: number; size: number; hasSum: boolean } | null {
  if (frame.length < 6 || frame.readUInt32LE(0) !== MAGIC) throw damaged();
  const flags = frame[4] as number;
  const isSingle = (flags & 0x20) !== 0;
  const sizeKind = flags >> 6;
  if ((flags & 0x0b) !== 0 || sizeKind === 3 || (sizeKind === 0 && !isSingle)) return null;
  const at = isSingle ? 5 : 6;
  const width = 1 << sizeKind;
  if (at + width > frame.length) throw damaged();
  const size = frame.readUIntLE(at, width) + (sizeKind === 1 ? 256 : 0);
  return { length: at + width, size, hasSum: (flags & 4) !== 0 };
}

function basesOf(bits: Uint8Array, first: number): Uint32Array {
  const bases = new Uint32Array(bits.length);
  for (let code = 0, base = first; code < bits.length; code++) {
    bases[code] = base;
    base += 2 ** (bits[code] as number);
  }
  return bases;
}
