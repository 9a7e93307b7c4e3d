/** What a mapping was before messages were rewritten, kept beside it so that a person can see what would be. */
import { join } from 'node:path';
import { readPackedNow, removePacked, writePacked } from '../../files/packed-file.ts';
import type { MapResult } from '../../sources/source.ts';
import { ownMapping } from '../steps/own-mapping.ts';
import type { MapStep } from '../steps/step-job.ts';

/** As much of a mapping as rewriting messages needs. */
export type BeforeMessages = Pick<MapResult, 'refs' | 'packs' | 'origin' | 'shallow'>;

const file = (folder: string): string => join(folder, 'before-messages.json');

/** Keeps it, whole or not at all. A Git source whose commits have the ids of the source has nothing to keep. */
export async function keepBeforeMessages(folder: string, mapped: MapResult, step: MapStep): Promise<void> {
  const own = ownMapping(mapped);
  const isTheSources = step.vcs === 'git' && step.identities.size === 0 && own.repository === null;
  if (isTheSources) return removePacked(file(folder));
  const { refs, packs, shallow, conversion } = mapped;
  const ends = shallow ?? conversion?.shallow;
  const kept: Omit<BeforeMessages, 'origin'> & { own: { refs: MapResult['refs'] | null; repository: string | null } } =
    {
      refs,
      packs,
      ...(typeof ends === 'string' ? { shallow: ends } : {}),
      own: { refs: isSame(own.mapped.refs, refs) ? null : own.mapped.refs, repository: own.repository },
    };
  await writePacked(file(folder), JSON.stringify(kept));
}

/** @returns null where nothing was kept, or the file is damaged */
export function readBeforeMessages(folder: string): BeforeMessages | null {
  try {
    const text = readPackedNow(file(folder));
    if (text === null) return null;
    const { own, ...kept } = JSON.parse(text);
    const mapped = { ...kept, refs: own.refs ?? kept.refs, head: null, commit_count: 0, findings: [], checks: [] };
    return { ...kept, origin: { mapped, repository: own.repository } };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isSame(some: MapResult['refs'], others: MapResult['refs']): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, oid }, at) => others[at]?.name === name && others[at]?.oid === oid)
  );
}
