import type { Turns } from './turns.ts';

/** Work on repositories that imports interrupt: an operation on an import lets it end first. */
export class Visits {
  readonly #turns: Turns;
  readonly #visits = new Map<number, { abort: AbortController; done: Promise<void> }>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Whether somebody works on the repository. */
  isOpen(repositoryId: number): boolean {
    return this.#visits.has(repositoryId);
  }

  /**
   * Begins in turn, and lets other operations have their turns meanwhile.
   * @param isFree asked in turn; when it says no, nothing is done
   * @returns whether the work was done; false when it was interrupted or could not begin
   */
  async visit(
    repositoryId: number,
    signal: AbortSignal,
    isFree: () => boolean,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const abort = new AbortController();
    const ended = Promise.withResolvers<void>();
    const begun = await this.#turns.take(repositoryId, async () => {
      if (!isFree()) return false;
      this.#visits.set(repositoryId, { abort, done: ended.promise });
      return true;
    });
    if (!begun) return false;
    try {
      await work(AbortSignal.any([signal, abort.signal]));
      return true;
    } catch (error) {
      if (abort.signal.aborted || signal.aborted) return false;
      throw error;
    } finally {
      this.#visits.delete(repositoryId);
      ended.resolve();
    }
  }

  /** Interrupts who works on the repository; resolves when nobody does. */
  async dismiss(repositoryId: number): Promise<void> {
    const visit = this.#visits.get(repositoryId);
    visit?.abort.abort();
    await visit?.done;
  }
}
