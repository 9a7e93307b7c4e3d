/**
 * All that a piece of work starts, however deep in it. Of several programs beside each other the first that fails ends the
 * work (`Promise.all`); the others may still be at their end then.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** How long an end is waited for, in milliseconds: what was not told to stop must not hold up who waits. */
const LONGEST_WAIT_MS = 5000;

const scopes = new AsyncLocalStorage<Set<Promise<unknown>>>();

/** Has the work that is under way know of a program or a thread, until it has ended. */
export function belongsToWork(ended: Promise<unknown>): void {
  const scope = scopes.getStore();
  if (scope === undefined) return;
  const settled = ended.then(
    () => undefined,
    () => undefined,
  );
  scope.add(settled);
  void settled.then(() => scope.delete(settled));
}

/** A piece of work whose programs and threads can be waited for. */
export class WorkScope {
  readonly #started = new Set<Promise<unknown>>();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return scopes.run(this.#started, work);
  }

  /** Resolves when nothing runs any more that the work started, which was told to stop; at the latest after five seconds. */
  async ended(): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LONGEST_WAIT_MS);
    const all = async () => {
      while (this.#started.size > 0) await Promise.all(this.#started);
    };
    await Promise.race([all(), late.promise]);
    clearTimeout(timer);
  }
}
