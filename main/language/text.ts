/** The texts of menus, dialogs and notifications. */
import type { Language } from '../../language/languages.ts';
import { Messages, type Values } from '../../language/messages.ts';
import german from './de.json' with { type: 'json' };

/** A text of main, as it stands in the code. */
type MainText = keyof typeof german;

let messages = new Messages('en');

/** Chooses what every text is said in from now on. */
export function speak(language: Language): void {
  messages = new Messages(language, language === 'de' ? german : {});
}

/** A text of main: English as it stands here, German from `de.json`, which a text must be in to compile. */
export function t(english: MainText, values?: Values): string {
  return messages.say(english, values);
}
