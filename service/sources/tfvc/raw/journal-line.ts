/** What each changeset did, one line a changeset; see the Subversion source's journal. Texts are bytes as latin1 strings. */
import type { JournalRevision } from '../../folders/raw/journal.ts';
import type { Person } from '../api/answers.ts';

/** A file that took in changes of another one. Without a range (-1) the server did not say which. */
export type MergedFile = [target: string, source: string, from: number, to: number];

export interface JournalChangeset extends JournalRevision {
  /** Author: account and name. */
  p: [id: string, name: string];
  /** Who checked it in, when that is somebody else. */
  k?: [id: string, name: string];
  /** Merges. */
  m?: MergedFile[];
}

export function authorOf(line: JournalChangeset): Person {
  return { id: line.p[0], name: line.p[1] };
}

export function committerOf(line: JournalChangeset): Person | null {
  return line.k === undefined ? null : { id: line.k[0], name: line.k[1] };
}
