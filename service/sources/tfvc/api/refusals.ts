/** What a server will not tell, apart from a server that is away or lets nobody in any more. */

import { type Sentence, say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { sayFailure } from '../../../failures/sentences.ts';
import type { TfvcClient } from './client.ts';
import { AnswerTooLarge, NotTheApi, ServerRefusal, SignInFailure } from './failures.ts';

/**
 * What a server said that will not tell one thing. Where that may as well be trouble with all of it, it is asked for
 * something that it has told before.
 * @param path the server's path of the project
 * @returns null for what is no refusal
 */
export async function refusalOf(client: TfvcClient, path: string, error: unknown): Promise<Sentence | null> {
  if (error instanceof ServerRefusal || error instanceof NotTheApi || error instanceof AnswerTooLarge)
    return saidOf(error);
  const isRefused = error instanceof SignInFailure || refusedWith(error) !== null;
  if (!isRefused || !(error instanceof Failure)) return null;
  try {
    await client.json('tfvc/changesets', { 'searchCriteria.itemPath': path, $top: 1, maxCommentLength: 80 });
  } catch {
    return null;
  }
  return sayFailure(error, 'work');
}

function saidOf(error: ServerRefusal | NotTheApi | AnswerTooLarge): Sentence {
  if (!(error instanceof ServerRefusal)) return error.said;
  return error.message === '' ? say('no reason') : error.message;
}

/** The status that a server went on refusing with; null for other errors. */
export function refusedWith(error: unknown): number | null {
  if (!(error instanceof Failure) || error.key !== 'tfvc.went_on_refusing') return null;
  return Number((error.parameters as { status?: unknown }).status);
}
