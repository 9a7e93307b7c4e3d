/** In which language a sentence is said to whoever asked. Logs, reports and what is stored are English. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type FailureData, type Speech, sentenceOf } from './failure.ts';
import { GERMAN } from './german/index.ts';
import { GERMAN_WORDS } from './german/operation.ts';
import type { Operation } from './operation.ts';
import { retold } from './retold.ts';

/** Languages of the catalogue. */
export type Language = 'en' | 'de';

/** Threads that only throw failures have no use for it: this file alone imports it. */
const SPOKEN: Record<Language, Speech | undefined> = { en: undefined, de: { sentences: GERMAN, words: GERMAN_WORDS } };

const asked = new AsyncLocalStorage<Language>();

/** Does something for somebody who is spoken to in a language; what it begins and does not wait for is not meant by that. */
export function inLanguage<T>(language: Language, act: () => T): T {
  return asked.run(language, act);
}

/** The language of a request, as its header `Accept-Language` begins; English where that names none that the catalogue has. */
export function languageOf(headers: Headers): Language {
  return /^de\b/i.test(headers.get('Accept-Language') ?? '') ? 'de' : 'en';
}

/** The language of whoever asked; English where nobody did. */
export function askedLanguage(): Language {
  return asked.getStore() ?? 'en';
}

/** The sentence of a failure in the language of whoever asked; English where nobody did. */
export function sentenceFor(data: Pick<FailureData, 'key' | 'parameters'>, operation: Operation): string {
  return sentenceOf(data, operation, SPOKEN[askedLanguage()]);
}

/** What was stored in English, for whoever asked: failures within it are told in their language, the rest stays as it is. */
export function storedFor(english: string): string {
  return askedLanguage() === 'de' ? retold(english) : english;
}
