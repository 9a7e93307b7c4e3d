/** Records of a few bytes each, as many as there are revisions: in a file, as a million of them are too much for memory. */
import { closeSync, openSync, rmSync } from 'node:fs';
import { NumberList } from '../../../git/number-list.ts';
import { writeFully } from '../../../git/pack/pack-file.ts';
import { FileWindow } from '../file-window.ts';

/** Bytes that are written at once. */
const PIECE = 256 << 10;

export class RecordFile {
  readonly #path: string;
  readonly #file: number;
  readonly #window: FileWindow;
  /** Where records begin; behind the last one where it ends. */
  readonly #starts = new NumberList(1 << 12, Float64Array);
  /** What is not in the file yet. */
  readonly #open = Buffer.allocUnsafe(PIECE);
  #filled = 0;
  #written = 0;

  /** @param path of a file that is there as long as this is open */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
    this.#window = new FileWindow(this.#file);
    this.#starts.push(0);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** @returns its number */
  add(...parts: readonly Buffer[]): number {
    for (const part of parts) this.#write(part);
    this.#starts.push(this.#written + this.#filled);
    return this.count - 1;
  }

  /** Valid until the next call of anything here. Many are read at once, from the one that is asked for on: going back takes long. */
  read(number: number): Buffer {
    const start = this.#starts.at(number);
    const end = this.#starts.at(number + 1);
    if (start >= this.#written) return this.#open.subarray(start - this.#written, end - this.#written);
    if (end > this.#written) this.#flush();
    return this.#window.read(start, end, this.#written);
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #write(bytes: Buffer): void {
    if (this.#filled + bytes.length > PIECE) this.#flush();
    if (bytes.length > PIECE) {
      writeFully(this.#file, bytes, this.#written);
      this.#written += bytes.length;
    } else this.#filled += bytes.copy(this.#open, this.#filled);
  }

  #flush(): void {
    writeFully(this.#file, this.#open.subarray(0, this.#filled), this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
