/** The file beside an index in which the deltas lie. */
import { closeSync } from 'node:fs';
import { LONGEST_CHUNK } from '../bundle/changegroup.ts';
import { FileWindow } from '../file-window.ts';
import { openOwnFile } from '../own-file.ts';
import { unknownFile, unopened } from './unknown-file.ts';

export class DataWindow {
  readonly #path: string;
  readonly #file: number;
  readonly #length: number;
  readonly #window: FileWindow;

  /** @throws BundleError for a file that cannot be opened; Failure for what is no file */
  constructor(path: string) {
    this.#path = path;
    try {
      const { descriptor, size } = openOwnFile(path);
      this.#file = descriptor;
      this.#length = size;
    } catch (error) {
      throw unopened(path, error);
    }
    this.#window = new FileWindow(this.#file);
  }

  /** Valid until the next call. @throws BundleError behind the end that the file had when it was opened */
  read(offset: number, length: number): Buffer {
    if (length > LONGEST_CHUNK || offset + length > this.#length) throw unknownFile(this.#path);
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
