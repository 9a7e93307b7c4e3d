/** Events as a client of the API hears them: what changed comes with the rows that the API's lists show of it. */

import type { Rooms } from '../engine.ts';
import type { GantryEvent } from '../events/events.ts';
import { type Language, spoken } from '../failures/language.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { ImportRecord } from '../store/import-record.ts';
import type { ToldArchiveProgress, ToldImportProgress, ToldLogLine } from '../vocabulary/progress.ts';
import { representSummary } from './imports/import-representation.ts';
import type { ImportSummary } from './imports/import-schemas.ts';
import { representPush } from './imports/remote-push-representation.ts';
import type { RemotePush } from './imports/remote-push-schemas.ts';
import { workOfComparison, workOfExport, workOfImport, workOfPush, workOfRestore } from './work/work-representation.ts';
import type { Work } from './work/work-schemas.ts';

type ChangeOf<Type extends GantryEvent['type']> = Extract<GantryEvent, { type: Type }>;
type ArchiveReading = 'inspection.progress' | 'migration.progress' | 'restore.progress';
type Carried =
  | ArchiveReading
  | 'import.changed'
  | 'import.comparison'
  | 'import.log'
  | 'import.progress'
  | 'migration.changed'
  | 'remote_push.changed'
  | 'restore.changed';

type InWordsOf<Type extends ArchiveReading> = Type extends ArchiveReading
  ? Omit<ChangeOf<Type>, 'progress'> & { progress: ToldArchiveProgress }
  : never;

export type ApiEvent =
  | Exclude<GantryEvent, { type: Carried }>
  | (ChangeOf<'import.changed'> & { import: ImportSummary; work: Work })
  /** Null for one that is kept in the import's report. */
  | (ChangeOf<'import.comparison'> & { work: Work | null })
  | (ChangeOf<'remote_push.changed'> & { push: RemotePush; work: Work })
  | InWordsOf<ArchiveReading>
  | (Omit<ChangeOf<'import.progress'>, 'progress'> & { progress: ToldImportProgress })
  | (Omit<ChangeOf<'import.log'>, 'lines'> & { lines: ToldLogLine[] })
  /** Null for whoever may not see it, of those who may use what it works on, and where it is gone. */
  | (ChangeOf<'migration.changed' | 'restore.changed'> & { work: Work | null });

/** Who hears events. */
export interface Hearer {
  login: string;
  /** `<origin>/api/v3`: what addresses in rows begin with. */
  baseUrl: string;
  /** In which everything is told; English by default. */
  language?: Language;
}

type Needed = Rooms<'accounts' | 'imports' | 'migrations' | 'remotePushes' | 'repositories' | 'restores'>;

