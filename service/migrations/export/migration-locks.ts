/** Locking and unlocking of a migration's repositories: the rows at once, what git is told in the background where it is much. */
import { type Said, say } from '../../../language/sentence.ts';
import type { RepositoryLocks } from '../../repositories/locks.ts';

/** Whoever asks for so many waits for them: moments. */
const FEW = 50;

interface Work {
  what: 'locking' | 'unlocking';
  done: number;
  total: number;
  abort: AbortController;
  end: Promise<void>;
}

export class MigrationLocks {
  readonly #locks: RepositoryLocks;
  readonly #working = new Map<number, Work>();

  constructor(locks: RepositoryLocks) {
    this.#locks = locks;
  }

  /** Whether git has still to be told of some of a migration's locks: nothing may be exported before. */
  isLocking(id: number): boolean {
    return this.#working.get(id)?.what === 'locking';
  }

  /** What is being done for a migration, as a sentence; null for nothing. */
  statusText(id: number): Said | null {
    const work = this.#working.get(id);
    if (work === undefined) return null;
    const { done, total } = work;
    return work.what === 'locking'
      ? say('Locks its repositories: {done} of {total}.', { done, total })
      : say('Unlocks its repositories: {done} of {total}.', { done, total });
  }

  /**
   * Tells git of a migration's locks, whose rows are written.
   * @param total how many
   * @param onEnd told when all are in, or with why they are not, and then none is any more; null also where somebody unlocked them meanwhile
   * @returns when it is done for few, at once for many
   */
  async lock(id: number, total: number, onEnd: (failure: unknown) => void): Promise<void> {
    const { end, abort } = this.#begin('locking', id, total, async (signal, onDone) => {
      try {
        await this.#locks.lock(id, signal, onDone);
      } catch (error) {
        if (!signal.aborted) await this.#giveUp(id);
        throw error;
      }
    });
    const told = end.then(
      () => onEnd(null),
      (error: unknown) => onEnd(abort.signal.aborted ? null : error),
    );
    if (total <= FEW) await told;
  }

  /** Unlocks all that a migration locks, for everybody who asks when this resolves. Where they are many, git is told after it. */
  async unlockAll(id: number, onEnd: () => void): Promise<void> {
    for (let work = this.#working.get(id); work !== undefined; work = this.#working.get(id)) {
      // Somebody else asked for it just now. Begun anew, it would leave what git was not told of yet as it is.
      if (work.what === 'unlocking') return work.total <= FEW ? work.end : undefined;
      await this.stop(id);
    }
    const total = this.#locks.namesOfMigration(id).length;
    if (total <= FEW) {
      const { end } = this.#begin('unlocking', id, total, (signal, onDone) =>
        this.#locks.unlockAll(id, signal, onDone),
      );
      return end.finally(onEnd);
    }
    // What was answered holds after a crash, too.
    const ids = this.#locks.release(id);
    onEnd();
    const { end } = this.#begin('unlocking', id, total, (signal, onDone) => this.#locks.tellGit(ids, signal, onDone));
    end.then(onEnd, () => undefined);
  }

  /** Ends what is being done for a migration; the rest stays as it is. */
  async stop(id: number): Promise<void> {
    const work = this.#working.get(id);
    work?.abort.abort(new Error('ended'));
    await work?.end.catch(() => undefined);
  }

  /** Stops all work. The next start puts hooks in for every row, and takes out the others. */
  async close(): Promise<void> {
    await Promise.all([...this.#working.keys()].map((id) => this.stop(id)));
  }

  #begin(
    what: Work['what'],
    id: number,
    total: number,
    run: (signal: AbortSignal, onDone: (count: number) => void) => Promise<void>,
  ): Work {
    const abort = new AbortController();
    const work: Work = { what, done: 0, total, abort, end: Promise.resolve() };
    this.#working.set(id, work);
    work.end = run(abort.signal, (count) => {
      work.done += count;
    }).finally(() => {
      if (this.#working.get(id) === work) this.#working.delete(id);
    });
    return work;
  }

  /** What cannot be taken out now goes at the next start, as no row asks for it. */
  async #giveUp(id: number): Promise<void> {
    await this.#locks.unlockAll(id, new AbortController().signal, () => undefined);
  }
}
