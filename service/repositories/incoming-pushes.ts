/** Pushes that arrive over HTTP: an import publishes, and a cleaning cleans, only when none is under way. */
export class IncomingPushes {
  readonly #running = new Map<number, Set<Promise<void>>>();

  isBusy(repositoryId: number): boolean {
    return this.#running.has(repositoryId);
  }

  /** @returns what ends it; calling that again does nothing */
  begin(repositoryId: number): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = this.#running.get(repositoryId) ?? new Set();
    this.#running.set(repositoryId, all.add(promise));
    return () => {
      all.delete(promise);
      if (all.size === 0 && this.#running.get(repositoryId) === all) this.#running.delete(repositoryId);
      resolve();
    };
  }

  /** Resolves when none is under way. */
  async ended(repositoryId: number): Promise<void> {
    for (let all = this.#running.get(repositoryId); all !== undefined; all = this.#running.get(repositoryId)) {
      await Promise.all(all);
    }
  }
}
