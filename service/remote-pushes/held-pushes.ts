/** Pushes that wait for an import to be complete. */
import type { QueuedPush } from './push-queue.ts';

export class HeldPushes {
  readonly #held = new Map<number, QueuedPush>();

  add(push: QueuedPush): void {
    this.#held.set(push.id, push);
  }

  /** Those of a repository; they are held no more. */
  take(repositoryId: number): QueuedPush[] {
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
