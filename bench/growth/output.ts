import { closeSync, openSync, writeSync } from 'node:fs';

/** There are hundreds of outputs at the same time. */
const PIECE = 64 << 10;

/** Bytes for one file, copied, and written a piece at a time. */
export class Output {
  readonly #file: number;
  readonly #piece = Buffer.allocUnsafe(PIECE);
  #filled = 0;
  length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx');
  }

  write(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.#filled + bytes.length > PIECE) this.#flush();
    if (bytes.length > PIECE) {
      writeAll(this.#file, bytes);
      return;
    }
    this.#filled += bytes.copy(this.#piece, this.#filled);
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeAll(this.#file, this.#piece.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
