/** Mercurial's node ids, numbered in the order in which they come, with a number each. */
import { ObjectTable } from '../../../git/pack/object-table.ts';

export const NODE_BYTES = 20;

export class NodeTable {
  readonly #nodes = new ObjectTable();
  #values = new Int32Array(4096);

  get count(): number {
    return this.#nodes.count;
  }

  /** Place of a node among the others, or -1. */
  find(node: Buffer, at = 0): number {
    return this.#nodes.find(node, at);
  }

  /** @returns its place; the one it had when it was there before */
  add(node: Buffer, value: number): number {
    const known = this.#nodes.find(node);
    const place = known >= 0 ? known : this.#nodes.add(node, 0, 0, 0, 0);
    if (place >= this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[place] = value;
    return place;
  }

  value(place: number): number {
    return this.#values[place] as number;
  }

  set(place: number, value: number): void {
    this.#values[place] = value;
  }

  hex(place: number): string {
    return this.#nodes.hex(place);
  }
}

/** Whether 20 bytes are Mercurial's id of nothing. */
export function isNull(bytes: Buffer, at = 0): boolean {
  for (let index = at; index < at + NODE_BYTES; index++) if (bytes[index] !== 0) return false;
  return true;
}
