/** Whether an update published nothing: read in a thread, as all refs of a history are. */
import { listRefs } from '../../git/bare-repository.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import { type RefsPlace, recordedRefs } from './owned-refs.ts';
import { refsAsBytes } from './ref-bytes.ts';
import { readBefore } from './update.ts';

/** What must be recorded where refs were recorded that were never written. */
export interface AsBefore {
  own: Uint8Array;
  disown: Uint8Array;
}

/**
 * What somebody else pushed meanwhile does not count.
 * @returns null when what was published is not, or may not be, what it was before
 */
export async function asBefore(
  repositoryPath: string,
  place: RefsPlace,
  signal: AbortSignal,
): Promise<AsBefore | null> {
  const before = readBefore(place.folder);
  if (before === null) return null;
  const recorded = [...recordedRefs(place).recorded()].map(([name, oid]) => ({ name, oid }));
  if (linesOf(recorded) === linesOf(before.refs)) return { own: refsAsBytes([]), disown: refsAsBytes([]) };
  const there = await listRefs(repositoryPath, signal).catch(() => null);
  if (there === null || linesOf(there) !== linesOf(before.refs)) return null;
  const names = new Set(before.refs.map(({ name }) => name));
  return { own: refsAsBytes(before.refs), disown: refsAsBytes(recorded.filter(({ name }) => !names.has(name))) };
}

function linesOf(refs: readonly MappedRef[]): string {
  return refs
    .map(({ name, oid }) => `${oid} ${name}`)
    .sort()
    .join('\n');
}
