/** Readings of an export as listeners get them: one percentage that never goes back, and a rate. */
import { say } from '../../../language/sentence.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import type { ExportReading } from './export-job.ts';

/** Readings older than this do not count for the rate, in milliseconds. */
const WINDOW_MS = 3000;
/** Shortest time over which a rate means something, in milliseconds. */
const SHORTEST_MS = 300;

export class ExportProgress {
  #percent = 0;
  #readings: { at: number; done: number }[] = [];
  latest: ArchiveProgress = {
    step: 'records',
    percent: 0,
    status_text: say('Starting.'),
    bytes_done: 0,
    bytes_total: null,
    rate: null,
  };

  read(reading: ExportReading, at: number = performance.now()): ArchiveProgress {
    const { bytes_done, bytes_total } = reading;
    // 100 is for an archive that is there.
    const now =
      bytes_total === null || bytes_total === 0 ? 0 : Math.min(99, Math.floor((99 * bytes_done) / bytes_total));
    this.#percent = Math.max(this.#percent, now);
    this.#readings.push({ at, done: bytes_done });
    while (this.#readings.length > 2 && at - (this.#readings[0]?.at ?? at) > WINDOW_MS) this.#readings.shift();
    const first = this.#readings[0];
    const rate =
      first === undefined || at - first.at < SHORTEST_MS
        ? null
        : Math.round(((bytes_done - first.done) / (at - first.at)) * 1000);
    this.latest = { ...reading, percent: this.#percent, rate };
    return this.latest;
  }
}
