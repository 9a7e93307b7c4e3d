/** The check of an installation as work that runs beside all other, and its last report, which outlives the engine. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../language/sentence.ts';
import type { EventHub } from '../events/event-hub.ts';
import { Throttle } from '../events/progress.ts';
import { asFailure } from '../failures/as-failure.ts';
import { SaidError } from '../failures/said-error.ts';
import { sayFailure } from '../failures/sentences.ts';
import { writeDurably } from '../files/durable-file.ts';
import type { Log } from '../log.ts';
import { timestamp } from '../store/clock.ts';
import { type Checked, type CheckReading, type CheckRooms, checkInstallation, type Problem } from './check.ts';

/** Within the data folder. */
const REPORT = 'check-report.json';
/** Problems that are kept; the rest is counted. */
const MOST_PROBLEMS = 1000;
const PROGRESS_MS = 250;

export interface CheckReport extends CheckReading {
  state: 'running' | 'complete' | 'cancelled' | 'failed';
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  started_at: string;
  finished_at: string | null;
  problems: Problem[];
  problems_count: number;
  /** Null until it has ended well. */
  checked: Checked | null;
}

export interface UpkeepRooms extends CheckRooms {
  events: EventHub;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A check runs already. */
export class CheckRunning extends SaidError {}

export class Upkeep {
  readonly #rooms: UpkeepRooms;
  #report: CheckReport | null;
  #running: { abort: AbortController; done: Promise<void> } | null = null;

  constructor(rooms: UpkeepRooms) {
    this.#rooms = rooms;
    this.#report = readReport(join(rooms.dataFolder, REPORT));
  }

  /** The check that runs, or the last one; null before the first. */
  get report(): CheckReport | null {
    return this.#report;
  }

  /** @throws CheckRunning */
  start(): CheckReport {
    if (this.#running !== null) throw new CheckRunning(say('A check runs already. Wait for it, or cancel it.'));
    const report: CheckReport = {
      state: 'running',
      started_at: this.#now(),
      finished_at: null,
      percent: 0,
      status_text: say('Starting.'),
      problems: [],
      problems_count: 0,
      checked: null,
    };
    this.#report = report;
    const abort = new AbortController();
    const done = this.#run(report, abort.signal).finally(() => {
      this.#running = null;
      this.#tell();
    });
    this.#running = { abort, done };
    this.#tell();
    return report;
  }

  /** Stops the check; what it found stays. */
  async cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  close(): Promise<void> {
    return this.cancel();
  }

  async #run(report: CheckReport, signal: AbortSignal): Promise<void> {
    const progress = new Throttle<null>(PROGRESS_MS, () => this.#tell());
    try {
      report.checked = await checkInstallation(this.#rooms, signal, {
        onReading: (reading) => {
          Object.assign(report, reading);
          progress.push(null);
        },
        tell: (problem) => {
          report.problems_count += 1;
          if (report.problems.length < MOST_PROBLEMS) report.problems.push(problem);
          progress.push(null);
        },
      });
      Object.assign(report, { state: 'complete', percent: 100, status_text: say('Done') });
    } catch (error) {
      const failure = asFailure(error);
      const cancelled = signal.aborted;
      Object.assign(report, {
        state: cancelled ? 'cancelled' : 'failed',
        status_text: cancelled ? say('Cancelled') : sayFailure(failure, 'work'),
      });
      if (!cancelled) this.#rooms.log('error', `The check ended: ${failure.message} ${failure.detail}`);
    }
    report.finished_at = this.#now();
    progress.flush();
    try {
      await writeDurably(join(this.#rooms.dataFolder, REPORT), JSON.stringify(report));
    } catch (error) {
      this.#rooms.log('warning', `The report of the check could not be kept: ${(error as Error).message}`);
    }
  }

  #tell(): void {
    this.#rooms.events.emit({ type: 'installation.changed' });
  }

  #now(): string {
    return timestamp(new Date(this.#rooms.now()));
  }
}

function readReport(path: string): CheckReport | null {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as CheckReport;
    return Array.isArray(report.problems) ? report : null;
  } catch {
    // None yet, or one of another version: the next check writes another.
    return null;
  }
}
