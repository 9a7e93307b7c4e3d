/** Reads a file from its beginning to its end, in pieces that lie one behind the other. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFully } from '../../../git/pack/pack-file.ts';
import { unknownFile } from './unknown-file.ts';

const WINDOW = 256 << 10;

export class DataWindow {
  readonly #path: string;
  readonly #file: number;
  readonly #length: number;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;

  /** @throws BundleError for a file that cannot be opened */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openSync(path, 'r');
    } catch {
      // hg says why.
      throw unknownFile(path);
    }
    this.#length = fstatSync(this.#file).size;
  }

  /** Valid until the next call. @throws BundleError behind the end that the file had when it was opened */
  read(offset: number, length: number): Buffer {
    if (offset + length > this.#length) throw unknownFile(this.#path);
    if (offset < this.#start || offset + length > this.#start + this.#bytes.length) this.#move(offset, length);
    return this.#bytes.subarray(offset - this.#start, offset - this.#start + length);
  }

  close(): void {
    closeSync(this.#file);
  }

  #move(offset: number, length: number): void {
    const wanted = Math.min(Math.max(length, WINDOW), this.#length - offset);
    if (this.#bytes.length !== wanted) this.#bytes = Buffer.allocUnsafe(wanted);
    try {
      readFully(this.#file, this.#bytes, offset);
    } catch {
      throw unknownFile(this.#path);
    }
    this.#start = offset;
  }
}
