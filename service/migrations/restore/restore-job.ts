/** What the main thread hands to the thread that restores an archive, and what comes back. */
import type { ArchiveProgress } from '../../events.ts';
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

export interface NewAccount {
  type: 'User' | 'Organization';
  login: string;
  name: string | null;
  email: string | null;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`; null when the archive does not say. */
  created_at: string | null;
}

export interface NewRepository {
  owner: string;
  name: string;
  description: string | null;
  private: 0 | 1;
  default_branch: string;
  size_kb: number;
  created_at: string | null;
  pushed_at: string | null;
  records_id: number;
}

/** A staged folder and its place; both are paths below the data folder, with slashes. */
export interface Move {
  from: string;
  to: string;
}

/** What makes a staged restore real. */
export interface PublishPlan {
  accounts: NewAccount[];
  memberships: { organization: string; login: string; role: 'owner' | 'member' }[];
  repositories: NewRepository[];
  moves: Move[];
}

/** What a restore says of itself at its end (`restores.summary`). */
export interface RestoreSummary {
  users: number;
  organizations: number;
  repositories: string[];
  records: { model: string; count: number }[];
  attachments: number;
  notes: string[];
}

export interface RestoreResult {
  plan: PublishPlan;
  summary: RestoreSummary;
}
