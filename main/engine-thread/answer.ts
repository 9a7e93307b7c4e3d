/** What the engine answered. Not a `Response`: what brings that class (Node's fetch) takes a tenth of the window's start to load. */
export class EngineAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Can be read once; null for none. */
  readonly body: AsyncIterable<string | Uint8Array> | null;

  /** @param headers with names in lower case */
  constructor(
    status: number,
    headers: Iterable<readonly [string, string]>,
    body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null,
  ) {
    this.status = status;
    this.headers = new Map(headers);
    this.body = typeof body === 'string' || body instanceof Uint8Array ? onePiece(body) : body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  /** All of it as text of UTF-8; empty for none. */
  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of this.body ?? [])
      text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  }

  /** @throws SyntaxError when it is no JSON */
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

async function* onePiece(whole: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield whole;
}
