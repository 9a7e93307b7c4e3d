/** One run of an import through its steps. Rows are written before the work that they announce. */

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Reading, RunProgress, type Step, Throttle } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, Failure, sentenceOf } from '../../failures/failure.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { flushTree, makeFolder } from '../../files/durable-tree.ts';
import { fetchContents } from '../../lfs/download/source-contents.ts';
import { requireTrustedGit } from '../../processes/installed-tools.ts';
import { WorkScope } from '../../processes/scope.ts';
import type { Address } from '../../sources/address.ts';
import { sourceOf } from '../../sources/index.ts';
import type { Source, SourceContext } from '../../sources/source.ts';
import type { Fetched, ImportChange, ImportRecord } from '../../store/imports.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { MadeAuthor, Outcome } from '../../vocabulary/history.ts';
import type { ImportStep } from '../../vocabulary/import-status.ts';
import { readUpdateRow } from '../publish/update.ts';
import { expectSteps, mapInThread, publishInThread } from '../steps/steps.ts';
import { isOfTheSource } from './ask-source.ts';
import { AuthorIntake } from './author-intake.ts';
import { Cures } from './cures.ts';
import { backToResult } from './failed-update.ts';
import { failureState } from './failure-state.ts';
import { fetchPatiently, lookPatiently, type PatientRooms } from './fetch-patiently.ts';
import type { ImportRooms } from './import-rooms.ts';
import { asBefore, ChoiceNeeded, look } from './look.ts';
import { needsFetch, PRIVATE_FOLDER } from './resume.ts';
import { RunLog } from './run-log.ts';
import { requireConfirmed } from './source-changed.ts';

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
  credentials: Credentials | null;
  /** Whether it was cut off by the end of an earlier process. */
  goesOn: boolean;
  /** A mapping made by an earlier run whose settings still hold, so that only the push is left. */
  prepared: Prepared | null;
  /** Grows with every change of layout, authors or hidden refs: a mapping made before it is stale. */
  settings(): number;
  onPrepared(prepared: Prepared): void;
}

/** How a run left its import. */
export type RunEnd = 'complete' | 'waiting' | 'stopped' | 'failed';

export class ImportRun {
  readonly #rooms: ImportRooms;
  readonly #options: RunOptions;
  readonly #abort = new AbortController();
  readonly #scope = new WorkScope();
  readonly log: RunLog;
  readonly #authors: AuthorIntake;
  readonly #cures: Cures;
  readonly #send: Throttle<Reading>;
  #progress: RunProgress;
  #step: ImportStep = 'detection';
  #pushPercent = 0;
  /** What the last mapping of this run made; null before it. */
  #made: Outcome | null = null;
  /** Why the source could not be fetched, of a run that goes on with what was fetched before. */
  #fetchFailure: Failure | null = null;
  readonly done: Promise<RunEnd>;

