import { readFully } from '../../git/pack/pack-file.ts';

/** Bytes that are read at once. */
const WINDOW = 256 << 10;

/** Reads pieces of a file, mostly one behind the other. */
export class FileWindow {
  readonly #file: number;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /**
   * @param fileEnd where the file ends now, or ended; not before `end`
   * @returns the bytes from `start` to `end`, valid until the next call
   * @throws RangeError for a file that is shorter; errors of the system
   */
  read(start: number, end: number, fileEnd: number): Buffer {
    if (start < this.#start || end > this.#start + this.#bytes.length) this.#move(start, end, fileEnd);
    return this.#bytes.subarray(start - this.#start, end - this.#start);
  }

  #move(start: number, end: number, fileEnd: number): void {
    const length = Math.min(Math.max(WINDOW, end - start), fileEnd - start);
    if (this.#bytes.length !== length) this.#bytes = Buffer.allocUnsafe(length);
    // Should reading fail, it holds nothing.
    this.#start = Number.POSITIVE_INFINITY;
    readFully(this.#file, this.#bytes, start);
    this.#start = start;
  }
}
