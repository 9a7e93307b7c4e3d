/** Longest line kept while no line end arrives; the rest of such a line comes as further lines. */
const LONGEST_LINE = 1 << 20;
const LF = 10;
const CR = 13;

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
    let lf = bytes.indexOf(LF);
    let cr = bytes.indexOf(CR);
    while (lf >= 0 || cr >= 0) {
      if (cr < 0 || (lf >= 0 && lf < cr)) {
        this.#onLine(bytes.toString(this.#encoding, start, lf), 'lf');
        start = lf + 1;
      } else {
        // A CR at the end may be the first half of a CR LF.
        if (cr + 1 === bytes.length) break;
        const crlf = bytes[cr + 1] === LF;
        this.#onLine(bytes.toString(this.#encoding, start, cr), crlf ? 'lf' : 'cr');
        start = cr + (crlf ? 2 : 1);
      }
      if (lf >= 0 && lf < start) lf = bytes.indexOf(LF, start);
      if (cr >= 0 && cr < start) cr = bytes.indexOf(CR, start);
    }
    this.#rest = bytes.subarray(start);
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  /** Hands out what is left when the stream ends without a line end. */
  end(): void {
    if (this.#rest.length === 0) return;
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    const cr = rest[rest.length - 1] === CR;
    this.#onLine(rest.toString(this.#encoding, 0, cr ? rest.length - 1 : rest.length), cr ? 'cr' : 'lf');
  }
}
