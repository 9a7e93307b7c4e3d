/** What ended work of main's own: a failure of the engine, in the window's language. */
import type { Failure } from '../../service/failures/failure.ts';
import { inLanguage, sentenceFor } from '../../service/failures/language.ts';
import type { Operation } from '../../service/failures/operation.ts';
import { currentLanguage } from './language.ts';

export function failureText(failure: Failure, operation: Operation): string {
  return inLanguage(currentLanguage(), () => sentenceFor(failure, operation));
}
