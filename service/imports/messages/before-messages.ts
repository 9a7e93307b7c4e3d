/** What a mapping was before messages were rewritten, kept beside it so that a person can see what would be. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
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
  if (isTheSources) return rm(file(folder), { force: true });
  const { refs, packs, shallow, conversion } = mapped;
  const ends = shallow ?? conversion?.shallow;
  const kept: Omit<BeforeMessages, 'origin'> & { own: { refs: MapResult['refs']; repository: string | null } } = {
    refs,
    packs,
    ...(typeof ends === 'string' ? { shallow: ends } : {}),
    own: { refs: own.mapped.refs, repository: own.repository },
  };
  await writeDurably(file(folder), JSON.stringify(kept));
}

/** @returns null where nothing was kept, or the file is damaged */
export function readBeforeMessages(folder: string): BeforeMessages | null {
  if (!existsSync(file(folder))) return null;
  try {
    const { own, ...kept } = JSON.parse(readFileSync(file(folder), 'utf8'));
    const mapped = { ...kept, refs: own.refs, head: null, commit_count: 0, findings: [], checks: [] };
    return { ...kept, origin: { mapped, repository: own.repository } };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
