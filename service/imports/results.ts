/** What an import made and could make, read without changing anything. */
import { sourceOf } from '../sources/index.ts';
import type { ImportRecord } from '../store/import-record.ts';
import type { Layout } from '../vocabulary/history.ts';
import type { LayoutPreview } from '../vocabulary/layout-preview.ts';
import type { MessagePreview } from '../vocabulary/message-preview.ts';
import { previewMessages } from './messages/preview-messages.ts';
import { writeGermanPage } from './report/german-page.ts';
import { readReport } from './report/report.ts';
import { searchRevisions } from './revisions/search-revisions.ts';
import type { ImportRooms } from './run/import-rooms.ts';

export class ImportResults {
  readonly #rooms: ImportRooms;
  /** Those that are being written, by import: two would write one file. */
  readonly #pages = new Map<number, Promise<string | null>>();

  constructor(rooms: ImportRooms) {
    this.#rooms = rooms;
  }

  /** The report of a complete import; while an update works or waits, of the state before it; null before that. */
  async report(record: ImportRecord) {
    return record.status === 'complete' || record.fetched?.updating === true
      ? readReport(this.#rooms.folder(record.id), this.#rooms.reportFiles(record))
      : null;
  }

  /** Where the page of its report in German lies, made of the report as it is now; null where there is none, or no room for it. */
  germanPage(record: ImportRecord): Promise<string | null> {
    const begun = this.#pages.get(record.id);
    if (begun !== undefined) return begun;
    const page = writeGermanPage(this.#rooms.folder(record.id), this.#rooms.reportFiles(record))
      .catch((error: unknown) => {
        // A full disk: the one in English is there.
        this.#rooms.engineLog(
          'warning',
          `The report of ${record.owner}/${record.repo} was not written in German. ${String(error)}`,
        );
        return null;
      })
      .finally(() => this.#pages.delete(record.id));
    this.#pages.set(record.id, page);
    return page;
  }

  /**
   * What a layout would make of what was fetched; null where nothing is, or the source has no folders.
   * @throws Failure
   */
  async previewLayout(record: ImportRecord, layout: Layout): Promise<LayoutPreview | null> {
    const source = sourceOf(record.vcs);
    if (source?.previewLayout === undefined || record.fetched === null) return null;
    const folder = this.#rooms.folder(record.id);
    return source.previewLayout({ folder, layout, chosenRoot: record.svn_root }, AbortSignal.timeout(60_000));
  }

  /**
   * A page of messages that name revisions of the source, before and after a rewriting; null where nothing was fetched.
   * @throws Failure
   */
  async previewMessages(
    record: ImportRecord,
    range: { offset: number; limit: number },
  ): Promise<MessagePreview | null> {
    const source = sourceOf(record.vcs);
    if (source === undefined || record.fetched === null) return null;
    return previewMessages({
      ...{ vcs: source.vcs, folder: this.#rooms.folder(record.id), ...range },
      repositoryPath: this.#rooms.repositoryPath(record),
      revisions: this.#rooms.reportFiles(record).revisions,
    });
  }

  /** Revisions of the source and what they became, as far as a text names them; null where no list was written. */
  revisions(record: ImportRecord, text: string, limit: number) {
    return searchRevisions({ file: this.#rooms.reportFiles(record).revisions, text, limit });
  }
}
