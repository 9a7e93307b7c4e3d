/** What is kept of imports, to be read: their rows, large files and log lines. */
import type { ImportLogTable } from '../store/import-log.ts';
import type { ImportRecord, ImportState, ImportTable } from '../store/imports.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Reach } from '../store/reach.ts';
import type { LargeFile } from '../vocabulary/history.ts';
import type { LogLine } from '../vocabulary/progress.ts';

export class ImportRecords {
  readonly #table: ImportTable;
  readonly #log: ImportLogTable;

  constructor(table: ImportTable, log: ImportLogTable) {
    this.#table = table;
    this.#log = log;
  }

  byId(id: number): ImportRecord | undefined {
    return this.#table.byId(id);
  }

  ofRepository(repositoryId: number): ImportRecord | undefined {
    return this.#table.ofRepository(repositoryId);
  }

  /** Repositories into which imports are writing at this moment. */
  publishing(): ReadonlySet<number> {
    return this.#table.publishing();
  }

  /** Every import of the installation, oldest first. */
  all(): ImportRecord[] {
    return this.#table.all();
  }

  /** Imports that the account may see, newest first. */
  visibleTo(accountId: number, state: ImportState | undefined, reach: Reach, range: ListRange): Listing<ImportRecord> {
    return {
      rows: this.#table.visibleTo(accountId, state, reach, range),
      total: this.#table.countVisibleTo(accountId, state, reach),
    };
  }

  /** Files of an import that are too large for Git alone, largest first. */
  largeFiles(importId: number): LargeFile[] {
    return this.#table.largeFiles(importId);
  }

  /** Lines of an import's log after the line of this id, oldest first. */
  logAfter(importId: number, lineId: number, limit: number): LogLine[] {
    return this.#log.after(importId, lineId, limit);
  }
}
