import type { ImportBatchEntry } from '../../../service/api/imports/batch-schemas.ts';

/** States of lines that a person looks for among thousands. */
export const lookedFor = [
  'needs_attention',
  'failed',
  'stopped',
  'refused',
] as const satisfies readonly ImportBatchEntry['state'][];

/** Which lines of a list are shown: part of the address, so that who comes back from one of them sees them again. */
export function linesShown(search: Record<string, unknown>): { state?: (typeof lookedFor)[number] } {
  const state = lookedFor.find((known) => known === search.state);
  return state === undefined ? {} : { state };
}
