/**
 * Processes for test files, each of which runs some files and then ends. Starting a program copies the page tables of who starts it:
 * a process that had run a hundred files of engine tests spent more than half of both cores on that.
 */
import { ForksPoolWorker, type PoolOptions, type PoolWorker } from 'vitest/node';

/** A new process costs a quarter of a second. */
const MOST_FILES = 8;

class ShortLived extends ForksPoolWorker {
  override readonly name = 'short-lived-processes';
  #files = 0;

  override send(message: Parameters<PoolWorker['send']>[0]): void {
    if (message.type === 'run') this.#files += 1;
    super.send(message);
  }

  canReuse(): boolean {
    return this.#files < MOST_FILES;
  }
}

/** As `pool` of Vitest's configuration. */
export const shortLivedProcesses = {
  name: 'short-lived-processes',
  createPoolWorker: (options: PoolOptions): PoolWorker => new ShortLived(options),
};
