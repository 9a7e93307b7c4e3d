/** Pushes that wait for an import to be complete. */
import type { Failure } from '../failures/failure.ts';
import type { QueuedPush } from './push-queue.ts';

interface HeldPush extends Omit<QueuedPush, 'begin'> {
  /** @param withheld why it is not sent after all */
  begin(withheld: Failure | null): Promise<void>;
}

export class HeldPushes {
  readonly #held = new Map<number, HeldPush>();

  add(push: HeldPush): void {
    this.#held.set(push.id, push);
  }

  /** Those of a repository; they are held no more. */
  take(repositoryId: number): HeldPush[] {
    const taken = [...this.#held.values()].filter((push) => push.repositoryId === repositoryId);
    for (const { id } of taken) this.#held.delete(id);
    return taken;
  }

  /** @returns whether it was held */
  remove(id: number): boolean {
    return this.#held.delete(id);
  }

  holds(repositoryId: number): boolean {
    return [...this.#held.values()].some((push) => push.repositoryId === repositoryId);
  }

  clear(): void {
    this.#held.clear();
  }
}
