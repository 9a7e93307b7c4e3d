/** Refs as git lists them, kept as the bytes that they came in: as objects, hundreds of thousands would take ten times as much. */
const NEWLINE = 0x0a;
const SPACE = 0x20;

export class RefLines implements Iterable<string> {
  readonly #lines: Uint8Array;
  /** How many. */
  readonly count: number;

  /** @param lines of `for-each-ref --format=%(objectname) %(refname)` */
  constructor(lines: Uint8Array) {
    this.#lines = lines;
    this.count = lines.reduce((count, byte) => (byte === NEWLINE ? count + 1 : count), 0);
  }

  /** Names in git's order, which is that of their bytes. */
  *[Symbol.iterator](): Generator<string> {
    for (const { space, end } of this.#each()) yield Buffer.from(this.#lines.subarray(space + 1, end)).toString('utf8');
  }

  /** Object ids, one a line. */
  objectIds(): Uint8Array {
    const ids = new Uint8Array(this.#lines.length);
    let length = 0;
    for (const { start, space } of this.#each()) {
      ids.set(this.#lines.subarray(start, space), length);
      length += space - start;
      ids[length++] = NEWLINE;
    }
    return ids.subarray(0, length);
  }

  *#each(): Generator<{ start: number; space: number; end: number }> {
    for (let start = 0; start < this.#lines.length; ) {
      const found = this.#lines.indexOf(NEWLINE, start);
      const end = found === -1 ? this.#lines.length : found;
      yield { start, space: this.#lines.indexOf(SPACE, start), end };
      start = end + 1;
    }
  }
}
