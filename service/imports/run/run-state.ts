/** What the parts of a run share: its import's row, where it stands, and how it says so. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { type Reading, RunProgress, type Step, Throttle } from '../../events/progress.ts';
import { Failure, sentenceOf } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { letGo } from '../../files/let-go.ts';
import { unlessAborted } from '../../processes/bounded-waits.ts';
import type { Address } from '../../sources/address.ts';
import { sourceOf } from '../../sources/index.ts';
import type { SourceContext } from '../../sources/source.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Outcome } from '../../vocabulary/history.ts';
import type { ImportStep } from '../../vocabulary/import-status.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { readUpdateRow } from '../publish/update.ts';
import { AuthorIntake } from './author-intake.ts';
import { Cures } from './cures.ts';
import type { ImportRooms } from './import-rooms.ts';
import { asidesOf } from './put-aside.ts';
import { PRIVATE_FOLDER } from './resume.ts';
import { RunLog } from './run-log.ts';
import { requireConfirmed } from './source-changed.ts';
import { findingOf, linesOf, restartedRow } from './taken-over.ts';

/** Most readings told to listeners, one in this many milliseconds (ten a second). */
const PROGRESS_MS = 100;

/** A mapping that waits for its release, and the settings that it was made with. */
export interface Prepared {
  /** As `mapInThread` gives it. */
  mapped: Uint8Array;
  settings: number;
}

export interface RunOptions {
  importId: number;
  address: Pick<Address, 'url' | 'scheme'>;
  /** Waits while the keychain does; never rejects. */
  credentials: Promise<Credentials | null>;
  /** When it was begun, of `performance.now()`. */
  askedAt: number;
  /** Whether it was cut off by the end of an earlier process. */
  goesOn: boolean;
  /** A mapping made by an earlier run whose settings still hold, so that only the push is left. */
  prepared: Prepared | null;
  /** Grows with every change of layout, authors or hidden refs: a mapping made before it is stale. */
  settings(): number;
  onPrepared(prepared: Prepared): void;
}

export class RunState {
  readonly rooms: ImportRooms;
  readonly options: RunOptions;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
  readonly log: RunLog;
  readonly authors: AuthorIntake;
  /** What mends damage on the way. */
  readonly cures: Cures;
  readonly #send: Throttle<Reading>;
  /** Gives back the place that `takePlace` took. */
  #leavePlace: (() => void) | null = null;
  /** Whether it waits until fewer imports are at work. */
  #waitsForPlace = false;
  #progress = new RunProgress(['raw']);
  step: ImportStep = 'detection';
  pushPercent = 0;
  /** What the last mapping of this run made; null before it. */
  made: Outcome | null = null;
  /** Why the source could not be fetched, of a run that goes on with what was fetched before. */
  fetchFailure: Failure | null = null;
  /** What the row said when a restart of a complete import began; null where this is none. */
  readonly restarted: ImportRecord | null;
  /** Whether what the source has now was held against what was fetched before. */
  isCompared = false;
  /** What was published and is not in the source any more, of a restart. */
  takenOver: Finding | null = null;

