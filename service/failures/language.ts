/** In which language sentences and failures are said to whoever asked. What is stored is data; the engine's own log is English. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { engine } from '../../language/de/engine/index.ts';
import { ENGLISH_OF_PEOPLE, german, render, type Sentence } from '../../language/sentence.ts';
import { ENGLISH, type FailureData, type Speech, sentenceOf, speakerOf } from './failure.ts';
import { GERMAN } from './german/index.ts';
import { GERMAN_WORDS } from './german/operation.ts';
import type { Operation } from './operation.ts';
import { inEnglish } from './sentences.ts';

/** Languages of the catalogue; `program` is English for programs and logs: moments and days as ISO 8601 has them. */
export type Language = 'en' | 'de' | 'program';

/** Threads that only throw failures have no use for it: this file alone imports it. */
const SPOKEN: Record<Language, Speech | undefined> = {
  program: undefined,
  en: { ...ENGLISH, own: ENGLISH_OF_PEOPLE },
  de: { sentences: GERMAN, words: GERMAN_WORDS, own: german(engine) },
};

const asked = new AsyncLocalStorage<Language>();

/** Does something for somebody who is spoken to in a language; what it begins and does not wait for is not meant by that. */
export function inLanguage<T>(language: Language, act: () => T): T {
  return asked.run(language, act);
}

/** The language of a person's request, as its header `Accept-Language` begins; English where that names none that the catalogue has. */
export function languageOf(headers: Headers): 'en' | 'de' {
  return /^de\b/i.test(headers.get('Accept-Language') ?? '') ? 'de' : 'en';
}

/** The language of whoever asked; that of programs where nobody did. */
export function askedLanguage(): Language {
  return asked.getStore() ?? 'program';
}

/** The sentence of a failure in the language of whoever asked; as for programs where nobody did. */
export function sentenceFor(data: Pick<FailureData, 'key' | 'parameters'>, operation: Operation): string {
  return sentenceOf(data, operation, SPOKEN[askedLanguage()]);
}

/** What is said, in the language of whoever asked; as for programs where nobody did. */
export function spoken(sentence: Sentence): string {
  return spokenIn(askedLanguage(), sentence);
}

/** What is said, in a language. */
export function spokenIn(language: Language, sentence: Sentence): string {
  return language === 'program' ? inEnglish(sentence) : render(sentence, SPEAKERS[language]);
}

const SPEAKERS = { en: speakerOf(SPOKEN.en), de: speakerOf(SPOKEN.de) };
