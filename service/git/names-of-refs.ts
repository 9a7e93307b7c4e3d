/** Names of refs, kept as the bytes that git listed: as strings, hundreds of thousands would take several times as much. */
const NEWLINE = 0x0a;
const SPACE = 0x20;

export class NamesOfRefs implements Iterable<string> {
  readonly #lines: Buffer;

  /** @param lines of `for-each-ref`, each a word, a space and a full name */
  constructor(lines: Buffer) {
    this.#lines = lines;
  }

  *[Symbol.iterator](): Generator<string> {
    const lines = this.#lines;
    for (let start = 0; start < lines.length; ) {
      const found = lines.indexOf(NEWLINE, start);
      const end = found === -1 ? lines.length : found;
      yield lines.toString('utf8', lines.indexOf(SPACE, start) + 1, end);
      start = end + 1;
    }
  }
}
