/** How many times as many as there are places may be in them, with those who had none of their own. */
const SHARING = 2;

interface Waiting {
  who: number;
  go(): void;
}

/**
 * So many at a time; the others wait in their order. Who has no place yet is let in beside those who have all of them: a person
 * whose clients do not read what they asked for keeps nobody else waiting.
 */
export class Places {
  readonly #count: number;
  readonly #waiting = new Set<Waiting>();
  /** Places that are taken, by account. */
  readonly #taken = new Map<number, number>();

  constructor(count: number) {
    this.#count = count;
  }

  /**
   * Resolves when there is a place, with what gives it back (calling that again does nothing).
   * @param who id of the account that it is for
   * @throws what `signal` was aborted with, for who went away while waiting
   */
  async take(who: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#mayEnter(who)) this.#enter(who);
    else await this.#wait(who, signal);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#leave(who);
    };
  }

  #mayEnter(who: number): boolean {
    const taken = [...this.#taken.values()].reduce((sum, count) => sum + count, 0);
    return taken < (this.#taken.has(who) ? 1 : SHARING) * this.#count;
  }

  #enter(who: number): void {
    this.#taken.set(who, (this.#taken.get(who) ?? 0) + 1);
  }

  #leave(who: number): void {
    const left = (this.#taken.get(who) ?? 0) - 1;
    if (left > 0) this.#taken.set(who, left);
    else this.#taken.delete(who);
    for (const waiting of this.#waiting) {
      if (!this.#mayEnter(waiting.who)) continue;
      this.#waiting.delete(waiting);
      this.#enter(waiting.who);
      waiting.go();
    }
  }

  #wait(who: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { who, go };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }
}
