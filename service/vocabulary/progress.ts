/** Live readings and log lines. */
import type { InWords, Sentence } from '../../language/sentence.ts';

/** One line of an import's log, as kept in the `import_log_lines` table. */
export interface LogLine {
  id: number;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  at: string;
  level: 'info' | 'warning' | 'error';
  text: Sentence;
}

/** A live reading of a running import. Sent at most ten times a second; not stored. */
export interface ImportProgress {
  step: 'detection' | 'raw' | 'rewrite' | 'push' | 'verification';
  /** 0-100 over the whole import; never goes back within one run. */
  percent: number;
  /** A sentence for a person: what is happening now. */
  status_text: Sentence;
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
  status_text: Sentence;
  /** Bytes of input done and expected; null while unknown. */
  bytes_done: number;
  bytes_total: number | null;
  /** Bytes per second over the last seconds; null while unknown. */
  rate: number | null;
}

export type ToldLogLine = InWords<LogLine, 'text'>;
export type ToldImportProgress = InWords<ImportProgress, 'status_text'>;
export type ToldArchiveProgress = InWords<ArchiveProgress, 'status_text'>;
