/** What revisions came with beside their files, for who compares them with the source. */
import { join } from 'node:path';
import type { FetchCheckpoint } from './checkpoint.ts';
import { JOURNAL_NAME, type JournalRevision, journalEnd, readJournal } from './journal.ts';

export type CameBy = Pick<JournalRevision, 'a'>;

export interface WhatCame {
  /** Authors by revision: one for each of them, as there may be a million revisions. */
  authors: ReadonlyMap<number, CameBy>;
  /** Revisions whose message has a NUL, which no commit has, and behind which programs print nothing. */
  withNul: ReadonlySet<number>;
}

/** @param folder of the fetch @throws Failure when the journal is damaged */
export function readWhatCame(folder: string, checkpoint: Pick<FetchCheckpoint, 'journal' | 'journalSum'>): WhatCame {
  const lines = new Map<string | null, CameBy>();
  const authors = new Map<number, CameBy>();
  const withNul = new Set<number>();
  for (const { r, a, l } of readJournal(join(folder, JOURNAL_NAME), journalEnd(checkpoint))) {
    const line = lines.get(a) ?? { a };
    lines.set(a, line);
    authors.set(r, line);
    if (l?.includes('\0')) withNul.add(r);
  }
  return { authors, withNul };
}