/** An event as somebody hears it; null when it is about work or an account that is not for them, or that is gone already. */
export function eventFor(engine: Needed, event: GantryEvent, { login, baseUrl }: Hearer): ApiEvent | null {
  switch (event.type) {
    case 'account.changed':
    case 'password.changed': {
      const account = engine.accounts.byLogin(login);
      return event.login === account?.login || account?.site_admin === 1 ? event : null;
    }
    case 'application.changed':
    case 'token.changed':
      return engine.accounts.byLogin(login)?.login === event.login ? event : null;
    case 'import_batch.changed':
    case 'people_book.changed':
      return engine.accounts.byLogin(login)?.id === event.account_id ? event : null;
    case 'import.changed': {
      const record = recordFor(engine, login, event.import_id);
      if (record === null) return null;
      return { ...event, import: representSummary(engine, baseUrl, record), work: workOfImport(engine, record) };
    }
    case 'import.comparison': {
      const record = recordFor(engine, login, event.import_id);
      if (record === null) return null;
      const found = engine.imports.comparisons.all().find(({ importId }) => importId === record.id);
      return { ...event, work: found === undefined ? null : workOfComparison(record, found.comparison) };
    }
    case 'remote_push.changed': {
      const row = engine.remotePushes.named(event.remote_push_id);
      if (row === undefined || !mayUse(engine, login, row.repository_id)) return null;
      return { ...event, push: representPush(baseUrl, row), work: workOfPush(row) };
    }
    case 'migration.changed': {
      const account = engine.accounts.byLogin(login);
      if (account === undefined || !mayUseAllOf(engine, account, event.owner)) return null;
      const row = engine.migrations.byId(event.migration_id);
      const shown = row !== undefined && isStarter(engine, account, row);
      return { ...event, work: shown ? workOfExport(engine, row) : null };
    }
    case 'restore.changed': {
      if (!isInstallationOwner(engine, login)) return null;
      const row = engine.restores.byId(event.restore_id);
      return { ...event, work: row === undefined ? null : workOfRestore(engine, row) };
    }
    case 'import.progress':
      if (!mayHearOf(engine, login, event.owner)) return null;
      return { ...event, progress: { ...event.progress, status_text: spoken(event.progress.status_text) } };
    case 'import.log':
      if (!mayHearOf(engine, login, event.owner)) return null;
      return { ...event, lines: event.lines.map((line) => ({ ...line, text: spoken(line.text) })) };
    case 'import.authors':
    case 'import.removed':
    case 'remote.changed':
    case 'repository.changed':
    case 'repository.counted':
    case 'repository.removed':
      return mayHearOf(engine, login, event.owner) ? event : null;
    case 'hook.changed':
      return mayAdminister(engine, login, event.owner_id) ? event : null;
    case 'migration.progress': {
      const owner = engine.accounts.byLogin(event.owner);
      if (owner === undefined || !mayAdminister(engine, login, owner.id)) return null;
      return { ...event, progress: { ...event.progress, status_text: spoken(event.progress.status_text) } };
    }
    case 'inspection.progress':
    case 'restore.progress':
      if (!isInstallationOwner(engine, login)) return null;
      return { ...event, progress: { ...event.progress, status_text: spoken(event.progress.status_text) } };
    case 'inspection.changed':
    case 'inspection.removed':
      return isInstallationOwner(engine, login) ? event : null;
    default:
      return event;
  }
}

/** By its owner, whose name it has: what it is about may be gone already. */
function mayHearOf(engine: Rooms<'accounts'>, login: string, ownerLogin: string): boolean {
  const account = engine.accounts.byLogin(login);
  return account !== undefined && mayUseAllOf(engine, account, ownerLogin);
}

function mayUseAllOf({ accounts }: Rooms<'accounts'>, account: AccountRow, ownerLogin: string): boolean {
  const owner = accounts.byLogin(ownerLogin);
  return owner !== undefined && accounts.mayUse(account, owner.id);
}

function mayAdminister({ accounts }: Rooms<'accounts'>, login: string, ownerId: number): boolean {
  const account = accounts.byLogin(login);
  return account !== undefined && accounts.mayAdminister(account, ownerId);
}

function isInstallationOwner({ accounts }: Rooms<'accounts'>, login: string): boolean {
  return accounts.byLogin(login)?.site_admin === 1;
}

/** As the list of work has it: what somebody started, of what is theirs to decide about. */
function isStarter(
  engine: Rooms<'accounts'>,
  account: AccountRow,
  { owner_id, started_by }: { owner_id: number; started_by: number },
): boolean {
  return account.id === owner_id || (account.id === started_by && engine.accounts.mayAdminister(account, owner_id));
}

function recordFor(
  engine: Rooms<'accounts' | 'imports' | 'repositories'>,
  login: string,
  importId: number,
): ImportRecord | null {
  const record = engine.imports.records.byId(importId);
  return record !== undefined && mayUse(engine, login, record.repository_id) ? record : null;
}

function mayUse(engine: Rooms<'accounts' | 'repositories'>, login: string, repositoryId: number): boolean {
  const account = engine.accounts.byLogin(login);
  const repository = engine.repositories.byId(repositoryId);
  return account !== undefined && repository !== undefined && engine.accounts.mayUse(account, repository.owner_id);
}
