/** Pushes that wait for their turn, oldest first. */
export interface QueuedPush {
  id: number;
  repositoryId: number;
  begin(): Promise<void>;
}

/** Lets a few of many pushes run at once. */
export class PushQueue {
  readonly #atOnce: number;
  readonly #waiting: QueuedPush[] = [];
  #running = 0;
  #closed = false;

  /** @param atOnce how many run at once */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  push(queued: QueuedPush): void {
    this.#waiting.push(queued);
    this.#next();
  }

  /** @returns whether it waited */
  remove(id: number): boolean {
    const index = this.#waiting.findIndex((queued) => queued.id === id);
    if (index >= 0) this.#waiting.splice(index, 1);
    return index >= 0;
  }

  /** Whether a push of the repository waits. */
  holds(repositoryId: number): boolean {
    return this.#waiting.some((queued) => queued.repositoryId === repositoryId);
  }

  /** Nothing that waits begins any more. */
  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  #next(): void {
    while (!this.#closed && this.#running < this.#atOnce) {
      const queued = this.#waiting.shift();
      if (queued === undefined) return;
      this.#running += 1;
      void queued.begin().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }
}
