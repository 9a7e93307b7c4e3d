/**
 * Texts in the language of the person. English stands in the code; another language is a catalogue, by the English text.
 * Both are ICU messages: `{name}`, `{count, number}`, `{count, plural, one {# branch} other {# branches}}`.
 * One word for two things has a context before it: `state|Open`.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { isolated } from './isolated.ts';

/** What stands for a placeholder; null and undefined leave it empty. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Texts of a language by the English ones. */
export type Catalogue = Readonly<Record<string, string>>;

/** A text with nothing in it but names in braces. An apostrophe may quote what follows it. */
const PLAIN = /^(?:[^{}']|\{\w+\})*$/;
const NAME = /\{(\w+)\}/g;

/** `state|Open` is "Open" where a word alone would not say which of two it is. */
function withoutContext(english: string): string {
  return /^[a-z]+\|/.test(english) ? english.slice(english.indexOf('|') + 1) : english;
}

/** What is said in one language; English without a catalogue. */
export class Messages {
  /** Of texts, numbers, dates and plurals (BCP 47). */
  readonly locale: string;
  readonly #catalogue: Catalogue;
  readonly #read = new Map<string, IntlMessageFormat>();

  constructor(locale: string, catalogue: Catalogue = {}) {
    this.locale = locale;
    this.#catalogue = catalogue;
  }

  /**
   * The text in this language; in English where the catalogue lacks it.
   * @throws SyntaxError for a text that is no ICU message, FormatError where a value is missing
   */
  say(english: string, values?: Values): string {
    const text = this.#catalogue[english] ?? withoutContext(english);
    if (values === undefined) return text;
    return (PLAIN.test(text) ? filledIn(text, values) : null) ?? this.#formatted(text, values);
  }

  #formatted(text: string, values: Values): string {
    let message = this.#read.get(text);
    if (message === undefined) {
      message = new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true });
      this.#read.set(text, message);
    }
    return message.format(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
      ),
    ) as string;
  }
}

/**
 * What the formatter makes of a text with names alone. The formatter itself reads a language's rules, and the first frame would wait for that.
 * @returns null where a value is missing, of which the formatter says it
 */
function filledIn(text: string, values: Values): string | null {
  let isWhole = true;
  const filled = text.replace(NAME, (_, name: string) => {
    if (!Object.hasOwn(values, name)) isWhole = false;
    const value = values[name];
    return typeof value === 'string' ? isolated(value) : String(value ?? '');
  });
  return isWhole ? filled : null;
}
