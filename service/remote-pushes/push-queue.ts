/** Pushes that wait for their turn, those of each person oldest first. */
import { FairTurns } from '../accounts/fair-turns.ts';

export interface QueuedPush {
  id: number;
  repositoryId: number;
  /** Who asked for it. */
  accountId: number;
  begin(): Promise<void>;
}

/** Lets a few of many pushes run at once. */
export class PushQueue {
  readonly #atOnce: number;
  readonly #waiting: QueuedPush[] = [];
  readonly #turns = new FairTurns();
  /** Who asked for what runs. */
  readonly #atWork: number[] = [];
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
    while (!this.#closed && this.#atWork.length < this.#atOnce) {
      const queued = this.#turns.next(this.#waiting, this.#atWork);
      if (queued === undefined) return;
      this.remove(queued.id);
      this.#atWork.push(queued.accountId);
      void queued.begin().finally(() => {
        this.#atWork.splice(this.#atWork.indexOf(queued.accountId), 1);
        this.#next();
      });
    }
  }
}
