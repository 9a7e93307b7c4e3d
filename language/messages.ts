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
