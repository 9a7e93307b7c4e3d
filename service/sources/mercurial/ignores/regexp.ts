/** The part of Python's regular expressions that names files which patterns of Git can name too. */
import {
  ANY,
  type Bytes,
  bytes,
  followedBy,
  isAll,
  literal,
  MOST_SEQUENCES,
  NotTranslated,
  type Sequence,
  type Token,
  TooMany,
} from './tokens.ts';

const CLASSES: Record<string, (byte: number) => boolean> = {
  d: (byte) => byte >= 0x30 && byte <= 0x39,
  w: (byte) => /[\w]/.test(String.fromCharCode(byte)),
  s: (byte) => [0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d].includes(byte),
};
const CHARS: Record<string, string> = { t: '\t', r: '\r', f: '\f', v: '\v' };
/** A single thing is repeated so many times at most. */
const MOST_REPEATED = 8;

/** @returns all ways to read it, each from the beginning of a path @throws NotTranslated */
export function readRegexp(pattern: string): Sequence[] {
  if (/^\(\?[aiLmsux]+\)/.test(pattern)) throw new NotTranslated('flags');
  // Mercurial matches from the beginning, and puts this before what does not say so: before the first alternative alone.
  const reader = new RegexpReader(pattern.startsWith('^') ? pattern : `.*${pattern}`);
  return reader.all();
}

class RegexpReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): Sequence[] {
    const sequences = this.#alternatives();
    if (this.#at < this.#text.length) throw new NotTranslated('a parenthesis too many');
    return sequences;
  }

  #alternatives(): Sequence[] {
    const branches: Sequence[] = [];
    let current: Sequence[] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#text[this.#at] === '|') {
        this.#at += 1;
        branches.push(...current);
        current = [[]];
      } else current = followedBy(current, this.#repeated());
      if (branches.length > MOST_SEQUENCES) throw new TooMany();
    }
    return [...branches, ...current];
  }

  /** One thing, with how many times it stands there. */
  #repeated(): Sequence[] {
    const inner = this.#one();
    const quantifier = /^(?:([*+?])|\{(\d*)(,?)(\d*)\})/.exec(this.#text.slice(this.#at));
    if (quantifier === null || quantifier[0] === '{}' || quantifier[0] === '{,}') return inner;
    const [text, sign, least = '', comma, most = ''] = quantifier;
    this.#at += text.length;
    // As few as possible, or as many: the same names.
    if (this.#text[this.#at] === '?') this.#at += 1;
    else if (this.#text[this.#at] === '+') throw new NotTranslated('a possessive repetition');
    if (sign === '?') return [...inner, []];
    if (sign === '*') return [[manyOf(inner)]];
    if (sign === '+') return followedBy(inner, [[manyOf(inner)]]);
    const from = Number(least);
    const to = comma === '' ? from : most === '' ? null : Number(most);
    if (from > MOST_REPEATED || (to ?? 0) > MOST_REPEATED) throw new TooMany();
    let sequences: Sequence[] = [[]];
    for (let n = 0; n < from; n += 1) sequences = followedBy(sequences, inner);
    if (to === null) return followedBy(sequences, [[manyOf(inner)]]);
    for (let n = from; n < to; n += 1) sequences = followedBy(sequences, [...inner, []]);
    return sequences;
  }

  #one(): Sequence[] {
    const char = this.#text[this.#at] as string;
    this.#at += 1;
    switch (char) {
      case '.':
        return [[ANY]];
      case '^':
        return [[{ kind: 'start' }]];
      case '$':
        return [[{ kind: 'end' }]];
      case '(':
        return this.#group();
      case '[':
        return [[this.#class()]];
      case '\\':
        return [[this.#escaped()]];
      case '*':
      case '+':
      case '?':
        throw new NotTranslated('nothing to repeat');
      default:
        return [[literal(char)]];
    }
  }

  #group(): Sequence[] {
    const opening = /^\?(?::|P<\w+>)/.exec(this.#text.slice(this.#at));
    if (opening !== null) this.#at += opening[0].length;
    else if (this.#text[this.#at] === '?') throw new NotTranslated('a look around, or flags');
    const sequences = this.#alternatives();
    if (this.#text[this.#at] !== ')') throw new NotTranslated('a parenthesis that is not closed');
    this.#at += 1;
    return sequences;
  }

  #escaped(): Token {
    const char = this.#text[this.#at];
    if (char === undefined) throw new NotTranslated('a backslash at the end');
    this.#at += 1;
    if (char === 'A') return { kind: 'start' };
    if (char === 'Z') return { kind: 'end' };
    return this.#setOf(char);
  }

  #setOf(char: string): Bytes {
    const known = CLASSES[char.toLowerCase()];
    if (known !== undefined) return bytes((byte) => known(byte) === (char === char.toLowerCase()));
    const other = CHARS[char];
    if (other !== undefined) return literal(other);
    if (/[A-Za-z0-9]/.test(char)) throw new NotTranslated(`\\${char}`);
    return literal(char);
  }

  #class(): Bytes {
    const isNegated = this.#text[this.#at] === '^';
    if (isNegated) this.#at += 1;
    const has = new Array<boolean>(256).fill(false);
    for (let first = true; ; first = false) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new NotTranslated('a bracket that is not closed');
      this.#at += 1;
      if (char === ']' && !first) break;
      const set = char === '\\' ? this.#classEscape() : literal(char);
      const isRange = this.#text[this.#at] === '-' && ![']', undefined].includes(this.#text[this.#at + 1]);
      if (!isRange) {
        for (let byte = 0; byte < 256; byte += 1) has[byte] ||= set.has[byte] === true;
        continue;
      }
      this.#at += 1;
      const last = this.#text[this.#at] as string;
      this.#at += 1;
      const end = last === '\\' ? this.#classEscape() : literal(last);
      const [from, to] = [set.has.indexOf(true), end.has.indexOf(true)];
      if (to < from) throw new NotTranslated('a range from later to earlier');
      for (let byte = from; byte <= to; byte += 1) has[byte] = true;
    }
    return bytes((byte) => has[byte] !== isNegated);
  }

  #classEscape(): Bytes {
    const char = this.#text[this.#at];
    if (char === undefined) throw new NotTranslated('a bracket that is not closed');
    this.#at += 1;
    return this.#setOf(char);
  }
}

/** Any number of a thing. @throws NotTranslated where Git has no such sign */
function manyOf(inner: readonly Sequence[]): Token {
  const [only] = inner.length === 1 ? (inner[0] ?? []) : [];
  const isOne = inner.length === 1 && inner[0]?.length === 1;
  if (isOne && only?.kind === 'bytes') {
    if (isAll(only, 'nothing')) return { kind: 'deep' };
    if (isAll(only, 'slash') && only.has[0x2f] === false) return { kind: 'star' };
  }
  if (isOne && (only?.kind === 'star' || only?.kind === 'deep')) return only;
  throw new NotTranslated('a repetition');
}
