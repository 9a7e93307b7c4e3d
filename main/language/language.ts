/** The language of the window, of menus and dialogs: what a person chose, else the system's. */
import { app } from 'electron';
import { type Language, type LanguageChoice, languageFor } from '../../language/languages.ts';
import { rememberedPreferences, rememberPreferences } from '../preferences-file.ts';
import { speak } from './text.ts';

/** What the person chose. */
export function chosenLanguage(): LanguageChoice {
  return rememberedPreferences().language;
}

let current: Language = 'en';

/** What everything is said in now. */
export function currentLanguage(): Language {
  return current;
}

const listeners = new Set<() => void>();

/** Calls when the language changes while the app runs. */
export function onLanguage(listener: () => void): void {
  listeners.add(listener);
}

/** Says everything from now on in the language that was chosen, or is the system's. The app must be ready. */
export function applyLanguage(): void {
  current = languageFor(chosenLanguage(), app.getPreferredSystemLanguages());
  speak(current);
}

/** Changes the language now and for the next start. Pages have theirs when they are loaded the next time. */
export function chooseLanguage(language: LanguageChoice): void {
  rememberPreferences({ language });
  applyLanguage();
  for (const listener of listeners) listener();
}
