/** What the engine says in a sentence of its own while no window can: why it does not start, or a backup was not put back. */
import type { Language } from '../../language/languages.ts';

/** The sentence in a language; as it is where it is none of the engine's. Its German is loaded here and not at the start. */
export async function engineText(language: Language, english: string): Promise<string> {
  if (language === 'en') return english;
  const [{ engine }, { EngineSentences }] = await Promise.all([
    import('../../language/de/engine/index.ts'),
    import('../../language/engine-sentences.ts'),
  ]);
  return new EngineSentences(language, engine).say(english);
}
