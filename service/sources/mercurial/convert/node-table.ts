/** Mercurial's node ids, numbered in the order in which they come, with a number each. */
import { ID_BYTES, IdTable } from '../../../git/pack/id-table.ts';

export const NODE_BYTES = ID_BYTES;

const VALUE = NODE_BYTES / 4;

export class NodeTable extends IdTable {
  constructor() {
    super(NODE_BYTES + 4);
  }

  /** @param value signed, 32 bits @returns its place; the one it had when it was there before */
  add(node: Buffer, value: number): number {
    const known = this.find(node);
    const place = known >= 0 ? known : this.addId(node);
    this.set(place, value);
    return place;
  }

  value(place: number): number {
    return this.word(place, VALUE) | 0;
  }

  set(place: number, value: number): void {
    this.setWord(place, VALUE, value);
  }
}

/** Whether 20 bytes are Mercurial's id of nothing. */
export function isNull(bytes: Buffer, at = 0): boolean {
  for (let index = at; index < at + NODE_BYTES; index++) if (bytes[index] !== 0) return false;
  return true;
}
