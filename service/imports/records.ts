/** What is kept of imports, to be read: their rows, large files and log lines. */
import type { ImportLogTable } from '../store/import-log.ts';
import type { ImportRecord } from '../store/import-record.ts';
import type { ImportUpdateRow, ImportUpdateTable } from '../store/import-updates.ts';
import type { ImportState, ImportTable } from '../store/imports.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Reach } from '../store/reach.ts';
import type { LargeFile } from '../vocabulary/history.ts';
import type { LogLine } from '../vocabulary/progress.ts';

/** As the triggers that write updates say (migration 21). */
const AT_WORK: ReadonlySet<string> = new Set(['detecting', 'importing', 'mapping', 'pushing']);

export class ImportRecords {
  readonly #table: ImportTable;
  readonly #log: ImportLogTable;
  readonly #updates: ImportUpdateTable;

  constructor(table: ImportTable, log: ImportLogTable, updates: ImportUpdateTable) {
    this.#updates = updates;
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

  /** The last complete ones of a system that waited for nobody. */
  lastComplete(vcs: string, limit: number): ImportRecord[] {
    return this.#table.lastComplete(vcs, limit);
  }

  /** Imports that the account may see, newest first. */
  visibleTo(accountId: number, state: ImportState | undefined, reach: Reach, range: ListRange): Listing<ImportRecord> {
    return {
      rows: this.#table.visibleTo(accountId, state, reach, range),
      total: this.#table.countVisibleTo(accountId, state, reach),
    };
  }

  /** Imports that the account may see: all that work or ask for an answer, those that failed last, and those that changed last. */
  lately(accountId: number, reach: Reach, { changed, failed }: { changed: number; failed: number }): ImportRecord[] {
    return [
      ...this.#table.underWay(accountId, 'working', reach),
      ...this.#table.underWay(accountId, 'asking', reach),
      ...this.#table.failed(accountId, reach, failed),
      ...this.#table.lastChanged(accountId, reach, changed),
    ];
  }

  /** How many of those that the account may see failed, or their update did, and were not tried again. */
  countFailed(accountId: number, reach: Reach): number {
    return this.#table.countFailed(accountId, reach);
  }

  /** Updates of an import, newest first. */
  updates(importId: number, range: ListRange): Listing<ImportUpdateRow> {
    const rows = this.#updates.ofImport(importId, range).map((row) => this.#shown(row, importId));
    return { rows, total: this.#updates.countOfImport(importId) };
  }

  /** Where the disk takes nothing, the import shows already how its update ended, and the update's row does not. */
  #shown(row: ImportUpdateRow, importId: number): ImportUpdateRow {
    const record = row.status === 'running' ? this.#table.byId(importId) : undefined;
    if (record === undefined || AT_WORK.has(record.status)) return row;
    const { status, last_update, failure, finished_at } = record;
    if (status !== 'complete') return { ...row, status: 'failed', failure, ended_at: finished_at };
    if (last_update === null) return row;
    return { ...row, status: last_update.status, failure: last_update.failure, ended_at: last_update.at };
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
