/** Literals of a block in Huffman's codes (RFC 8878, 4.2). */
import { damaged } from './damaged.ts';
import { FseTable } from './fse-table.ts';

const MOST_BITS = 11;
const MOST_WEIGHTS_LOG = 6;
const MOST_SYMBOLS = 256;
/** Weights of codes of no more than eleven bits. */
const MOST_WEIGHT = 12;

export class HuffmanTable {
  /** Bits of the longest code; 0 where there is no table yet. */
  bits = 0;
  /** By the next `bits` bits: the symbol, and in the upper byte the bits of its code. */
  readonly #entries = new Uint16Array(1 << MOST_BITS);
  readonly #weights = new Uint8Array(MOST_SYMBOLS);
  readonly #fse = new FseTable(MOST_WEIGHTS_LOG);
  readonly #starts = new Uint16Array(MOST_WEIGHT + 1);

  /**
   * Reads a tree's description (4.2.1).
   * @param bytes with four more behind `end`
   * @returns where it ends
   */
  read(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end) throw damaged();
    const first = bytes[start] as number;
    let at = start + 1;
    let count = 0;
    if (first >= 128) {
      count = first - 127;
      for (let index = 0; index < count; index++) {
        const pair = bytes[at + (index >> 1)] as number;
        this.#weights[index] = index % 2 === 0 ? pair >> 4 : pair & 15;
      }
      at += (count + 1) >> 1;
    } else {
      at += first;
      if (at > end) throw damaged();
      count = this.#readWeights(bytes, this.#fse.read(bytes, start + 1, at, MOST_WEIGHT + 1), at);
    }
    if (at > end) throw damaged();
    this.#build(count);
    return at;
  }

  /**
   * Decodes one stream, which is read from its end.
   * @param bytes with four more behind the stream
   */
  decode(bytes: Uint8Array, start: number, end: number, into: Uint8Array, from: number, to: number): void {
    const entries = this.#entries;
    const width = this.bits;
    const mask = (1 << width) - 1;
    const first = start * 8;
    let bit = lastBit(bytes, start, end);
    let at = from;
    // Two symbols of each four bytes, as long as they are all in the stream.
    const sure = first + 2 * width;
    while (at + 1 < to && bit >= sure) {
      const low = bit - 2 * width;
      const byte = low >> 3;
      const word =
        ((bytes[byte] as number) |
          ((bytes[byte + 1] as number) << 8) |
          ((bytes[byte + 2] as number) << 16) |
          ((bytes[byte + 3] as number) << 24)) >>>
        (low & 7);
      const one = entries[(word >>> width) & mask] as number;
      const taken = one >> 8;
      const two = entries[(word >>> (width - taken)) & mask] as number;
      into[at] = one;
      into[at + 1] = two;
      at += 2;
      bit -= taken + (two >> 8);
    }
    for (; at < to; at++) {
      const low = bit - width;
      const byte = (low < first ? first : low) >> 3;
      const word = (bytes[byte] as number) | ((bytes[byte + 1] as number) << 8) | ((bytes[byte + 2] as number) << 16);
      const index = low < first ? word << (first - low) : word >>> (low & 7);
      const entry = entries[index & mask] as number;
      into[at] = entry;
      bit -= entry >> 8;
    }
    if (bit !== first) throw damaged();
  }

  /** Weights in a stream of two states that take turns (4.2.1.2). @returns how many */
  #readWeights(bytes: Uint8Array, start: number, end: number): number {
    const { log, symbols, bits, bases } = this.#fse;
    const first = start * 8;
    let bit = lastBit(bytes, start, end);
    const take = (count: number): number => {
      bit -= count;
      const byte = bit >> 3;
      const word = (bytes[byte] as number) | ((bytes[byte + 1] as number) << 8);
      return (word >> (bit & 7)) & ((1 << count) - 1);
    };
    if (bit - first < 2 * log) throw damaged();
    let state = take(log);
    let other = take(log);
    for (let count = 0; count < MOST_SYMBOLS - 2; count++) {
      this.#weights[count] = symbols[state] as number;
      if (bit - first < (bits[state] as number)) {
        this.#weights[count + 1] = symbols[other] as number;
        return count + 2;
      }
      const then = (bases[state] as number) + take(bits[state] as number);
      state = other;
      other = then;
    }
    throw damaged();
  }

  /** @param count weights that are told; the last symbol's follows from them */
  #build(count: number): void {
    const weights = this.#weights;
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const weight = weights[index] as number;
      if (weight > MOST_WEIGHT) throw damaged();
      if (weight > 0) sum += 1 << (weight - 1);
    }
    const width = sum === 0 ? 0 : 32 - Math.clz32(sum);
    const left = (1 << width) - sum;
    if (width === 0 || width > MOST_BITS || (left & (left - 1)) !== 0 || count >= MOST_SYMBOLS) throw damaged();
    weights[count] = 32 - Math.clz32(left);
    const starts = this.#starts.fill(0);
    for (let index = 0; index <= count; index++) {
      const weight = weights[index] as number;
      if (weight > 0) starts[weight] = (starts[weight] as number) + (1 << (weight - 1));
    }
    // Those of the lowest weight, whose codes are the longest, come first.
    for (let weight = 1, at = 0; weight <= MOST_WEIGHT; weight++) {
      const size = starts[weight] as number;
      starts[weight] = at;
      at += size;
    }
    for (let symbol = 0; symbol <= count; symbol++) {
      const weight = weights[symbol] as number;
      if (weight === 0) continue;
      const from = starts[weight] as number;
      const to = from + (1 << (weight - 1));
      const entry = ((width + 1 - weight) << 8) | symbol;
      for (let index = from; index < to; index++) this.#entries[index] = entry;
      starts[weight] = to;
    }
    this.bits = width;
  }
}

/** Bits before the mark at the end of a stream that is read from there, counted from the first byte of `bytes`. */
export function lastBit(bytes: Uint8Array, start: number, end: number): number {
  const last = end > start ? (bytes[end - 1] as number) : 0;
  if (last === 0) throw damaged();
  return (end - 1) * 8 + (31 - Math.clz32(last));
}
