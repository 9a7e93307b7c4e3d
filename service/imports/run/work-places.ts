/**
 * How many imports keep this machine's cores busy at the same time. More of them than cores end no sooner, and each takes
 * some 150 MB. One that waits for a server keeps no core busy and needs no place until everything came.
 */
import { availableParallelism } from 'node:os';

/** An import that takes hours must not hold up all others: who waited this long shares its core, in milliseconds. */
const PATIENCE_MS = 60_000;
/** How many times as many as there are cores, with those who share one. */
const SHARING = 2;

interface Waiting {
  begin(): void;
  /** Whether it waited long enough to share a core. */
  isTired: boolean;
}

export class WorkPlaces {
  readonly #count: number;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  /** @param count imports that work at the same time, as a rule */
  constructor(count: number = Math.max(2, availableParallelism())) {
    this.#count = count;
  }

  /**
   * Takes a place, in the order of asking.
   * @param onWait hears how many are at work, where all places are taken
   * @returns what gives the place back
   * @throws the signal's reason when it is aborted before
   */
  async take(signal: AbortSignal, onWait: (atWork: number) => void): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#count && this.#waiting.size === 0) this.#taken += 1;
    else {
      onWait(this.#taken);
      await this.#turn(signal);
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#taken -= 1;
      this.#letIn();
    };
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { begin: resolve, isTired: false };
    const stop = () => {
      this.#waiting.delete(waiting);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      waiting.isTired = true;
      this.#letIn();
    }, PATIENCE_MS);
    this.#waiting.add(waiting);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  #letIn(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken >= (waiting.isTired ? SHARING : 1) * this.#count) return;
      this.#waiting.delete(waiting);
      this.#taken += 1;
      waiting.begin();
    }
  }
}
