import type { FailureData } from '../failures/failure.ts';

/** The text of a `failure` column. */
export function encodeFailure(failure: FailureData | null): string | null {
  return failure === null ? null : JSON.stringify(failure);
}

/** What a `failure` column holds. */
export function decodeFailure(text: string | null): FailureData | null {
  return text === null ? null : (JSON.parse(text) as FailureData);
}
