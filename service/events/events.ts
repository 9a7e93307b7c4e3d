/** What the engine tells its listeners. Screens follow these instead of polling. */

import type { ImportStatus } from '../vocabulary/import-status.ts';
import type { ArchiveProgress, ImportProgress, LogLine } from '../vocabulary/progress.ts';
import type { CommitsOfYear } from '../vocabulary/repository-statistics.ts';

export type GantryEvent =
  | { type: 'import.changed'; owner: string; repo: string; import_id: number; status: ImportStatus }
  | { type: 'import.progress'; owner: string; repo: string; import_id: number; progress: ImportProgress }
  | { type: 'import.log'; owner: string; repo: string; import_id: number; lines: LogLine[] }
  | { type: 'import.authors'; owner: string; repo: string; import_id: number; count: number }
  /** A comparison of every revision with the source began, went on or ended; at most four a second. */
  | { type: 'import.comparison'; owner: string; repo: string; import_id: number }
  | { type: 'import.removed'; owner: string; repo: string; import_id: number }
  | { type: 'repository.changed'; owner: string; repo: string }
  /** What its history and files come to was counted; `years` is null where that could not be. */
  | { type: 'repository.counted'; owner: string; repo: string; years: CommitsOfYear[] | null }
  | { type: 'repository.removed'; owner: string; repo: string }
  | { type: 'remote_push.changed'; owner: string; repo: string; remote_push_id: number }
  /** A remote was forgotten, or is pushed to in another way. */
  | { type: 'remote.changed'; owner: string; repo: string }
  /** `owner` is the organization's or the account's login. */
  | { type: 'migration.changed'; owner: string; migration_id: number }
  | { type: 'migration.progress'; owner: string; migration_id: number; progress: ArchiveProgress }
  | { type: 'inspection.changed'; inspection_id: number }
  | { type: 'inspection.progress'; inspection_id: number; progress: ArchiveProgress }
  | { type: 'inspection.removed'; inspection_id: number }
  | { type: 'restore.changed'; restore_id: number }
  | { type: 'restore.progress'; restore_id: number; progress: ArchiveProgress }
  /** A list of imports, or an entry of it. */
  | { type: 'import_batch.changed'; account_id: number; import_batch_id: number }
  /** A hook, or one of its deliveries; `owner_id` is the account's that it, or its repository, belongs to. */
  | { type: 'hook.changed'; owner_id: number; hook_id: number }
  | { type: 'token.changed'; login: string }
  | { type: 'application.changed'; login: string }
  /** An account was made or changed, or the organizations it belongs to. */
  | { type: 'account.changed'; login: string }
  /** Somebody else, or a program, gave the account another password: windows that are open for it close. */
  | { type: 'password.changed'; login: string }
  /** Somebody was put into the account's people book, or taken out of it. */
  | { type: 'people_book.changed'; account_id: number }
  | { type: 'settings.changed' }
  /** A check of the installation began, went on or ended, or a repository was adopted. */
  | { type: 'installation.changed' }
  /** Counters moved; at most one a second. */
  | { type: 'rate_limit.changed' };

export type EventListener = (event: GantryEvent) => void;
