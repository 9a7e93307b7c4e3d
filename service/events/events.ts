/** What the engine tells its listeners. Screens follow these instead of polling. */
import type { ImportStatus } from '../vocabulary/import-status.ts';

/** One line of an import's log, as kept in the `import_log_lines` table. */
export interface LogLine {
  id: number;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  at: string;
  level: 'info' | 'warning' | 'error';
  text: string;
}

/** A live reading of a running import. Sent at most ten times a second; not stored. */
export interface ImportProgress {
  step: 'detection' | 'raw' | 'rewrite' | 'push' | 'verification';
  /** 0-100 over the whole import; never goes back within one run. */
  percent: number;
  /** A sentence for a person: what is happening now. */
  status_text: string;
  /** Revisions (Subversion) or objects (Git) done in this step; null where the step has no such count. */
  done: number | null;
  /** What `done` counts towards; null while unknown. */
  total: number | null;
  unit: 'revisions' | 'objects' | 'commits' | 'bytes';
  /** `unit` per second over the last seconds; null while unknown. */
  rate: number | null;
  seconds_left: number | null;
}

/** A live reading of a running export or restore. Sent at most ten times a second; not stored. */
export interface ArchiveProgress {
  step: 'waiting' | 'records' | 'attachments' | 'repositories' | 'finishing' | 'reading' | 'checking';
  /** 0-100 over the whole job; never goes back. */
  percent: number;
  /** A sentence for a person: what is happening now. */
  status_text: string;
  /** Bytes of input done and expected; null while unknown. */
  bytes_done: number;
  bytes_total: number | null;
  /** Bytes per second over the last seconds; null while unknown. */
  rate: number | null;
}

export type GantryEvent =
  | { type: 'import.changed'; owner: string; repo: string; import_id: number; status: ImportStatus }
  | { type: 'import.progress'; owner: string; repo: string; import_id: number; progress: ImportProgress }
  | { type: 'import.log'; owner: string; repo: string; import_id: number; lines: LogLine[] }
  | { type: 'import.authors'; owner: string; repo: string; import_id: number; count: number }
  | { type: 'import.removed'; owner: string; repo: string; import_id: number }
  | { type: 'repository.changed'; owner: string; repo: string }
  | { type: 'repository.removed'; owner: string; repo: string }
  | { type: 'remote_push.changed'; owner: string; repo: string; remote_push_id: number }
  /** `owner` is the organization's or the account's login. */
  | { type: 'migration.changed'; owner: string; migration_id: number }
  | { type: 'migration.progress'; owner: string; migration_id: number; progress: ArchiveProgress }
  | { type: 'inspection.changed'; inspection_id: number }
  | { type: 'inspection.progress'; inspection_id: number; progress: ArchiveProgress }
  | { type: 'inspection.removed'; inspection_id: number }
  | { type: 'restore.changed'; restore_id: number }
  | { type: 'restore.progress'; restore_id: number; progress: ArchiveProgress }
  /** A list of imports, or an entry of it. */
  | { type: 'import_batch.changed'; import_batch_id: number }
  /** A hook, or one of its deliveries. */
  | { type: 'hook.changed'; hook_id: number }
  | { type: 'token.changed'; login: string }
  | { type: 'application.changed'; login: string }
  | { type: 'settings.changed' }
  /** Counters moved; at most one a second. */
  | { type: 'rate_limit.changed' };

export type EventListener = (event: GantryEvent) => void;
