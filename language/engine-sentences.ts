/**
 * Sentences of the engine in another language. It stores, sends and logs them in English, made of a text and what was put into it;
 * failures come as data and are no part of this. What is not known stays English: nothing decides by what is read here.
 */

import { isolated } from './isolated.ts';

interface Pattern {
  english: string;
  text: string;
  /** How many characters of its own it has. */
  own: number;
  /** The longest of them that stand together: looked for first, as that takes no time. */
  words: string;
  names: string[];
  /** Made where it is first needed: of most sentences no window ever hears. */
  matches: RegExp | null;
}

/** `1,234` of the engine. */
const GROUPED = /^\d{1,3}(,\d{3})+$/;
/** `2026-01-31T12:00:00Z` of the engine. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** `2026-01-31` of the engine. */
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A sentence ends, and another one begins. */
const BETWEEN = /(?<=[.!?…]) (?=[\p{Lu}"“])/gu;
/** What was put into a sentence reaches into no other one. */
const VALUE = String.raw`((?:(?![.!?…] [\p{Lu}"“])[^])+?)`;
/** Where `{count}` stands. */
const COUNT = String.raw`([\d,.]+)`;
/** Characters of its own that a part of a sentence has at least: shorter ones could be a name. */
const PART = 12;

export class EngineSentences {
  readonly #whole: Readonly<Record<string, string>>;
  readonly #patterns: Pattern[];
  readonly #number: Intl.NumberFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #known = new Map<string, string | null>();

  /** @param texts by the English ones; `{name}` stands for what is put in, `{count}` for a number, the same names on both sides */
  constructor(locale: string, texts: Readonly<Record<string, string>>) {
    this.#number = new Intl.NumberFormat(locale);
    this.#day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    this.#moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
    this.#whole = texts;
    this.#patterns = Object.entries(texts)
      .filter(([english]) => english.includes('{'))
      // The one with most words of its own is the one that is meant.
      .map(([english, text]) => patternOf(english, text))
      .sort((one, other) => other.own - one.own);
  }

  /** One sentence or several of the engine; those that are not known as they are. */
  say(english: string): string {
    const found = this.#find(english);
    if (found !== null) return found;
    // `Line 3: …`, `In its wiki: …`
    const colon = english.indexOf(': ');
    const opening = colon < 0 ? null : this.#find(english.slice(0, colon + 1));
    if (opening !== null) return `${opening} ${this.say(english.slice(colon + 2))}`;
    const ends = [...english.matchAll(BETWEEN)].map(({ index }) => index).reverse();
    for (const end of ends) {
      const first = this.#find(english.slice(0, end));
      if (first !== null) return `${first} ${this.say(english.slice(end + 1))}`;
    }
    const next = ends.at(-1);
    return next === undefined ? english : `${english.slice(0, next)} ${this.say(english.slice(next + 1))}`;
  }

  #find(english: string): string | null {
    let found = this.#known.get(english);
    if (found === undefined) {
      found = Object.hasOwn(this.#whole, english) ? (this.#whole[english] ?? null) : this.#fit(english);
      // Progress is never the same twice.
      if (this.#known.size > 2000) this.#known.clear();
      this.#known.set(english, found);
    }
    return found;
  }

  #part(english: string): string | null {
    if (Object.hasOwn(this.#whole, english)) return this.#whole[english] ?? null;
    return this.#fit(english, PART);
  }

  #fit(english: string, letters = 0): string | null {
    // Ids and names, of which a report has many: every sentence has a space.
    if (!english.includes(' ')) return null;
    for (const pattern of this.#patterns) {
      // The next ones have fewer.
      if (pattern.own < letters) return null;
      if (!english.includes(pattern.words)) continue;
      pattern.matches ??= matching(pattern.english);
      const values = pattern.matches.exec(english)?.slice(1);
      if (values === undefined) continue;
      const { names, text } = pattern;
      return text.replace(/\{(\w+)\}/g, (_all, name: string) => this.#value(values[names.indexOf(name)] ?? ''));
    }
    return null;
  }

  /**
   * Numbers, days and moments in the locale's way, moments in the person's time zone; words that are known themselves; else as it
   * is. A single word may be somebody's name.
   */
  #value(value: string): string {
    if (GROUPED.test(value)) return this.#number.format(Number(value.replaceAll(',', '')));
    if (MOMENT.test(value)) return this.#moment.format(new Date(value));
    if (DAY.test(value)) return this.#day.format(new Date(value));
    return (value.includes(' ') ? this.#part(value) : null) ?? isolated(value);
  }
}

const PLACE = /\{(\w+)\}/;

function patternOf(english: string, text: string): Pattern {
  const parts = english.split(PLACE);
  const own = parts.filter((_part, index) => index % 2 === 0);
  return {
    ...{ english, text, own: own.join('').length },
    words: own.reduce((longest, part) => (part.length > longest.length ? part : longest)),
    names: parts.filter((_part, index) => index % 2 === 1),
    matches: null,
  };
}

function matching(english: string): RegExp {
  const source = english.split(PLACE).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return part === 'count' ? COUNT : VALUE;
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}
