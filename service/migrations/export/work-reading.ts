/** What an export says of itself while it works: the newest reading, not more often than somebody could look. */
import type { Said, Sentence } from '../../../language/sentence.ts';
import type { ExportReading } from './export-job.ts';

/** Shortest time between two readings of one step, in milliseconds. */
const QUIET_MS = 50;

export class WorkReading {
  readonly #post: (reading: ExportReading) => void;
  #step: ExportReading['step'] = 'records';
  #text: Sentence = '';
  #done = 0;
  #total: number | null = null;
  #sent = 0;

  constructor(post: (reading: ExportReading) => void) {
    this.#post = post;
  }

  /** Says what is done now. */
  say(step: ExportReading['step'], text: Said): void {
    const next = step !== this.#step;
    this.#step = step;
    this.#text = text;
    this.#tell(next);
  }

  /** Says how many bytes there will be. */
  expect(bytes: number): void {
    this.#total = bytes;
    this.#tell(true);
  }

  add(bytes: number): void {
    this.#done += bytes;
    this.#tell(false);
  }

  /** Adds bytes that nobody could know before they were made. */
  addUnexpected(bytes: number): void {
    if (this.#total !== null) this.#total += bytes;
    this.add(bytes);
  }

  end(): void {
    this.#tell(true);
  }

  #tell(now: boolean): void {
    const at = performance.now();
    if (!now && at - this.#sent < QUIET_MS) return;
    this.#sent = at;
    this.#post({ step: this.#step, status_text: this.#text, bytes_done: this.#done, bytes_total: this.#total });
  }
}
