/** Which entry of all lists that were started is imported next. */
import { FairTurns } from '../../accounts/fair-turns.ts';
import type { BatchEntryRow, ImportBatchTable } from '../../store/import-batches.ts';

/** Imports of lists that run at the same time. */
const AT_ONCE = 2;

export class ListTurns {
  readonly #table: ImportBatchTable;
  readonly #turns = new FairTurns();

  constructor(table: ImportBatchTable) {
    this.#table = table;
  }

  /** Undefined where none waits, or as many run as may. */
  next(): BatchEntryRow | undefined {
    const running = this.#table.running();
    if (running.length >= AT_ONCE) return undefined;
    const atWork = running.flatMap((entry) => this.#table.accountOf(entry.batch_id) ?? []);
    return this.#turns.next(this.#table.nextWaiting(), atWork)?.entry;
  }
}
