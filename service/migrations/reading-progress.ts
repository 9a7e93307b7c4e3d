/** Readings of an archive that is opened or restored: one percentage that never goes back, and a rate. */
import type { Sentence } from '../../language/sentence.ts';
import type { ArchiveProgress } from '../vocabulary/progress.ts';

/** Readings older than this do not count for the rate, in milliseconds. */
const WINDOW_MS = 3000;
/** Shortest time over which a rate means something, in milliseconds. */
const SHORTEST_MS = 300;

export class ReadingProgress {
  #percent = 0;
  #readings: { at: number; done: number }[] = [];
  latest: ArchiveProgress;

  constructor(step: ArchiveProgress['step'], statusText: Sentence, total: number | null) {
    this.latest = { step, percent: 0, status_text: statusText, bytes_done: 0, bytes_total: total, rate: null };
  }

  /** @param percent of the whole, 0-100 */
  read(
    reading: Omit<ArchiveProgress, 'percent' | 'rate'>,
    percent: number,
    at: number = performance.now(),
  ): ArchiveProgress {
    // 100 is for the end.
    this.#percent = Math.max(this.#percent, Math.min(99, Math.floor(percent)));
    if (reading.step !== this.latest.step) this.#readings = [];
    this.#readings.push({ at, done: reading.bytes_done });
    while (this.#readings.length > 2 && at - (this.#readings[0]?.at ?? at) > WINDOW_MS) this.#readings.shift();
    const first = this.#readings[0];
    const rate =
      first === undefined || at - first.at < SHORTEST_MS
        ? null
        : Math.max(0, Math.round(((reading.bytes_done - first.done) / (at - first.at)) * 1000));
    this.latest = { ...reading, percent: this.#percent, rate };
    return this.latest;
  }
}
