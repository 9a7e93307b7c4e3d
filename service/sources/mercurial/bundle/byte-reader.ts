/** Reads exact numbers of bytes from a stream of pieces. */

import { say } from '../../../../language/sentence.ts';
import { SaidError } from '../../../failures/said-error.ts';

/** Above this many bytes memory grows with what arrives: a length is only a claim. */
const TRUSTED_LENGTH = 16 << 20;

/** What Mercurial sent is not a bundle, or ends too early. What it says completes a sentence. */
export class BundleError extends SaidError {}

export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #piece: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** The next bytes when they are here already, else null. Valid until the next call. */
  take(length: number): Buffer | null {
    if (this.#piece.length - this.#at < length) return null;
    this.#at += length;
    return this.#piece.subarray(this.#at - length, this.#at);
  }

  /** The next bytes. Valid until the next call. @throws BundleError when the stream ends before them */
  async read(length: number): Promise<Buffer> {
    return this.take(length) ?? this.#collect(length);
  }

  /** The next bytes as they come, at most so many; null at the end of the stream. Valid until the next call. */
  async some(most: number): Promise<Buffer | null> {
    if (this.#at === this.#piece.length && !(await this.#next())) return null;
    return this.take(Math.min(most, this.#piece.length - this.#at));
  }

  /** Lets the source go, wherever reading has come. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #collect(length: number): Promise<Buffer> {
    let whole = Buffer.allocUnsafe(Math.min(length, TRUSTED_LENGTH));
    let filled = 0;
    while (filled < length) {
      const piece = await this.some(length - filled);
      if (piece === null) throw new BundleError(say('it ends in the middle'));
      if (filled + piece.length > whole.length) {
        const larger = Buffer.allocUnsafe(Math.min(length, Math.max(whole.length * 2, filled + piece.length)));
        whole.copy(larger, 0, 0, filled);
        whole = larger;
      }
      filled += piece.copy(whole, filled);
    }
    return whole;
  }

  async #next(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#pieces.next().catch(atClose);
      if (done === true) return false;
      if (value.length === 0) continue;
      this.#piece = value;
      this.#at = 0;
      return true;
    }
  }
}

/** The output of a program that could not be started is closed and has no end; why is for its run to say. */
function atClose(error: NodeJS.ErrnoException): { value: undefined; done: true } {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return { value: undefined, done: true };
  throw error;
}
