/** Finds what in a message names a revision of the source. Messages are bytes as latin1 text: what is looked for is ASCII. */
import type { Vcs } from '../../vocabulary/history.ts';

export interface Reference {
  /** Where it stands in the message. */
  start: number;
  end: number;
  kind: 'number' | 'id';
  /** Decimal digits without leading zeros, or hex digits in small letters. */
  value: string;
  /** Whether the words before say that it is a revision, so that it is one even where nothing of that name is known. */
  isNamed: boolean;
  /** The other end of a range: both are replaced or none. */
  other?: Reference;
}

/** Not within a word (letters of UTF-8 as well), a path, an address or a version. */
const BEFORE = String.raw`(?<![\w/@]|[\xc3-\xdf][\x80-\xbf]|(?<!\.)\.)`;
const AFTER = String.raw`(?!\w|[./]\w)`;
const NAMED =
  /(?:\b(?:commits?|changesets?|csets?|revs?|revisions?|nodes?|backouts?|reverts?|reverted|reverting|cherry[- ]picked|grafted|transplanted|merge[ds]?|introduced|fix(?:es|ed)?)\b|\b(?:back(?:ed|s|ing)? out))(?: (?:of|from|in|by|commit|changeset|revision))*[\s:("'`*#[]*$/i;
/** What stands between names that one word introduces. */
const LIST = /^\s*(?:,|;|&|\+|and|or|to|through|\.\.\.?|-|:|,\s*and)?\s*(?:and\s+)?$/i;

const SYSTEM: Record<Vcs, (message: string) => Reference[]> = {
  git: (message) => ids(message, new RegExp(`${BEFORE}([\\da-f]{6,40})${AFTER}`, 'gi')),
  // `12:1a2b3c4d5e6f` names the same twice, and the number is that of one clone.
  mercurial: (message) => ids(message, new RegExp(`${BEFORE}(?:\\d+:)?([\\da-f]{6,40})${AFTER}`, 'gi')),
  subversion: (message) =>
    numbers(message, [new RegExp(`${BEFORE}r(\\d{1,9})(?:([:-])r?(\\d{1,9}))?${AFTER}`, 'g'), words('rev(?:ision)?')]),
  tfvc: (message) =>
    numbers(message, [new RegExp(`(?<!\\b(?:warning|error)s? )${BEFORE}C(\\d{1,9})${AFTER}`, 'g'), words('changeset')]),
};

/** @returns in the order in which they stand, none within another */
export function findReferences(vcs: Vcs, message: string): Reference[] {
  return SYSTEM[vcs](message);
}

function words(word: string): RegExp {
  return new RegExp(
    `${BEFORE}${word}(s?)\\.? ?#?(\\d{1,9})((?: ?(?:,|and|&|-|to|through|, and) ?#?\\d{1,9})*)${AFTER}`,
    'gi',
  );
}

function ids(message: string, pattern: RegExp): Reference[] {
  const found: Reference[] = [];
  for (const match of message.matchAll(pattern)) {
    const value = (match[1] ?? '').toLowerCase();
    const [start, end] = [match.index, match.index + match[0].length];
    const last = found.at(-1);
    const isNamed =
      NAMED.test(message.slice(Math.max(0, start - 60), start)) ||
      (last?.isNamed === true && LIST.test(message.slice(last.end, start)));
    // A word of letters alone, and a number, are ids only where that is said.
    const isOne = value.length === 40 || isNamed || (value.length >= 7 && /\d/.test(value) && /[a-f]/.test(value));
    if (isOne) found.push({ start, end, kind: 'id', value, isNamed });
  }
  return found;
}

function numbers(message: string, patterns: readonly RegExp[]): Reference[] {
  const found: Reference[] = [];
  const [short, long] = patterns as [RegExp, RegExp];
  for (const match of message.matchAll(short)) {
    const [text, first = '', separator, second] = match;
    const { index } = match;
    const end = index + text.length;
    const isNamed = NAMED.test(message.slice(Math.max(0, index - 60), index));
    if (second === undefined) found.push(numberAt(index, end, first, isNamed));
    else {
      const middle = index + 1 + first.length;
      const other = numberAt(middle + (separator ?? '').length, end, second, isNamed);
      found.push({ ...numberAt(index, middle, first, isNamed), other });
    }
  }
  for (const match of message.matchAll(long)) {
    const [text, plural, first = '', more = ''] = match;
    const at = match.index + text.length - more.length - first.length;
    found.push(numberAt(at, at + first.length, first, true));
    if (plural === '') continue;
    for (const next of more.matchAll(/\d+/g)) {
      const start = match.index + text.length - more.length + next.index;
      found.push(numberAt(start, start + next[0].length, next[0], true));
    }
  }
  found.sort((a, b) => a.start - b.start);
  return found.filter(({ start }, i) => i === 0 || start >= endOf(found[i - 1] as Reference));
}

function numberAt(start: number, end: number, digits: string, isNamed: boolean): Reference {
  return { start, end, kind: 'number', value: String(Number(digits)), isNamed };
}

/** Where a name, or the range that it begins, ends. */
export function endOf({ end, other }: Reference): number {
  return other?.end ?? end;
}
