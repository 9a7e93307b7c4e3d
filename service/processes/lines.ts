/** Longest line kept while no line end arrives; the rest of such a line comes as further lines. */
const LONGEST_LINE = 1 << 20;

/**
 * Cuts a byte stream into lines. Ends a line at LF, CR LF, or a lone CR: git rewrites its progress
 * line with lone CRs.
 */
export class LineSplitter {
  readonly #encoding: BufferEncoding;
  readonly #onLine: (line: string, end: 'lf' | 'cr') => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onLine: (line: string, end: 'lf' | 'cr') => void, encoding: BufferEncoding = 'utf8') {
    this.#onLine = onLine;
    this.#encoding = encoding;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte !== 10 && byte !== 13) continue;
      if (byte === 13 && at + 1 === bytes.length) break;
      const crlf = byte === 13 && bytes[at + 1] === 10;
      this.#onLine(bytes.toString(this.#encoding, start, at), byte === 13 && !crlf ? 'cr' : 'lf');
      if (crlf) at++;
      start = at + 1;
    }
    this.#rest = bytes.subarray(start);
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  /** Hands out what is left when the stream ends without a line end. */
  end(): void {
    if (this.#rest.length === 0) return;
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    const cr = rest[rest.length - 1] === 13;
    this.#onLine(rest.toString(this.#encoding, 0, cr ? rest.length - 1 : rest.length), cr ? 'cr' : 'lf');
  }
}
