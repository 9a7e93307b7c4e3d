/** What the engine says while no window can: why it does not start, or a backup was not put back. */
import type { Language } from '../../language/languages.ts';
import { SaidError } from '../../service/failures/said-error.ts';

/** What an error says in a language; its message where that is no sentence of the engine. */
export async function errorText(language: Language, error: unknown): Promise<string> {
  if (!(error instanceof SaidError)) return error instanceof Error ? error.message : String(error);
  const { spokenIn } = await import('../../service/failures/language.ts');
  return spokenIn(language, error.said);
}
