/** What one changeset does to the project's tree, with the contents that it needs in the store. */
import type { Changeset } from '../api/answers.ts';
import type { MergedFile } from './journal-line.ts';

/** Paths are relative to the project; bytes as latin1 strings. */
export interface PlannedFile {
  path: string;
  /** Number in the store. */
  blob: number;
  isLink: boolean;
}

/** A folder that came from elsewhere with everything in it. */
export interface PlannedMove {
  path: string;
  kind: 'rename' | 'branch' | 'undelete';
  /** Folder that it came from; null for one that is undeleted where it was and for one from another project. */
  source: string | null;
  /** Changeset of the source that was taken; null for the one before this. */
  version: number | null;
  /** Everything that is in the folder now; null when another move says so. */
  content: { folders: string[]; files: PlannedFile[] } | null;
}

/** Something for the report: kind of the finding and the path that it happened to. */
export interface Note {
  kind: 'property' | 'content_gone' | 'from_elsewhere' | 'comment_cut' | 'folder_unlisted';
  path: string;
}

export interface Plan {
  changeset: Changeset;
  /** Files and folders that go, before anything comes. '' for everything. */
  removals: string[];
  moves: PlannedMove[];
  folders: string[];
  files: PlannedFile[];
  merges: MergedFile[];
  /** What was merged and left as it was, or is not there: the changeset is its branch's all the same. */
  noted: string[];
  notes: Note[];
}
