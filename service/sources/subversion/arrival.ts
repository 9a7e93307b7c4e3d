/** Tells of revisions as they arrive, and makes them durable now and then. */
import type { SourceAuthor } from '../../vocabulary/history.ts';
import type { RawHistory } from './raw/history.ts';

export type ArrivalMessage =
  | { type: 'progress'; revision: number; bytes: number }
  | { type: 'authors'; authors: SourceAuthor[] };

const REPORT_MS = 100;
const CHECKPOINT_MS = 5_000;

export class Arrival {
  readonly #history: RawHistory;
  readonly #post: (message: ArrivalMessage) => void;
  readonly #ticking: NodeJS.Timeout;
  #lastReport = 0;
  #lastCheckpoint = performance.now();
  #reported: number;
  /** Bytes that came from the source. */
  bytes = 0;

  constructor(history: RawHistory, post: (message: ArrivalMessage) => void) {
    this.#history = history;
    this.#post = post;
    this.#reported = history.revision;
    // A source that stalls leaves the last revisions before it untold otherwise.
    this.#ticking = setInterval(() => this.stopped(), REPORT_MS);
  }

  /** A revision is complete. @throws an error of the system when it cannot be made durable */
  ended(): void {
    const now = performance.now();
    if (now - this.#lastReport >= REPORT_MS) this.#report();
    if (now - this.#lastCheckpoint <= CHECKPOINT_MS) return;
    this.#history.checkpoint();
    this.#lastCheckpoint = performance.now();
  }

  /** All that was asked for is there. */
  done(): void {
    this.#post({ type: 'progress', revision: this.#history.revision, bytes: this.bytes });
  }

  /** Nothing more comes just now: the last revisions are told of. */
  stopped(): void {
    if (this.#history.revision !== this.#reported) this.#report();
  }

  close(): void {
    clearInterval(this.#ticking);
  }

  #report(): void {
    this.#lastReport = performance.now();
    this.#reported = this.#history.revision;
    this.#post({ type: 'progress', revision: this.#history.revision, bytes: this.bytes });
    const authors = this.#history.takeAuthors();
    if (authors.length > 0) this.#post({ type: 'authors', authors });
  }
}

/** A fetch that is stopped goes on from here; where that cannot be written, from the checkpoint before. */
export function keepWhatArrived(history: RawHistory): void {
  try {
    history.checkpoint();
  } catch {
    // The error that stopped the fetch is the one to tell.
  }
}
