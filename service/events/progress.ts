/** Weighted steps that add up to one percentage which never goes back. */
import type { ImportProgress } from '../vocabulary/progress.ts';

export type Step = ImportProgress['step'];

/** Share of a step in the whole; only the steps of a run count. Fetching takes nearly all of the time. */
const WEIGHTS: Record<Step, number> = { detection: 2, raw: 82, rewrite: 8, push: 3, verification: 5 };
/** Readings older than this do not count for the rate, in milliseconds. */
const WINDOW_MS = 5000;
/** Shortest time over which a rate means something, in milliseconds. */
const SHORTEST_MS = 500;

export type Reading = Omit<ImportProgress, 'percent' | 'rate' | 'seconds_left'> & { fraction: number | null };

/** One run's progress. */
export class RunProgress {
  readonly #steps: readonly Step[];
  readonly #now: () => number;
  #percent = 0;
  #step: Step | null = null;
  #readings: { at: number; done: number }[] = [];
  latest: ImportProgress | null = null;

  /** @param steps the steps of this run, in order */
  constructor(steps: readonly Step[], now: () => number = () => performance.now()) {
    this.#steps = steps;
    this.#now = now;
  }

  /** Takes a reading in; `fraction` is how much of the step is done, 0-1, or null while unknown. */
  read(reading: Reading): ImportProgress {
    const { fraction, ...rest } = reading;
    if (reading.step !== this.#step) {
      this.#step = reading.step;
      this.#readings = [];
    }
    const rate = this.#rate(reading.done);
    const left = reading.total === null || reading.done === null ? null : reading.total - reading.done;
    this.#percent = Math.max(this.#percent, this.#overall(reading.step, fraction ?? 0));
    this.latest = {
      ...rest,
      percent: this.#percent,
      rate,
      seconds_left: left === null || rate === null || rate <= 0 ? null : Math.ceil(Math.max(0, left) / rate),
    };
    return this.latest;
  }

  #overall(step: Step, fraction: number): number {
    const total = this.#steps.reduce((sum, one) => sum + WEIGHTS[one], 0);
    const index = this.#steps.indexOf(step);
    if (index < 0 || total === 0) return this.#percent;
    const before = this.#steps.slice(0, index).reduce((sum, one) => sum + WEIGHTS[one], 0);
    const share = before + WEIGHTS[step] * Math.min(1, Math.max(0, fraction));
    // 100 is for `complete` alone.
    return Math.min(99, Math.floor((share / total) * 100));
  }

  #rate(done: number | null): number | null {
    if (done === null) return null;
    const at = this.#now();
    const last = this.#readings.at(-1);
    if (last !== undefined && done < last.done) this.#readings = [];
    this.#readings.push({ at, done });
    while (this.#readings.length > 2 && at - (this.#readings[0]?.at ?? at) > WINDOW_MS) this.#readings.shift();
    const first = this.#readings[0];
    if (first === undefined || at - first.at < SHORTEST_MS) return null;
    return Math.round(((done - first.done) / (at - first.at)) * 1000);
  }
}

/** Calls `send` with the newest value at most once in `intervalMs`, and at the end with the last one. */
export class Throttle<Value> {
  readonly #send: (value: Value) => void;
  readonly #intervalMs: number;
  #waiting: Value | null = null;
  #timer: NodeJS.Timeout | null = null;
  #last = Number.NEGATIVE_INFINITY;

  constructor(intervalMs: number, send: (value: Value) => void) {
    this.#intervalMs = intervalMs;
    this.#send = send;
  }

  push(value: Value): void {
    this.#waiting = value;
    if (this.#timer !== null) return;
    const wait = this.#last + this.#intervalMs - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const value = this.#waiting;
    if (value === null) return;
    this.#waiting = null;
    this.#last = performance.now();
    this.#send(value);
  }
}
