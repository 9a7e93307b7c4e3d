import type { LoginGate } from '../../credentials/login-gate.ts';
import type { EventHub } from '../../events/event-hub.ts';
import type { Log } from '../../log.ts';
import type { Patience } from '../../network/patience.ts';
import type { Address } from '../../sources/address.ts';
import type { AuthorTable } from '../../store/import-authors.ts';
import type { ImportLogTable } from '../../store/import-log.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ImportTable } from '../../store/imports.ts';
import type { RefsPlace } from '../publish/owned-refs.ts';
import type { WorkPlaces } from './work-places.ts';

/** What a run needs of the engine around it. */
export interface ImportRooms {
  imports: ImportTable;
  authors: AuthorTable;
  logTable: ImportLogTable;
  events: EventHub;
  engineLog: Log;
  /** Folder `imports/<id>`. */
  folder(importId: number): string;
  /** Folder in which what is damaged is put aside. */
  damagedFolder: string;
  /** One in it that is not there yet, for what is damaged: it is put aside, not deleted. */
  asideFolder(name: string): string;
  repositoryPath(record: Pick<ImportRecord, 'owner' | 'repo'>): string;
  reportFiles(record: Pick<ImportRecord, 'owner' | 'repo'>): { html: string; json: string; revisions: string };
  refsPlace(importId: number): RefsPlace;
  /**
   * Refuses a repository that holds refs of somebody else, or into which somebody pushed.
   * @param broken what becomes of refs without content
   * @throws Failure
   */
  requireOwnRefs(
    record: Pick<ImportRecord, 'id' | 'owner' | 'repo'>,
    signal: AbortSignal,
    broken?: 'refused' | 'left out',
  ): Promise<void>;
  /** @throws Failure for a folder of this machine that lies in the data folder, or is none that can be read */
  requireSource(address: Pick<Address, 'url' | 'scheme'>): Promise<void>;
  /** @throws RepositoryLocked when a migration locks the repository */
  refuseLocked(repositoryId: number): void;
  /** Resolves when nobody pushes into a repository over HTTP; while an import works on it, nobody begins to. */
  pushesEnded(repositoryId: number): Promise<void>;
  /** After a push into a repository: its size and default branch are read again. */
  repositoryChanged(repositoryId: number, head: string | null): Promise<void>;
  /** Everything was fetched; branches and authors are mapped next. */
  fetched(record: ImportRecord): Promise<void>;
  /** Shows servers the logins of imports. */
  logins: LoginGate;
  /** The source took the import's credentials. @throws Error when they were to be remembered and could not be */
  credentialsProved(record: ImportRecord): Promise<void>;
  /** The source took no login that is known: what is in memory is of no use to the next update. */
  credentialsRefused(importId: number): void;
  /** Gives up reserved disk space, so that the database can be written once more. */
  makeRoom(): void;
  /** Whether an import that the full disk ended goes on by itself when there is room. */
  mayWaitForRoom(record: ImportRecord): boolean;
  /** It is complete: how often it went on by itself no longer counts. */
  roomWasEnough(record: ImportRecord): void;
  /** After its end is written. */
  waitForRoom(record: ImportRecord): void;
  /** Files with more bytes are large. */
  largeFileBytes: number;
  /** Of the engine: how many of its imports work at the same time. */
  places: WorkPlaces;
  /** For sources that go away for a while. */
  patience: Patience;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  now(): string;
}
