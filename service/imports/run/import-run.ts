/** One run of an import through its steps. Rows are written before the work that they announce. */
import { say } from '../../../language/sentence.ts';
import type { Step } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { waitingForRoom } from '../../files/waits-for-room.ts';
import { requireTrustedGit } from '../../processes/installed-tools.ts';
import { WorkScope } from '../../processes/scope.ts';
import { backToResult } from './failed-update.ts';
import { failureState } from './failure-state.ts';
import { fetchOrKeep } from './fetch-step.ts';
import type { ImportRooms } from './import-rooms.ts';
import { ChoiceNeeded } from './look.ts';
import { holdForNewAuthors, mapHistory } from './map-step.ts';
import { publish } from './publish-step.ts';
import { needsFetch } from './resume.ts';
import { type Prepared, type RunOptions, RunState } from './run-state.ts';

/** How a run left its import. */
export type RunEnd = 'complete' | 'waiting' | 'stopped' | 'failed';

export class ImportRun {
  readonly #abort = new AbortController();
  readonly #scope = new WorkScope();
  readonly #state: RunState;
  readonly done: Promise<RunEnd>;

  constructor(rooms: ImportRooms, options: RunOptions) {
    this.#state = new RunState(rooms, options, this.#abort.signal);
    this.done = this.#scope
      .run(() => this.#run())
      .catch((error: unknown) => {
        rooms.engineLog('error', `Import ${options.importId} stopped. ${String(error)}`);
        return 'failed';
      });
  }

  /** Readings for the API while the run goes on. */
  get live(): RunState['live'] {
    return this.#state.live;
  }

  /** Stops the run and everything that it started; resolves when nothing of it is left, within 2 s. */
  async stop(): Promise<void> {
    this.#abort.abort(Failure.of('work.cancelled', {}));
    await this.done;
    await this.#scope.ended();
  }

  async #run(): Promise<RunEnd> {
    const run = this.#state;
    // The caller sees the row as it wrote it before the first step changes it.
    await Promise.resolve();
    let end: RunEnd;
    try {
      end = await this.#steps();
    } catch (error) {
      // Before the state is told: who hears of it finds nothing half-made.
      await run.tidy();
      end = (await this.#updateFailed(error)) ? 'failed' : this.#fail(error);
    }
    await run.tidy();
    return end;
  }

  /** Whether an update ended that published nothing: then the import is what it was before, and says why. */
  async #updateFailed(error: unknown): Promise<boolean> {
    const run = this.#state;
    const { importId } = run.options;
    if (run.signal.aborted || error instanceof ChoiceNeeded) return false;
    const failure = failureIn(run.folder(), error);
    try {
      if (!(await backToResult(run.rooms, importId, failure))) return false;
    } catch (unwritable) {
      run.rooms.engineLog('error', `Import ${importId}: ${String(unwritable)}`);
      return false;
    }
    if (failure.kind === 'auth') run.rooms.credentialsRefused(importId);
    run.authors.discard();
    run.sayFailure(failure);
    run.tell();
    return true;
  }

  /** Goes through the steps, again where damage was found behind a failure and taken out of the way. */
  async #steps(): Promise<RunEnd> {
    const run = this.#state;
    run.cures.begin();
    for (let prepared = run.options.prepared; ; prepared = null) {
      try {
        return await this.#stepsOnce(prepared);
      } catch (error) {
        if (error instanceof ChoiceNeeded || !(await run.cures.cure(error, run.step))) throw error;
        run.authors.discard();
        run.fetchFailure = null;
        run.change({
          status: needsFetch(run.record()) ? 'importing' : 'mapping',
          status_text: say('Mending what is damaged...'),
        });
      }
    }
  }

  async #stepsOnce(prepared: Prepared | null): Promise<RunEnd> {
    const run = this.#state;
    const record = run.record();
    run.step = 'push';
    await run.rooms.requireOwnRefs(record, run.signal);
    const fetchFirst = needsFetch(record);
    run.step = fetchFirst ? 'detection' : 'rewrite';
    await requireTrustedGit();
    const steps: Step[] = ['rewrite', 'push', 'verification'];
    run.expect(fetchFirst ? ['detection', 'raw', ...steps] : steps);
    // A link may lead elsewhere than when the import was started.
    await run.rooms.requireSource(run.options.address);
    if (fetchFirst) await fetchOrKeep(run);

    let current = fetchFirst ? null : prepared;
    for (;;) {
      if (current === null || current.settings !== run.options.settings()) current = await mapHistory(run);
      if (current.settings !== run.options.settings()) continue;
      const asks = holdForNewAuthors(run);
      if (!run.record().hold_before_push) break;
      run.options.onPrepared(current);
      const made = run.made === null ? {} : { made: run.made };
      run.change({
        status: 'mapping',
        waiting_for_release: true,
        status_text: asks ?? say('Waiting for release'),
        ...made,
      });
      const complete = run.made?.complete;
      // Before anything is published: afterwards the report says it.
      if (complete?.state === 'red') run.log.write('warning', complete.text);
      run.log.write('info', say('The branches and tags are ready. The import waits to be released.'));
      return 'waiting';
    }
    await publish(run, current.mapped);
    return 'complete';
  }

  #fail(error: unknown): RunEnd {
    const run = this.#state;
    run.authors.discard();
    if (error instanceof ChoiceNeeded) return 'failed';
    const thrown = failureIn(run.folder(), error);
    const record = run.rooms.imports.byId(run.options.importId);
    if (run.signal.aborted || record === undefined) return 'stopped';
    // Nobody cancelled it: a part that ended for another's failure must not leave the import without an end.
    const ended = thrown.kind === 'cancelled' ? Failure.of('work.part_stopped', {}, thrown.detail) : thrown;
    const waits = ended.kind === 'disk_full' && run.rooms.mayWaitForRoom(record);
    const failure = waits ? waitingForRoom(ended) : ended;
    const detecting = record.status === 'detecting';
    try {
      this.#keepFailure(failure, detecting);
    } catch (unwritable) {
      run.rooms.engineLog('error', `Import ${record.id} stopped. ${String(unwritable)}`);
    }
    if (waits) run.rooms.waitForRoom(record);
    return 'failed';
  }

  /** The state matters more than the log's lines, which wait for the disk where it takes none. */
  #keepFailure(failure: Failure, detecting: boolean): void {
    const run = this.#state;
    run.sayFailure(failure);
    const end = failureState(failure, run.step, run.rooms.now(), detecting);
    run.rooms.imports.end(run.options.importId, end, () => run.rooms.makeRoom());
    run.tell();
  }
}
