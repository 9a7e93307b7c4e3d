/** Records of a few bytes each, as many as there are revisions: in a file, as a million of them are too much for memory. */
import { closeSync, openSync, rmSync } from 'node:fs';
import { writeFully } from '../../../git/pack/pack-file.ts';
import { FileWindow } from '../file-window.ts';

/** Bytes that are written at once. */
const PIECE = 256 << 10;

export class RecordFile {
  readonly #path: string;
  readonly #file: number;
  readonly #window: FileWindow;
  /** Where records begin; behind the last one where it ends. */
  #starts = new Float64Array(1 << 12);
  #count = 0;
  /** What is not in the file yet. */
  readonly #open = Buffer.allocUnsafe(PIECE);
  #filled = 0;
  #written = 0;

  /** @param path of a file that is there as long as this is open */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
    this.#window = new FileWindow(this.#file);
  }

  get count(): number {
    return this.#count;
  }

  /** @returns its number */
  add(...parts: readonly Buffer[]): number {
    for (const part of parts) this.#write(part);
    if (this.#count + 2 > this.#starts.length) {
      const larger = new Float64Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#count += 1;
    this.#starts[this.#count] = this.#written + this.#filled;
    return this.#count - 1;
  }

  /** Valid until the next call of anything here. Many are read at once, from the one that is asked for on: going back takes long. */
  read(number: number): Buffer {
    const start = this.#starts[number] as number;
    const end = this.#starts[number + 1] as number;
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