  constructor(rooms: ImportRooms, options: RunOptions, signal: AbortSignal) {
    this.rooms = rooms;
    this.options = options;
    this.signal = signal;
    const { importId } = options;
    const record = this.record();
    const { owner, repo } = record;
    this.restarted = restartedRow(record, asidesOf(rooms, importId));
    this.log = new RunLog(
      rooms.logTable,
      importId,
      (lines) => rooms.events.emit({ type: 'import.log', owner, repo, import_id: importId, lines }),
      (error) => rooms.engineLog('warning', `Import ${importId}: log lines wait. ${String(error)}`),
    );
    this.authors = new AuthorIntake({
      ...{ table: rooms.authors, importId },
      // Ids of commits are a person's to change.
      fromBook: () => sourceOf(this.record().vcs)?.keepsIds === false,
      onCount: (count) => {
        rooms.imports.countAuthors(importId, count);
        rooms.events.emit({ type: 'import.authors', owner, repo, import_id: importId, count });
      },
    });
    this.cures = new Cures(rooms, importId, signal, this.log);
    this.#send = new Throttle<Reading>(PROGRESS_MS, (reading) => {
      const progress = this.#progress.read(reading);
      rooms.events.emit({ type: 'import.progress', owner, repo, import_id: importId, progress });
    });
  }

  /** Readings for the API while the run goes on. */
  get live() {
    const latest = this.#progress.latest;
    return {
      percent: latest?.percent ?? 0,
      push_percent: this.pushPercent,
      commit_count: latest !== null && latest.unit !== 'objects' && latest.unit !== 'bytes' ? latest.total : null,
      status_text: latest?.status_text ?? null,
      waits_for_place: this.#waitsForPlace,
    };
  }

  /** Begins to count the share of these steps. */
  expect(steps: readonly Step[]): void {
    this.#progress = new RunProgress(steps);
  }

  /** @throws Failure when the import is gone */
  record(): ImportRecord {
    const record = this.rooms.imports.byId(this.options.importId);
    if (record === undefined) throw Failure.of('import.removed', {});
    return record;
  }

  /** Writes a change and tells it; stops the run when the import is gone. */
  change(change: ImportChange): void {
    this.signal.throwIfAborted();
    if (!this.rooms.imports.update(this.options.importId, change)) {
      throw Failure.of('import.removed', {});
    }
    const { owner, repo, status } = this.record();
    this.rooms.events.emit({ type: 'import.changed', owner, repo, import_id: this.options.importId, status });
  }

  /**
   * Waits until few enough imports work on this machine, and says so; it has its place until `tidy`.
   * @param step the one that waits
   * @returns whether it waited: then the row still says so
   */
  async takePlace(step: Step): Promise<boolean> {
    let waited = false;
    this.#leavePlace ??= await this.rooms.places.take(this.signal, (atWork) => {
      // Never one: there are two places at least.
      const status_text = say('Waits for its turn: {count} other imports are at work.', { count: atWork });
      waited = true;
      this.#waitsForPlace = true;
      this.change({ status_text });
      this.read({ step, fraction: null, done: null, total: null, unit: 'objects', status_text });
      this.log.write('info', status_text);
    });
    this.#waitsForPlace = false;
    return waited;
  }

  /** Gives its place to another import. Writes what waits and removes the tools' private files. Never throws: the state matters more. */
  async tidy(): Promise<void> {
    this.#leavePlace?.();
    this.#leavePlace = null;
    try {
      this.#send.flush();
      this.log.flush();
      await letGo(this.privateFolder());
    } catch (error) {
      const where = `Import ${this.options.importId}`;
      this.rooms.engineLog('error', `${where}: its last lines could not be kept. ${String(error)}`);
    }
  }

  folder(): string {
    return this.rooms.folder(this.options.importId);
  }

  privateFolder(): string {
    return join(this.folder(), PRIVATE_FOLDER);
  }

  async context(): Promise<SourceContext> {
    await makeFolder(this.folder());
    await mkdir(this.privateFolder(), { recursive: true, mode: 0o700 });
    return {
      ...this.#onSourceChanges(),
      credentials: await unlessAborted(this.options.credentials, this.signal),
      signal: this.signal,
      folder: this.folder(),
      privateFolder: this.privateFolder(),
      includeHiddenRefs: this.record().include_hidden_refs,
      keepsEarlier: this.record().fetched !== null,
      tfvcProject: this.record().tfvc_project,
      withoutLabels: this.record().wishes.withoutLabels,
      svnRoot: this.record().svn_root,
      largeFileBytes: this.rooms.largeFileBytes,
      onProgress: (reading) => this.read(reading),
      onLog: (level, text) => this.log.write(level, text),
      onAuthors: (authors) => this.authors.add(authors),
    };
  }

  /** An update asks before anything goes, a restart says it. */
  #onSourceChanges(): Pick<SourceContext, 'onSourceChanges'> {
    const before = readUpdateRow(this.folder());
    if (before === null && this.restarted === null) return {};
    return {
      onSourceChanges: (changes) => {
        this.isCompared = true;
        if (before === null) this.#takeOver(changes);
        else requireConfirmed(changes, before, this.record());
      },
    };
  }

  #takeOver(changes: readonly SourceChange[]): void {
    if (changes.length === 0) return;
    for (const line of linesOf(changes)) this.log.write('warning', line);
    this.takenOver = findingOf(changes);
  }

  read(reading: Reading): void {
    this.#send.push(reading);
  }

  tell(): void {
    const { owner, repo, status } = this.record();
    const { importId } = this.options;
    this.rooms.events.emit({ type: 'import.changed', owner, repo, import_id: importId, status });
  }

  sayFailure(failure: Failure): void {
    const { importId } = this.options;
    const sentence = sentenceOf(failure, 'import');
    const where = `Import ${importId}, ${this.step}`;
    this.log.write('error', sayFailure(failure, 'import'));
    if (failure.detail !== '') this.rooms.engineLog('error', `${where}: ${sentence} ${failure.detail}`);
    try {
      this.log.flush();
    } catch (unwritable) {
      this.rooms.engineLog('error', `${where}: its last lines wait for the disk. ${String(unwritable)}`);
    }
  }
}
