/** Archives that were opened: their indexes are made and asked on worker threads. */

import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import type { EventHub } from '../../events/event-hub.ts';
import { Throttle } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, sentenceOf } from '../../failures/failure.ts';
import { SaidError } from '../../failures/said-error.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { flushTree, makeFolder } from '../../files/durable-tree.ts';
import type { Log } from '../../log.ts';
import { runInWorker } from '../../processes/workers.ts';
import { type ChoiceRow, type InspectionRow, InspectionTable } from '../../store/inspections.ts';
import type { LateWrites } from '../../store/late-writes.ts';
import type { Listing, ListRange } from '../../store/listing.ts';
import type { Store } from '../../store/open.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import { openArchive } from '../archive/read/unpack.ts';
import { ReadingProgress } from '../reading-progress.ts';
import type { IndexJob, IndexReading, IndexSummary } from './build-index.ts';
import type { ChoicesOf } from './choices/choice-queries.ts';
import type { ReadChoices } from './choices/choices-csv.ts';
import { noneOf } from './choices/not-held.ts';
import type { ExtractJob } from './extract-file.ts';
import type { QueryJob, Question, Questions } from './query.ts';

/** A thread that reads an archive may take this much memory, in megabytes: hostile JSON must not take all. */
const MEMORY_MB = 1024;
const PROGRESS_MS = 100;
/** How often listeners hear that lists have grown, in milliseconds. */
const CHANGED_MS = 1000;
/** Choices that are written at once: the thread is free in between. */
const CHOICES_AT_ONCE = 500;
/** Threads that answer questions: each takes memory. */
const ASKED_AT_ONCE = 3;
const NOT_READ_YET = say('The archive is not read yet. Try again later.');

/** Something that cannot be done with an opened archive. `message` is a sentence. */
export class InvalidInspection extends SaidError {
  readonly field: string;
  constructor(field: string, said: Said) {
    super(said);
    this.field = field;
  }
}

interface Running {
  abort: AbortController;
  done: Promise<void>;
  progress: ReadingProgress;
  summary: IndexSummary | null;
}

