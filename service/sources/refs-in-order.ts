/** A list of refs that is compared with another one while that comes in, in little more memory than their names take. */

/** Refs made bytes at once. */
const BATCH_SIZE = 1000;

/**
 * Git lists refs by name, and so do its servers: then the next that comes is the next that is kept here. Once it is not, the
 * rest is looked up by name.
 */
export class RefsInOrder {
  readonly #pieces: Buffer[] = [];
  #batch: string[] = [];
  #left = 0;
  /** The next line that is looked at, once all were added. */
  #next: { lines: Iterator<string>; line: string | undefined } | null = null;
  #rest: Map<string, string> | null = null;

  /** Each name once, before the first is taken. */
  add(name: string, oid: string): void {
    this.#left += 1;
    if (this.#batch.push(`${oid} ${name}`) === BATCH_SIZE) this.#keepBatch();
  }

  /** How many nobody took. */
  get left(): number {
    return this.#left;
  }

  /** @returns whether this ref was added, with this object, and was not taken before */
  take(name: string, oid: string): boolean {
    if (this.#next === null) {
      this.#keepBatch();
      const lines = this.#lines();
      this.#next = { lines, line: lines.next().value };
    }
    if (this.#rest === null && this.#next.line === `${oid} ${name}`) {
      this.#next.line = this.#next.lines.next().value;
      this.#left -= 1;
      return true;
    }
    this.#rest ??= this.#restByName(this.#next);
    if (this.#rest.get(name) !== oid) return false;
    this.#rest.delete(name);
    this.#left -= 1;
    return true;
  }

  #keepBatch(): void {
    if (this.#batch.length > 0) this.#pieces.push(Buffer.from(this.#batch.join('\n')));
    this.#batch = [];
  }

  *#lines(): Generator<string, undefined> {
    for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) {
      yield* piece.toString('utf8').split('\n');
    }
    return undefined;
  }

  #restByName(next: { lines: Iterator<string>; line: string | undefined }): Map<string, string> {
    const rest = new Map<string, string>();
    for (let { line } = next; line !== undefined; line = next.lines.next().value) {
      const space = line.indexOf(' ');
      rest.set(line.slice(space + 1), line.slice(0, space));
    }
    return rest;
  }
}
