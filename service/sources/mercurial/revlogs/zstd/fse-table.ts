/** Tables of finite state entropy codes (RFC 8878, 4.1): how probable each symbol is, and what each state means. */
import { damaged } from './damaged.ts';

const MOST_SYMBOLS = 256;

export class FseTable {
  /** Bits of a state's number. */
  log = 0;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
  readonly #counts = new Int16Array(MOST_SYMBOLS);
  readonly #next = new Uint16Array(MOST_SYMBOLS);
  readonly #mostLog: number;

  /** @param mostLog bits of a state's number at most */
  constructor(mostLog: number) {
    this.#mostLog = mostLog;
    this.symbols = new Uint8Array(1 << mostLog);
    this.bits = new Uint8Array(1 << mostLog);
    this.bases = new Uint16Array(1 << mostLog);
  }

  /** One symbol, without a bit of its own. */
  always(symbol: number): void {
    this.log = 0;
    this.symbols[0] = symbol;
    this.bits[0] = 0;
    this.bases[0] = 0;
  }

  /** @param counts of states that each symbol has; -1 for one of less than a whole state */
  set(log: number, counts: readonly number[]): void {
    for (let symbol = 0; symbol < counts.length; symbol++) this.#counts[symbol] = counts[symbol] as number;
    this.#build(log, counts.length);
  }

  /**
   * Reads a table's description (4.1.1).
   * @param bytes with four more behind `end`
   * @returns where it ends
   */
  read(bytes: Uint8Array, start: number, end: number, mostSymbols: number): number {
    const log = ((bytes[start] as number) & 15) + 5;
    if (log > this.#mostLog) throw damaged();
    let at = start * 8 + 4;
    let left = 1 << log;
    let symbols = 0;
    const take = (count: number): number => {
      const byte = at >> 3;
      if (byte >= end) throw damaged();
      const word = (bytes[byte] as number) | ((bytes[byte + 1] as number) << 8) | ((bytes[byte + 2] as number) << 16);
      const value = (word >> (at & 7)) & ((1 << count) - 1);
      at += count;
      return value;
    };
    while (left > 0) {
      if (symbols >= mostSymbols) throw damaged();
      const width = 32 - Math.clz32(left + 1);
      let value = take(width);
      const low = (1 << (width - 1)) - 1;
      const short = (1 << width) - 2 - left;
      if ((value & low) < short) {
        at -= 1;
        value &= low;
      } else if (value > low) value -= short;
      const count = value - 1;
      this.#counts[symbols++] = count;
      left -= Math.abs(count);
      if (count !== 0) continue;
      for (let more = 3; more === 3; ) {
        more = take(2);
        for (let index = 0; index < more; index++) {
          if (symbols >= mostSymbols) throw damaged();
          this.#counts[symbols++] = 0;
        }
      }
    }
    const behind = (at + 7) >> 3;
    if (left < 0 || behind > end) throw damaged();
    this.#build(log, symbols);
    return behind;
  }

  /** Spreads the symbols over the states (4.1.1). */
  #build(log: number, count: number): void {
    const counts = this.#counts;
    const next = this.#next;
    const { symbols, bits, bases } = this;
    const size = 1 << log;
    let high = size;
    this.log = log;
    for (let symbol = 0; symbol < count; symbol++) {
      next[symbol] = counts[symbol] as number;
      if (counts[symbol] !== -1) continue;
      symbols[--high] = symbol;
      next[symbol] = 1;
    }
    const step = (size >> 1) + (size >> 3) + 3;
    let place = 0;
    for (let symbol = 0; symbol < count; symbol++) {
      for (let left = counts[symbol] as number; left > 0; left--) {
        symbols[place] = symbol;
        do place = (place + step) & (size - 1);
        while (place >= high);
      }
    }
    if (place !== 0) throw damaged();
    for (let state = 0; state < size; state++) {
      const symbol = symbols[state] as number;
      const number = next[symbol] as number;
      next[symbol] = number + 1;
      const width = log - (31 - Math.clz32(number));
      bits[state] = width;
      bases[state] = (number << width) - size;
    }
  }
}
