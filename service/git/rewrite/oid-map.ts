/** Old object id to new object id, 40 bytes and a hash slot each: a million commits fit in 50 MB. */
import { ID_BYTES, IdTable } from '../pack/id-table.ts';

export class OidMap extends IdTable {
  constructor() {
    super(2 * ID_BYTES);
  }

  get size(): number {
    return this.count;
  }

  /** An id that was told of already stays what it became first. */
  set(from: Buffer, to: Buffer): void {
    if (this.find(from) < 0) to.copy(this.rest(this.addId(from)));
  }

  /** What the id of this number became, as a view. */
  made(number: number): Buffer {
    return this.rest(number);
  }

  /**
   * Writes what the id that stands in `ids` at `at` became over it.
   * @returns whether it was rewritten; else it stays
   */
  apply(ids: Buffer, at: number): boolean {
    const number = this.find(ids, at);
    if (number < 0) return false;
    this.rest(number).copy(ids, at);
    return true;
  }

  /** @returns the new id as hex, or null for an id that was not rewritten (then it stays) */
  get(fromHex: string): string | null {
    const number = this.find(Buffer.from(fromHex, 'hex'));
    return number < 0 ? null : this.rest(number).toString('hex');
  }
}
