/** A list of whole numbers that grows: an array of as many takes two to three times as much. */
export class NumberList {
  readonly #kind: typeof Int32Array | typeof Float64Array;
  #values: Int32Array | Float64Array;
  #length = 0;

  /**
   * @param room numbers that there is room for from the beginning
   * @param kind of at most 32 bits each, or of more
   */
  constructor(room: number, kind: typeof Int32Array | typeof Float64Array = Int32Array) {
    this.#kind = kind;
    this.#values = new kind(room);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new this.#kind(this.#length + Math.max(16, this.#length >> 1));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** @param index from 0 to below `length` */
  at(index: number): number {
    return this.#values[index] as number;
  }

  /** @returns undefined of an empty list */
  last(): number | undefined {
    return this.#length === 0 ? undefined : this.#values[this.#length - 1];
  }
}
