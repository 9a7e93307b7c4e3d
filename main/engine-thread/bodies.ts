/** Bodies of answers on their way to another thread: short ones and texts whole, long ones piece by piece as they are asked for. */
import type { ResponseData } from './calls.ts';

/** Bytes that go along with the answer. */
const BEGINNING = 256 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

export class Bodies {
  readonly #rests = new Map<number, Reader>();
  #next = 0;

  /** The beginning of a body, and where its rest is had. */
  async begin(response: Response): Promise<Pick<ResponseData, 'body' | 'rest'>> {
    if (response.body === null) return { body: null, rest: null };
    // The window reads it as one text anyway.
    if (response.headers.get('content-type')?.includes('json') === true)
      return { body: await response.text(), rest: null };
    const reader = response.body.getReader() as Reader;
    const pieces: Uint8Array[] = [];
    for (let bytes = 0; bytes < BEGINNING; ) {
      const { done, value } = await reader.read();
      if (done) return { body: Buffer.concat(pieces), rest: null };
      pieces.push(value);
      bytes += value.length;
    }
    const rest = this.#next++;
    this.#rests.set(rest, reader);
    return { body: Buffer.concat(pieces), rest };
  }

  /** The next piece; null behind the last one. */
  async more(rest: number): Promise<Uint8Array | null> {
    const reader = this.#rests.get(rest);
    if (reader === undefined) return null;
    try {
      const { done, value } = await reader.read();
      if (!done) return value;
    } catch (error) {
      this.#rests.delete(rest);
      throw error;
    }
    this.#rests.delete(rest);
    return null;
  }

  /** Nobody wants the rest. */
  async enough(rest: number): Promise<undefined> {
    const reader = this.#rests.get(rest);
    this.#rests.delete(rest);
    await reader?.cancel();
    return undefined;
  }
}
