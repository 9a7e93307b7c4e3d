import { ID_BYTES, IdTable } from './id-table.ts';

/** Ids and nothing else, each with a number: 20 bytes, and 6 to 10 to find it by. */
export class IdList extends IdTable {
  constructor() {
    super(ID_BYTES);
  }

  /** @param id one that `find` does not know; what stands behind it is not read @returns its number */
  add(id: Buffer): number {
    return this.addId(id);
  }
}
