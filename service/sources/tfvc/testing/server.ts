/** A Team Foundation server for tests: the model over HTTP, and whatever can go wrong with it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type Reply, refusal } from './answers.ts';
import { MODERN, type Style } from './json.ts';
import type { TfvcModel } from './model.ts';

/** Something other than the right answer. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** Sends nothing, not even a head, until it is let go; then the right answer. */
  | { kind: 'hold'; until: Promise<void> }
  /** Sends so many bytes of the right answer, then nothing more. */
  | { kind: 'stall'; after: number }
  /** Closes the connection behind so many bytes of the right answer. */
  | { kind: 'cut'; after: number }
  /** Other bytes than the right ones, whole. */
  | { kind: 'body'; body: Buffer; type?: string }
  /** Never ends. */
  | { kind: 'endless'; type: string; piece: string }
  /** The right answer with more headers. */
  | { kind: 'headers'; headers: Record<string, string> };

export interface ServerOptions {
  style?: Partial<Style>;
  /** Path of the collection. */
  collection?: string;
  /** Token that is asked for; without one everybody may read. */
  token?: string;
  /** How it asks to sign in. */
  signIn?: '401' | '203' | '302' | 'ntlm';
  /** Newest version of the API that it knows. */
  newestVersion?: number;
  /** Changesets in one page at most. */
  changesetsAPage?: number;
}

export interface SeenRequest {
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  method: string;
  body: string;
}

export class TfvcServer {
  readonly model: TfvcModel;
  readonly options: ServerOptions;
  readonly style: Style;
  readonly requests: SeenRequest[] = [];
  /** Asked before each answer. @param n how many requests for the same came before */
  fault: (request: SeenRequest, n: number) => Fault | null = () => null;
  /** Most downloads that were under way at one time. */
  mostDownloads = 0;
  /** Downloads are answered when this resolves. */
  holdDownloads: Promise<void> = Promise.resolve();
  /** Requests whose answer is not at its end. */
  unanswered = 0;
  /** Told of each right answer before it is sent. */
  onReply: (request: SeenRequest, reply: Reply) => void = () => undefined;
  /** Called behind each answer. */
  onAnswered: () => void = () => undefined;
  #downloads = 0;
  readonly #http: Server;

  private constructor(model: TfvcModel, options: ServerOptions) {
    this.model = model;
    this.options = options;
    this.style = { ...MODERN, ...options.style };
    this.#http = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(model: TfvcModel, options: ServerOptions = {}): Promise<TfvcServer> {
    const server = new TfvcServer(model, options);
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Address of the collection. */
  get url(): string {
    return `${this.origin}${this.options.collection ?? '/tfs/DefaultCollection'}`;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise<void>((resolve) => this.#http.close(() => resolve()));
  }

  /** Requests for contents of files. */
  get downloads(): SeenRequest[] {
    return this.requests.filter(isDownload);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const seen = {
      path: decodeURIComponent(pathname),
      query: searchParams,
      authorization: request.headers.authorization,
      method: request.method ?? 'GET',
      body: await bodyOf(request),
    };
    const before = this.requests.filter(
      ({ path, query }) => path === seen.path && `${query}` === `${searchParams}`,
    ).length;
    this.requests.push(seen);
    this.unanswered += 1;
    response.once('close', () => {
      this.unanswered -= 1;
      this.onAnswered();
    });
    const fault = this.fault(seen, before);
    const download = isDownload(seen);
    if (download) {
      this.mostDownloads = Math.max(this.mostDownloads, ++this.#downloads);
      await this.holdDownloads;
    }
    try {
      const reply = this.#askToSignIn(seen) ?? answer(this, seen);
      this.onReply(seen, reply);
      await send(response, reply, fault);
    } finally {
      if (download) this.#downloads -= 1;
    }
  }

  #askToSignIn({ authorization }: SeenRequest): Reply | null {
    const { token, signIn = '401' } = this.options;
    if (token === undefined) return null;
    const given = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    if (given.slice(given.indexOf(':') + 1) === token && given !== '') return null;
    const page = Buffer.from('<html><head><title>Azure DevOps Services | Sign In</title></head></html>');
    if (signIn === '203') return { status: 203, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    if (signIn === '302') {
      const location = 'https://app.vssps.visualstudio.com/_signin?realm=dev.azure.com&reply_to=x';
      return { status: 302, headers: { location, 'content-type': 'text/html' }, body: page };
    }
    const ways = signIn === 'ntlm' ? 'NTLM' : 'Basic realm="tfs"';
    const { headers, body } = refusal(
      401,
      'UnauthorizedRequestException',
      'TF400813: The user is not authorized to access this resource.',
    );
    return { status: 401, headers: { ...headers, 'www-authenticate': ways }, body };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function isDownload({ query }: SeenRequest): boolean {
  return query.has('download');
}

async function send(response: ServerResponse, reply: Reply, fault: Fault | null): Promise<void> {
  const headers = { 'x-tfs-processid': '1', 'x-vss-e2eid': '1', ...reply.headers };
  switch (fault?.kind) {
    case 'hold':
      await fault.until;
      return await send(response, reply, null);
    case undefined:
    case 'headers':
      response.writeHead(reply.status, { ...headers, 'content-length': reply.body.length, ...fault?.headers });
      response.end(reply.body);
      return;
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers });
      response.end(fault.body ?? '');
      return;
    case 'body':
      response.writeHead(200, { ...headers, ...(fault.type === undefined ? {} : { 'content-type': fault.type }) });
      response.end(fault.body);
      return;
    case 'stall':
    case 'cut':
      response.writeHead(reply.status, { ...headers, 'content-length': reply.body.length });
      response.flushHeaders();
      await new Promise<void>((resolve) =>
        response.write(reply.body.subarray(0, Math.max(1, fault.after)), () => resolve()),
      );
      if (fault.kind === 'cut') response.destroy();
      return;
    case 'endless':
      response.writeHead(200, { ...headers, 'content-type': fault.type });
      await pour(response, fault.piece);
  }
}

async function pour(response: ServerResponse, piece: string): Promise<void> {
  const bytes = Buffer.from(piece.repeat(Math.ceil(65536 / piece.length)));
  while (!response.destroyed) {
    if (response.write(bytes)) await new Promise((resolve) => setImmediate(resolve));
    else await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
