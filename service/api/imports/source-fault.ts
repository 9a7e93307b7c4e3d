import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKind } from '../../failures/entry.ts';
import { Failure } from '../../failures/failure.ts';
import { sentenceFor } from '../../failures/language.ts';
import { invalid } from '../shared/errors.ts';

/** What ends a look at a source and is no fault of its address. */
const OURS: ReadonlySet<FailureKind> = new Set(['internal', 'tool_missing', 'disk_full', 'disk_failed']);

/** What is thrown when a source could not be looked at: ApiError 422 about its address, or what went wrong here. */
export function sourceFault(error: unknown, limit: AbortSignal, limitMs: number): unknown {
  const failure = limit.aborted
    ? Failure.of('connection.slow_to_answer', { seconds: limitMs / 1000 })
    : asFailure(error);
  if (OURS.has(failure.kind)) return error;
  return invalid('Import', 'vcs_url', 'unprocessable', sentenceFor(failure, 'request'), failure.key);
}
