/** What Subversion's servers and clients say to each other (its `subversion/libsvn_ra_svn/protocol`, "Syntactic structure"). */
import { Failure } from '../../failures/failure.ts';

/** A number, a word or a string of bytes as latin1, or a list of items. */
export type SvnItem = number | string | SvnItem[];

const SPACE = 0x20;
const NEWLINE = 0x0a;
const OPEN = 0x28;
const CLOSE = 0x29;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
/** Lists within lists; the protocol's own go no further than a few. */
const DEEPEST = 16;
/** Bytes of one item that has not ended. */
const LONGEST = 64 << 20;

export function nonsense(said: string): Failure {
  return Failure.of('subversion.no_sense', { address: 'svnserve' }, said);
}

/** Takes items from pieces of a stream. */
export class SvnItems {
  #held: Buffer = Buffer.alloc(0);
  #at = 0;

  add(piece: Buffer): void {
    const rest = this.#held.subarray(this.#at);
    if (rest.length > LONGEST) throw nonsense('an item does not end');
    this.#held = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    this.#at = 0;
  }

  /** @returns null when the next item is not whole yet @throws Failure for what is no item */
  next(): SvnItem | null {
    const start = this.#at;
    const item = this.#item(0);
    if (item === null) this.#at = start;
    return item;
  }

  #item(depth: number): SvnItem | null {
    const held = this.#held;
    while (this.#at < held.length && isBlank(held[this.#at] as number)) this.#at++;
    const first = held[this.#at];
    if (first === undefined) return null;
    if (first === OPEN) return this.#list(depth);
    if (first >= ZERO && first <= NINE) return this.#numberOrString();
    const start = this.#at;
    for (let at = start; at < held.length; at++) {
      if (!isBlank(held[at] as number)) continue;
      this.#at = at + 1;
      return held.toString('latin1', start, at);
    }
    return null;
  }

  #list(depth: number): SvnItem[] | null {
    if (depth > DEEPEST) throw nonsense('lists are too deep');
    const held = this.#held;
    this.#at += 1;
    const items: SvnItem[] = [];
    for (;;) {
      while (this.#at < held.length && isBlank(held[this.#at] as number)) this.#at++;
      if (held[this.#at] === CLOSE) {
        this.#at += 1;
        return items;
      }
      const item = this.#item(depth + 1);
      if (item === null) return null;
      items.push(item);
    }
  }

  #numberOrString(): number | string | null {
    const held = this.#held;
    let value = 0;
    let at = this.#at;
    for (; at < held.length; at++) {
      const byte = held[at] as number;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
    }
    const end = held[at];
    if (end === undefined) return null;
    if (end === COLON) {
      if (at + 1 + value >= held.length) return null;
      this.#at = at + 1 + value;
      return held.toString('latin1', at + 1, this.#at);
    }
    if (!isBlank(end)) throw nonsense(held.toString('latin1', this.#at, at + 20));
    this.#at = at + 1;
    return value;
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === NEWLINE;
}

/** A string as it is said. */
export function said(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return `${bytes.length}:${bytes.toString('latin1')}`;
}
