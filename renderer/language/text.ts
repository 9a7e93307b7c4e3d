/** The window's texts. The language is chosen before any other module is evaluated: `renderer/main.tsx`. */
import { Messages, type Values } from '../../language/messages.ts';

export { isolated } from '../../language/isolated.ts';

import type { WindowText } from './de/index.ts';

let messages = new Messages('en');

/** Chooses what every text is said in from now on. */
export function speak(chosen: Messages): void {
  messages = chosen;
}

/** A text of the window: English as it stands here, German from `de/`, which a text must be in to compile. */
export function t(english: WindowText, values?: Values): string {
  return messages.say(english, values);
}

/** The locale of dates and numbers (BCP 47). */
export function locale(): string {
  return messages.locale;
}

/** A label within a sentence: nouns keep their capital in German, and lose it in English. */
export function nounWithin(label: string): string {
  return messages.locale === 'de' ? label : label.toLowerCase();
}
