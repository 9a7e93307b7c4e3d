/** What the main thread hands to the thread that restores an archive, and what comes back. */

import type { Sentence } from '../../../language/sentence.ts';
import type { AdoptedRows } from '../../store/adoption.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import type { FileState } from '../archive/read/unpack.ts';

export interface RestoreJob {
  dataFolder: string;
  guid: string;
  inspectionId: number;
  archive: string;
  /** As the file was when it was opened. */
  expected: FileState;
  /** The opened archive's index. */
  indexFile: string;
  /** Folder for this restore alone; removed by the caller. */
  staging: string;
}

export type RestoreMessage =
  | { kind: 'reading'; reading: Omit<ArchiveProgress, 'percent' | 'rate'>; percent: number }
  /** The installation's records are to be written: the job waits for its turn. */
  | { kind: 'records' };

/** A staged folder and its place; both are paths below the data folder, with slashes. */
export interface Move {
  from: string;
  to: string;
}

/** What is left to do once the rows are there (`restores.plan`). */
export interface PublishPlan {
  moves: Move[];
  repositories: { owner: string; name: string }[];
}

/** What a restore says of itself at its end (`restores.summary`). */
export interface RestoreSummary {
  users: number;
  organizations: number;
  repositories: string[];
  records: { model: string; count: number }[];
  attachments: number;
  /** Whether the archive held all that its records name of what was chosen. Earlier versions did not say. */
  whole?: boolean;
  notes: Sentence[];
}

export interface RestoreResult {
  rows: AdoptedRows;
  moves: Move[];
  summary: RestoreSummary;
}
