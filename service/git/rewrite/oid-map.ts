/** Old object id to new object id, 40 bytes and a hash slot each: a million commits fit in 60 MB. */
import { ObjectTable } from '../pack/object-table.ts';

const OID_BYTES = 20;

export class OidMap {
  readonly #old = new ObjectTable();
  #new = Buffer.allocUnsafe(4096 * OID_BYTES);

  get size(): number {
    return this.#old.count;
  }

  set(from: Buffer, to: Buffer): void {
    if (this.#old.find(from) >= 0) return;
    const number = this.#old.add(from, 0, 0, 0, 0);
    if ((number + 1) * OID_BYTES > this.#new.length) {
      const larger = Buffer.allocUnsafe(this.#new.length * 2);
      this.#new.copy(larger);
      this.#new = larger;
    }
    to.copy(this.#new, number * OID_BYTES, 0, OID_BYTES);
  }

  /**
   * Writes what the id that stands in `ids` at `at` became over it.
   * @returns whether it was rewritten; else it stays
   */
  apply(ids: Buffer, at: number): boolean {
    const number = this.#old.find(ids, at);
    if (number < 0) return false;
    this.#new.copy(ids, at, number * OID_BYTES, (number + 1) * OID_BYTES);
    return true;
  }

  /** @returns the new id as hex, or null for an id that was not rewritten (then it stays) */
  get(fromHex: string): string | null {
    const number = this.#old.find(Buffer.from(fromHex, 'hex'));
    return number < 0 ? null : this.#new.toString('hex', number * OID_BYTES, (number + 1) * OID_BYTES);
  }
}
