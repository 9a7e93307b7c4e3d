/** The file beside an index in which the deltas lie. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { FileWindow } from '../file-window.ts';
import { unknownFile } from './unknown-file.ts';

export class DataWindow {
  readonly #path: string;
  readonly #file: number;
  readonly #length: number;
  readonly #window: FileWindow;

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
    this.#window = new FileWindow(this.#file);
  }

  /** Valid until the next call. @throws BundleError behind the end that the file had when it was opened */
  read(offset: number, length: number): Buffer {
    if (offset + length > this.#length) throw unknownFile(this.#path);
    try {
      return this.#window.read(offset, offset + length, this.#length);
    } catch {
      throw unknownFile(this.#path);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
