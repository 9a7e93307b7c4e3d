/** Mercurial's globs (`_globre` in mercurial/match.py, 6.3). */
import { posix } from 'node:path';
import {
  ANY,
  type Bytes,
  bytes,
  followedBy,
  literal,
  MOST_SEQUENCES,
  NotTranslated,
  type Sequence,
  TooMany,
} from './tokens.ts';

/** @returns all ways to read it, from the beginning of a name to the end of one @throws NotTranslated */
export function readGlob(pattern: string): Sequence[] {
  // As Mercurial does before it reads one.
  const text = posix.normalize(pattern).replace(/(?<=.)\/$/, '');
  const reader = new GlobReader(text);
  return reader.read(false);
}

class GlobReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Up to the end, or to what ends a group. */
  read(inGroup: boolean): Sequence[] {
    const branches: Sequence[] = [];
    let current: Sequence[] = [[]];
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string;
      this.#at += 1;
      if (inGroup && char === '}') return [...branches, ...current];
      if (inGroup && char === ',') {
        branches.push(...current);
        current = [[]];
      } else current = followedBy(current, this.#one(char));
      if (branches.length > MOST_SEQUENCES) throw new TooMany();
    }
    return [...branches, ...current];
  }

  #one(char: string): Sequence[] {
    const next = this.#text[this.#at];
    switch (char) {
      case '*':
        if (next !== '*') return [[{ kind: 'star' }]];
        this.#at += 1;
        if (this.#text[this.#at] !== '/') return [[{ kind: 'deep' }]];
        this.#at += 1;
        return [[{ kind: 'folders' }]];
      case '?':
        return [[ANY]];
      case '[':
        return [[this.#class()]];
      case '{':
        return this.read(true);
      case '\\':
        if (next === undefined) return [[literal('\\')]];
        this.#at += 1;
        return [[literal(next)]];
      default:
        return [[literal(char)]];
    }
  }

  #class(): Bytes {
    const text = this.#text;
    let end = this.#at;
    if (text[end] === '!' || text[end] === ']') end += 1;
    while (end < text.length && text[end] !== ']') end += 1;
    if (end >= text.length) return literal('[');
    const inside = text.slice(this.#at, end);
    // Mercurial makes a class of it that takes in what follows, up to the next bracket.
    if (inside === '!') throw new NotTranslated('a class of nothing');
    this.#at = end + 1;
    const isNegated = inside.startsWith('!');
    const set = rangesOf(isNegated ? inside.slice(1) : inside);
    return bytes((byte) => set.has(byte) !== isNegated);
  }
}

/** `a-z` and single bytes; a minus at an end is one. */
function rangesOf(text: string): Set<number> {
  const set = new Set<number>();
  for (let at = 0; at < text.length; at += 1) {
    const from = text.charCodeAt(at);
    const isRange = text[at + 1] === '-' && at + 2 < text.length;
    const to = isRange ? text.charCodeAt(at + 2) : from;
    for (let byte = from; byte <= to; byte += 1) set.add(byte);
    if (isRange) at += 2;
  }
  return set;
}