  constructor(rooms: ImportRooms, options: RunOptions) {
    this.#rooms = rooms;
    this.#options = options;
    const { importId } = options;
    const { owner, repo } = this.#record();
    this.log = new RunLog(
      rooms.logTable,
      importId,
      (lines) => rooms.events.emit({ type: 'import.log', owner, repo, import_id: importId, lines }),
      (error) => rooms.engineLog('warning', `Import ${importId}: log lines wait. ${String(error)}`),
    );
    this.#authors = new AuthorIntake({
      ...{ table: rooms.authors, importId },
      // Ids of commits are a person's to change.
      fromBook: () => sourceOf(this.#record().vcs)?.keepsIds === false,
      onCount: (count) => {
        rooms.imports.countAuthors(importId, count);
        rooms.events.emit({ type: 'import.authors', owner, repo, import_id: importId, count });
      },
    });
    this.#cures = new Cures(rooms, importId, this.#abort.signal, this.log);
    this.#progress = new RunProgress(['raw']);
    this.#send = new Throttle<Reading>(PROGRESS_MS, (reading) => {
      const progress = this.#progress.read(reading);
      rooms.events.emit({ type: 'import.progress', owner, repo, import_id: importId, progress });
    });
    this.done = this.#scope
      .run(() => this.#run())
      .catch((error: unknown) => {
        rooms.engineLog('error', `Import ${importId} stopped. ${String(error)}`);
        return 'failed';
      });
  }

  /** Readings for the API while the run goes on. */
  get live() {
    const latest = this.#progress.latest;
    return {
      percent: latest?.percent ?? 0,
      push_percent: this.#pushPercent,
      commit_count: latest !== null && latest.unit !== 'objects' && latest.unit !== 'bytes' ? latest.total : null,
      status_text: latest?.status_text ?? null,
    };
  }

  /** Stops the run and everything that it started; resolves when nothing of it is left, within 2 s. */
  async stop(): Promise<void> {
    this.#abort.abort(Failure.of('work.cancelled', {}));
    await this.done;
    await this.#scope.ended();
  }

  #record(): ImportRecord {
    const record = this.#rooms.imports.byId(this.#options.importId);
    if (record === undefined) throw Failure.of('import.removed', {});
    return record;
  }

  /** Writes a change and tells it; stops the run when the import is gone. */
  #change(change: ImportChange): void {
    this.#abort.signal.throwIfAborted();
    if (!this.#rooms.imports.update(this.#options.importId, change)) {
      throw Failure.of('import.removed', {});
    }
    const { owner, repo, status } = this.#record();
    this.#rooms.events.emit({ type: 'import.changed', owner, repo, import_id: this.#options.importId, status });
  }

  async #run(): Promise<RunEnd> {
    // The caller sees the row as it wrote it before the first step changes it.
    await Promise.resolve();
    let end: RunEnd;
    try {
      end = await this.#steps();
    } catch (error) {
      // Before the state is told: who hears of it finds nothing half-made.
      await this.#tidy();
      end = (await this.#updateFailed(error)) ? 'failed' : this.#fail(error);
    }
    await this.#tidy();
    return end;
  }

  /** Whether an update ended that published nothing: then the import is what it was before, and says why. */
  async #updateFailed(error: unknown): Promise<boolean> {
    const { importId } = this.#options;
    if (this.#abort.signal.aborted || error instanceof ChoiceNeeded) return false;
    const failure = failureIn(this.#folder(), error);
    try {
      if (!(await backToResult(this.#rooms, importId, failure))) return false;
    } catch (unwritable) {
      this.#rooms.engineLog('error', `Import ${importId}: ${String(unwritable)}`);
      return false;
    }
    this.#authors.discard();
    this.#sayFailure(failure);
    this.#tell();
    return true;
  }

  /** Writes what waits and removes the tools' private files. Never throws: the state matters more. */
  async #tidy(): Promise<void> {
    try {
      this.#send.flush();
      this.log.flush();
      await rm(this.#privateFolder(), { recursive: true, force: true });
    } catch (error) {
      const where = `Import ${this.#options.importId}`;
      this.#rooms.engineLog('error', `${where}: its last lines could not be kept. ${String(error)}`);
    }
  }

  /** Goes through the steps, again where damage was found behind a failure and taken out of the way. */
  async #steps(): Promise<RunEnd> {
    this.#cures.begin();
    for (let prepared = this.#options.prepared; ; prepared = null) {
      try {
        return await this.#stepsOnce(prepared);
      } catch (error) {
        if (error instanceof ChoiceNeeded || !(await this.#cures.cure(error, this.#step))) throw error;
        this.#authors.discard();
        this.#fetchFailure = null;
        this.#change({
          status: needsFetch(this.#record()) ? 'importing' : 'mapping',
          status_text: 'Mending what is damaged...',
        });
      }
    }
  }

  async #stepsOnce(prepared: Prepared | null): Promise<RunEnd> {
    const record = this.#record();
    const { signal } = this.#abort;
    this.#step = 'push';
    await this.#rooms.requireOwnRefs(record, signal);
    const fetchFirst = needsFetch(record);
    this.#step = fetchFirst ? 'detection' : 'rewrite';
    await requireTrustedGit();
    const steps: Step[] = ['rewrite', 'push', 'verification'];
    this.#progress = new RunProgress(fetchFirst ? ['detection', 'raw', ...steps] : steps);
    // A link may lead elsewhere than when the import was started.
    await this.#rooms.requireSource(this.#options.address);
    if (fetchFirst) await this.#fetchOrKeep();

    let current = fetchFirst ? null : prepared;
    for (;;) {
      if (current === null || current.settings !== this.#options.settings()) current = await this.#map();
      if (current.settings !== this.#options.settings()) continue;
      const asks = this.#holdForNewAuthors();
      if (!this.#record().hold_before_push) break;
      this.#options.onPrepared(current);
      const made = this.#made === null ? {} : { made: this.#made };
      this.#change({
        status: 'mapping',
        waiting_for_release: true,
        status_text: asks ?? 'Waiting for release',
        ...made,
      });
      this.log.write('info', 'The branches and tags are ready. The import waits to be released.');
      return 'waiting';
    }
    await this.#publish(current.mapped);
    return 'complete';
  }

  /**
   * Has it wait where authors have no address of whom a person wants to be asked: of an update, those that it found.
   * @returns what it asks; null where there is nothing to ask
   */
  #holdForNewAuthors(): string | null {
    const { id, vcs, fetched, hold_for_new_authors } = this.#record();
    if (!hold_for_new_authors || sourceOf(vcs)?.keepsIds === true) return null;
    const isUpdate = fetched?.new_authors !== undefined;
    const unknown = this.#rooms.authors.countPlaceholders(id, fetched?.new_authors?.after);
    if (unknown === 0) return null;
    this.#change({ hold_before_push: true });
    const asks = `${unknown} ${isUpdate ? 'new ' : ''}${unknown === 1 ? 'author has' : 'authors have'} no address: say who they are`;
    this.log.write('warning', `${asks}.`);
    return asks;
  }

  /** Fetches what there is, or goes on with what was fetched before where a restart finds that the source fails. */
  async #fetchOrKeep(): Promise<void> {
    const before = this.#record().fetched;
    if (before?.again !== 'restart' || before.url !== this.#record().vcs_url) {
      // At the start of the app the network may not be there yet; a person who asks just now is answered at once.
      const look = () => this.#look();
      await this.#fetch(await (this.#options.goesOn ? lookPatiently(look, this.#patient()) : look()));
      return;
    }
    try {
      await this.#fetch(await this.#look());
    } catch (error) {
      this.#abort.signal.throwIfAborted();
      if (error instanceof ChoiceNeeded) throw error;
      const failure = asFailure(error);
      const source = sourceOf(this.#record().vcs);
      if (!isOfTheSource(failure) || source === undefined) throw failure;
      this.#fetchFailure = failure;
      this.log.write(
        'warning',
        `What is new could not be fetched; the import goes on with what was fetched before. ${sentenceOf(failure, 'import')}`,
      );
      await this.#authors.finish();
      const kept = await source.keep(await this.#context());
      const { again: _asked, ...rest } = before;
      if (kept !== null) this.#rooms.imports.replaceLargeFiles(this.#options.importId, kept.large_files);
      this.#change({
        fetched: { ...rest, ...(kept === null ? {} : { commit_count: kept.commit_count, findings: kept.findings }) },
        ...(kept === null ? {} : { commit_count: kept.commit_count }),
      });
    }
  }

  #patient(): PatientRooms {
    return {
      patience: this.#rooms.patience,
      signal: this.#abort.signal,
      log: this.log,
      context: () => this.#context(),
      say: (status_text) => this.#change({ status_text }),
      read: (reading) => this.#read(reading),
    };
  }

  /** Finds out what the address is and how it is laid out. */
  async #look(): Promise<Source> {
    const { address } = this.#options;
    this.#read({
      step: 'detection',
      fraction: 0,
      done: null,
      total: null,
      unit: 'objects',
      status_text: 'Asking the source what it is.',
    });
    this.log.write('info', `Looking at ${address.url}.`);
    return look({
      record: this.#record(),
      address,
      context: await this.#context(),
      change: (change) => this.#change(change),
      onRecognised: () => {
        this.#step = 'raw';
        void this.#keepCredentials();
      },
    });
  }

  async #keepCredentials(): Promise<void> {
    const record = this.#rooms.imports.byId(this.#options.importId);
    if (record === undefined) return;
    try {
      await this.#rooms.credentialsProved(record);
    } catch (error) {
      this.log.write('warning', 'The keychain did not take the password, so it is not remembered.');
      this.#rooms.engineLog('warning', `Import ${this.#options.importId}: the keychain refused. ${String(error)}`);
    }
  }

  async #fetch(source: Source): Promise<void> {
    this.#step = 'raw';
    const record = this.#record();
    expectSteps();
    const fetched = await fetchPatiently(source, record.vcs_url, this.#patient());
    await fetchContents(record.vcs_url, await this.#context());
    await this.#authors.finish();
    this.#rooms.imports.replaceLargeFiles(record.id, fetched.large_files);
    const { commit_count, uuid, layout, findings } = fetched;
    // The row says that it need not be fetched again.
    await flushTree(this.#folder(), [PRIVATE_FOLDER]);
    this.#change({
      fetched: {
        ...{ url: record.vcs_url, commit_count, uuid, layout, findings, at: this.#rooms.now() },
        ...(record.fetched?.updating === true ? { updating: true } : {}),
        ...(record.fetched?.new_authors === undefined ? {} : { new_authors: record.fetched.new_authors }),
      },
      commit_count,
      // Who chose the whole repository wants one branch of it; else the whole history knows best.
      ...(record.svn_root === ''
        ? {}
        : { detected_layout: asBefore(layout, record.detected_layout) ?? record.detected_layout }),
    });
    this.log.write('info', `Everything was fetched: ${commit_count} revisions or commits.`);
    await this.#rooms.fetched(this.#record());
  }

  async #map(): Promise<Prepared> {
    this.#step = 'rewrite';
    this.#change({ status: 'mapping', waiting_for_release: false, status_text: 'Mapping branches and authors...' });
    const settings = this.#options.settings();
    const record = this.#record();
    const source = sourceOf(record.vcs);
    if (source === undefined) throw Failure.of('import.source_unknown', {});
    const identities = this.#rooms.authors.identities(record.id);
    this.log.write('info', `Making branches and tags; ${identities.size} authors are mapped.`);
    const context = await this.#context();
    const layout = await this.#layout(record, source, context);
    let ofProject: MadeAuthor[] | null = null;
    const mapped = await mapInThread(
      {
        vcs: source.vcs,
        layout,
        identities,
        includeHiddenRefs: record.include_hidden_refs,
        useLfs: record.use_lfs,
        wishes: record.wishes,
        largeFiles: this.#rooms.imports.largeFiles(record.id),
        published:
          source.fetchesAnew || readUpdateRow(this.#folder()) === null
            ? null
            : {
                repository: this.#rooms.repositoryPath(record),
                revisions: this.#rooms.reportFiles(record).revisions,
              },
      },
      context,
      (outcome, authors) => {
        this.#made = outcome;
        ofProject = authors;
      },
    );
    await this.#authors.keepMade(ofProject);
    return { mapped, settings };
  }

  /** The layout that a person chose, or that the history suggests for the project that was chosen after the fetch. */
  async #layout(
    record: ImportRecord,
    source: Source,
    context: SourceContext,
  ): Promise<ImportRecord['detected_layout']> {
    const { chosen_layout, detected_layout, svn_root, fetched } = record;
    if (chosen_layout !== null || source.layoutOf === undefined || !svn_root) return chosen_layout ?? detected_layout;
    if (fetched?.layout?.root === svn_root) return detected_layout;
    const detected = asBefore(await source.layoutOf(svn_root, context), detected_layout);
    this.#change({ detected_layout: detected });
    return detected;
  }

  async #publish(mapped: Uint8Array): Promise<void> {
    this.#step = 'push';
    this.#change({ status: 'pushing', waiting_for_release: false, status_text: 'Pushing...' });
    const record = this.#record();
    // After the row says that it pushes: from now on no migration can lock the repository.
    this.#rooms.refuseLocked(record.repository_id);
    await this.#rooms.pushesEnded(record.repository_id);
    const { authors } = this.#rooms;
    const repositoryPath = this.#rooms.repositoryPath(record);
    const { differs, compared, verdict, head } = await publishInThread(
      {
        record,
        repositoryPath,
        mapped,
        refs: this.#rooms.refsPlace(record.id),
        fetchFailure: this.#fetchFailure === null ? null : dataOf(this.#fetchFailure),
        report: {
          authors: authors.count(record.id),
          authors_mapped: authors.countMapped(record.id),
          authors_placeholder: authors.countPlaceholders(record.id),
          repository_path: repositoryPath,
          files: this.#rooms.reportFiles(record),
        },
      },
      await this.#context(),
      this.#rooms.imports,
      (percent) => {
        this.#pushPercent = percent;
        this.#read({
          step: 'push',
          fraction: percent / 100,
          done: null,
          total: null,
          unit: 'objects',
          status_text: 'Writing the repository.',
        });
      },
    );
    await this.#rooms.repositoryChanged(record.repository_id, head);
    const isSame = compared.source_state === 'same';
    if (differs) {
      this.log.write('error', 'The repository differs from the source. The report says where.');
    } else if (verdict.complete.state === 'red') this.log.write('error', verdict.complete.text);
    else if (isSame) this.log.write('info', 'The repository equals the source.');
    else this.log.write('warning', `The repository equals what was fetched. ${compared.compared_with}`);
    await this.#tidy();
    await this.#cures.done();
    this.#rooms.roomWasEnough(record);
    this.#change({
      status: 'complete',
      status_text: isSame ? 'Done' : compared.compared_with,
      ...(record.fetched === null ? {} : { fetched: afterPublishing(record.fetched, compared.source_state) }),
      verdict,
      failed_step: null,
      failure: null,
      finished_at: this.#rooms.now(),
    });
  }

  #folder(): string {
    return this.#rooms.folder(this.#options.importId);
  }

  #privateFolder(): string {
    return join(this.#folder(), PRIVATE_FOLDER);
  }

  async #context(): Promise<SourceContext> {
    await makeFolder(this.#folder());
    await mkdir(this.#privateFolder(), { recursive: true, mode: 0o700 });
    const before = readUpdateRow(this.#folder());
    return {
      ...(before === null ? {} : { onSourceChanges: (changes) => requireConfirmed(changes, before) }),
      credentials: this.#options.credentials,
      signal: this.#abort.signal,
      folder: this.#folder(),
      privateFolder: this.#privateFolder(),
      includeHiddenRefs: this.#record().include_hidden_refs,
      keepsEarlier: this.#record().fetched !== null,
      tfvcProject: this.#record().tfvc_project,
      withoutLabels: this.#record().wishes.withoutLabels,
      svnRoot: this.#record().svn_root,
      largeFileBytes: this.#rooms.largeFileBytes,
      onProgress: (reading) => this.#read(reading),
      onLog: (level, text) => this.log.write(level, text),
      onAuthors: (authors) => this.#authors.add(authors),
    };
  }

  #read(reading: Reading): void {
    this.#send.push(reading);
  }

  #fail(error: unknown): RunEnd {
    this.#authors.discard();
    if (error instanceof ChoiceNeeded) return 'failed';
    const thrown = failureIn(this.#folder(), error);
    const record = this.#rooms.imports.byId(this.#options.importId);
    if (this.#abort.signal.aborted || record === undefined) return 'stopped';
    // Nobody cancelled it: a part that ended for another's failure must not leave the import without an end.
    const ended = thrown.kind === 'cancelled' ? Failure.of('work.part_stopped', {}, thrown.detail) : thrown;
    const waits = ended.kind === 'disk_full' && this.#rooms.mayWaitForRoom(record);
    const failure = waits ? Failure.of('disk.full_waits', {}, ended.detail) : ended;
    const detecting = record.status === 'detecting';
    try {
      this.#keepFailure(failure, detecting);
    } catch (unwritable) {
      this.#rooms.engineLog('error', `Import ${record.id} stopped. ${String(unwritable)}`);
    }
    if (waits) this.#rooms.waitForRoom(record);
    return 'failed';
  }

  /** The state matters more than the log's lines, which wait for the disk where it takes none. */
  #keepFailure(failure: Failure, detecting: boolean): void {
    this.#sayFailure(failure);
    const end = failureState(failure, this.#step, this.#rooms.now(), detecting);
    this.#rooms.imports.end(this.#options.importId, end, () => this.#rooms.makeRoom());
    this.#tell();
  }

  #tell(): void {
    const { owner, repo, status } = this.#record();
    const { importId } = this.#options;
    this.#rooms.events.emit({ type: 'import.changed', owner, repo, import_id: importId, status });
  }

  #sayFailure(failure: Failure): void {
    const { importId } = this.#options;
    const sentence = sentenceOf(failure, 'import');
    const where = `Import ${importId}, ${this.#step}`;
    this.log.write('error', sentence);
    if (failure.detail !== '') this.#rooms.engineLog('error', `${where}: ${sentence} ${failure.detail}`);
    try {
      this.log.flush();
    } catch (unwritable) {
      this.#rooms.engineLog('error', `${where}: its last lines wait for the disk. ${String(unwritable)}`);
    }
  }
}

/** What was fetched, as it is kept of an import that is complete: nothing of an update is under way. */
function afterPublishing({ new_authors: _known, ...fetched }: Fetched, source_state: Fetched['source_state']): Fetched {
  return { ...fetched, updating: false, ...(source_state === undefined ? {} : { source_state }) };
}
