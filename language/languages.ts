/** Languages that Gantry speaks. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a person chooses: a language, or that of the system. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/**
 * The language for a choice.
 * @param preferred what the system says, most wanted first (BCP 47: `de-AT`)
 */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  const known = preferred.map((tag) => LANGUAGES.find((language) => tag.toLowerCase().split(/[-_]/)[0] === language));
  return known.find((language) => language !== undefined) ?? 'en';
}