export class Inspections {
  readonly #table: InspectionTable;
  readonly #late: LateWrites;
  readonly #dataFolder: string;
  readonly #folder: string;
  readonly #mayTidy: boolean;
  readonly #events: EventHub;
  readonly #log: Log;
  readonly #running = new Map<number, Running>();
  readonly #asking = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(dataFolder: string, store: Store, events: EventHub, log: Log) {
    this.#table = new InspectionTable(store);
    this.#late = store.late;
    this.#dataFolder = dataFolder;
    this.#folder = join(dataFolder, 'inspections');
    this.#mayTidy = store.mayTidy;
    this.#events = events;
    this.#log = log;
  }

  byId(id: number): InspectionRow | undefined {
    return this.#table.byId(id);
  }

  /** Opened archives, newest first. */
  list(range: ListRange): Listing<InspectionRow> {
    return { rows: this.#table.list(range), total: this.#table.count() };
  }

  /** Path of the index. */
  indexFile(row: Pick<InspectionRow, 'id'>): string {
    return join(this.#folder, String(row.id), 'records.sqlite');
  }

  /** A reading of one that is being read; null otherwise. */
  live(row: InspectionRow): ArchiveProgress | null {
    return row.state === 'reading' ? (this.#running.get(row.id)?.progress.latest ?? null) : null;
  }

  /** What is known of it by now. */
  summary(row: InspectionRow): IndexSummary | null {
    if (row.summary !== null) return JSON.parse(row.summary) as IndexSummary;
    return this.#running.get(row.id)?.summary ?? null;
  }

  /**
   * Opens an archive: reads it in the background, unless it was read already and has not changed.
   * @throws InvalidInspection when it is plain at once that it is no archive
   */
  async open(path: string, accountId: number): Promise<{ row: InspectionRow; isNew: boolean }> {
    if (!isAbsolute(path) || path.includes('\0')) {
      throw new InvalidInspection('path', say('Give the absolute path of an archive on this machine.'));
    }
    const archive = normalize(path);
    let state: { size: number; modifiedMs: number };
    try {
      const opened = await openArchive(archive);
      await opened.file.close();
      state = opened.state;
    } catch (error) {
      throw new InvalidInspection('path', sayFailure(asFailure(error), 'inspection'));
    }
    // Looked at anew after each removal: somebody else may have opened it meanwhile.
    for (let [row] = this.#table.ofPath(archive); row !== undefined; [row] = this.#table.ofPath(archive)) {
      const unchanged = row.size === state.size && row.modified_ms === state.modifiedMs;
      if (unchanged && row.state !== 'failed') return { row, isNew: false };
      // What was said of another file of this name is of no use any more.
      await this.remove(row);
    }
    const row = this.#table.insert({
      account_id: accountId,
      path: archive,
      size: state.size,
      modified_ms: state.modifiedMs,
    });
    this.#read(row);
    return { row, isNew: true };
  }

  #read(row: InspectionRow): void {
    const abort = new AbortController();
    const progress = new ReadingProgress('reading', say('Reading the archive.'), row.size);
    const running: Running = { abort, progress, summary: null, done: Promise.resolve() };
    this.#running.set(row.id, running);
    running.done = this.#run(row, running)
      // A full disk must not end the engine; the next start reads the archive again.
      .catch((error: unknown) => this.#log('error', `The archive ${row.path}: ${String(error)}`))
      .finally(() => {
        this.#running.delete(row.id);
        this.#changed(row.id);
      });
    this.#changed(row.id);
  }

  async #run(row: InspectionRow, running: Running): Promise<void> {
    const folder = join(this.#folder, String(row.id));
    const report = new Throttle<ArchiveProgress>(PROGRESS_MS, (progress) =>
      this.#events.emit({ type: 'inspection.progress', inspection_id: row.id, progress }),
    );
    const grown = new Throttle<null>(CHANGED_MS, () => this.#changed(row.id));
    const { signal } = running.abort;
    try {
      await rm(folder, { recursive: true, force: true });
      await makeFolder(folder, 0o700);
      const job: IndexJob = { archive: row.path, expected: fileState(row), file: this.indexFile(row) };
      const summary = await runInWorker<IndexJob, IndexSummary, IndexReading>(import.meta.url, './index-worker', job, {
        signal,
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        onMessage: (reading) => {
          report.push(readingOf(running.progress, row, reading));
          if (reading.summary === undefined) return;
          running.summary = reading.summary;
          grown.push(null);
        },
      });
      if (signal.aborted) return;
      // The index is written without a flush; once it is said to be there, nobody reads the archive again.
      await flushTree(folder);
      this.#table.update(row.id, { state: 'ready', failure: null, summary: JSON.stringify(summary) });
    } catch (error) {
      // At the next start it is read again.
      if (signal.aborted) return;
      const failure = failureIn(this.#dataFolder, error);
      this.#log('warning', `The archive ${row.path}: ${sentenceOf(failure, 'inspection')} ${failure.detail}`);
      await rm(folder, { recursive: true, force: true }).catch((left: unknown) => {
        this.#log('error', `${folder} could not be removed. ${String(left)}`);
      });
      this.#table.end(row.id, { state: 'failed', failure: dataOf(failure), summary: null });
    } finally {
      report.flush();
      grown.flush();
    }
  }

  /** Asks the index, also while it is being made. Nothing is there in state failed. @throws Failure */
  async ask<Name extends Question>(
    row: InspectionRow,
    question: Name,
    asked: Questions[Name]['asked'],
  ): Promise<Questions[Name]['answer'] | null> {
    const file = this.indexFile(row);
    if (!existsSync(file)) return null;
    const release = await this.#turn();
    try {
      return await runInWorker<QueryJob, Questions[Name]['answer']>(
        import.meta.url,
        './query-worker',
        { file, question, asked },
        { signal: this.#closing.signal },
      );
    } catch (error) {
      // The first tables are just being made, or the folder was removed meanwhile.
      if (row.state === 'reading' || !existsSync(file)) return null;
      throw error;
    } finally {
      release();
    }
  }

  /** Waits until fewer than `ASKED_AT_ONCE` questions are being answered. @returns what ends one's own turn */
  async #turn(): Promise<() => void> {
    while (this.#asking.size >= ASKED_AT_ONCE) await Promise.race(this.#asking);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#asking.add(promise);
    return () => {
      this.#asking.delete(promise);
      resolve();
    };
  }

  /** Path of a file out of the archive, taken out when it is asked for the first time; null when there is none. */
  async extract(row: InspectionRow, path: string): Promise<string | null> {
    const size = await this.ask(row, 'fileSize', { path });
    if (size === null) return null;
    // The index has the path, so it was checked when the archive was read.
    const target = join(this.#folder, String(row.id), 'files', path);
    if (existsSync(target)) return target;
    const job: ExtractJob = { archive: row.path, expected: fileState(row), path, target };
    await runInWorker<ExtractJob, null>(import.meta.url, './extract-worker', job, { signal: this.#closing.signal });
    return target;
  }

  choicesOf(row: InspectionRow): ChoicesOf {
    return { dataFolder: this.#dataFolder, inspectionId: row.id };
  }

  /** @throws InvalidInspection when one of them is about something that the archive does not hold, or it is not read yet */
  async choose(row: InspectionRow, wanted: ChoiceRow[]): Promise<{ updated: number; problems_count: number }> {
    const of = this.choicesOf(row);
    const matched = await this.ask(row, 'matchChoices', { ...of, wanted });
    if (matched === null) throw new InvalidInspection('choices', NOT_READ_YET);
    if (matched.unknown.length > 0) throw new InvalidInspection('choices', noneOf(matched.unknown.slice(0, 3)));
    await this.#store(row, matched.choices);
    return { updated: matched.choices.length, problems_count: (await this.ask(row, 'choiceProblems', of)) ?? 0 };
  }

  async chooseByCsv(row: InspectionRow, text: string): Promise<ReadChoices> {
    const read = await this.ask(row, 'readCsv', { ...this.choicesOf(row), text });
    if (read === null) return { choices: [], unmatched: 0, problems: [NOT_READ_YET] };
    await this.#store(row, read.choices);
    return read;
  }

  async #store(row: InspectionRow, choices: readonly ChoiceRow[]): Promise<void> {
    for (let at = 0; at < choices.length; at += CHOICES_AT_ONCE) {
      this.#table.setChoices(row.id, choices.slice(at, at + CHOICES_AT_ONCE));
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#changed(row.id);
  }

  /** Forgets an archive: ends its reading and removes its index. */
  async remove(row: InspectionRow): Promise<void> {
    await this.#stop(row.id);
    this.#table.remove(row.id);
    await rm(join(this.#folder, String(row.id)), { recursive: true, force: true });
    this.#events.emit({ type: 'inspection.removed', inspection_id: row.id });
  }

  async #stop(id: number): Promise<void> {
    const running = this.#running.get(id);
    running?.abort.abort();
    await running?.done;
  }

  /** At the start: reads again what was being read, and removes what belongs to no opened archive. */
  async resume(): Promise<void> {
    const rows = this.#table.all();
    const known = new Set(rows.map(({ id }) => String(id)));
    for (const name of existsSync(this.#folder) ? readdirSync(this.#folder) : []) {
      if (known.has(name)) continue;
      if (!this.#mayTidy) {
        this.#log('warning', `${join(this.#folder, name)} belongs to no opened archive. It was left alone.`);
        continue;
      }
      await rm(join(this.#folder, name), { recursive: true, force: true });
      this.#log('warning', `Removed ${join(this.#folder, name)}, which belongs to no opened archive.`);
    }
    for (const row of rows) {
      if (row.state === 'failed') continue;
      if (row.state === 'ready' && existsSync(this.indexFile(row))) continue;
      this.#log('info', `Reading the archive ${row.path} was cut off; it is read again.`);
      this.#late.write(() => {
        this.#table.update(row.id, { state: 'reading', failure: null, summary: null });
        this.#read(row);
      });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#running.keys()].map((id) => this.#stop(id)));
  }

  #changed(id: number): void {
    this.#events.emit({ type: 'inspection.changed', inspection_id: id });
  }
}

function fileState(row: InspectionRow): { size: number; modifiedMs: number } {
  return { size: row.size, modifiedMs: row.modified_ms };
}

function readingOf(progress: ReadingProgress, row: InspectionRow, { read, step }: IndexReading): ArchiveProgress {
  const status_text = step === 'reading' ? say('Reading the archive.') : say('Looking for problems.');
  return progress.read({ step, status_text, bytes_done: read, bytes_total: row.size }, (95 * read) / row.size);
}
