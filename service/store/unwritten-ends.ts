/** How work ended that the disk takes no row of: shown from now on, and written when the disk takes it. */
import { isLeftUnwritten, type LateWrites } from './late-writes.ts';

export class UnwrittenEnds<Change extends object> {
  readonly #late: LateWrites;
  readonly #changes = new Map<number, Change>();

  constructor(late: LateWrites) {
    this.#late = late;
  }

  /** @param write writes the change into the row */
  end(id: number, change: Change, write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!isLeftUnwritten(error)) throw error;
      this.#changes.set(id, change);
      this.#late.write(() => {
        // What was begun meanwhile is not undone.
        if (this.#changes.get(id) !== change) return;
        write();
        this.#changes.delete(id);
      });
    }
  }

  /**
   * As `end`, of an end that is told when it is on the disk and not before.
   * @param meanwhile what the row is shown as until then
   */
  endWhenWritten(id: number, meanwhile: Change, write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!isLeftUnwritten(error)) throw error;
      this.#changes.set(id, meanwhile);
      this.#late.write(() => {
        write();
        this.#changes.delete(id);
      });
    }
  }

  /** A row as it would be if the disk took everything. */
  shown<Row extends { id: number }>(row: Row): Row {
    return { ...row, ...this.#changes.get(row.id) };
  }

  /** The row was written for another reason. */
  forget(id: number): void {
    this.#changes.delete(id);
  }
}
