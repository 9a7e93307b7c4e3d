/** A Team Foundation server for tests: the model over HTTP, and whatever can go wrong with it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NtlmConnection } from '../../../network/testing/ntlm.ts';
import { answer, type Reply, refusal } from './answers.ts';
import { MODERN, type Style } from './json.ts';
import type { TfvcModel } from './model.ts';
import type { Fault, SeenRequest, ServerOptions } from './server-options.ts';

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
  /** Most of them at one time. */
  mostUnanswered = 0;
  /** Told of each right answer before it is sent; it may write it otherwise. */
  onReply: (request: SeenRequest, reply: Reply) => void = () => undefined;
  /** Told of the path and query of each request as they were sent. */
  onRequest: (url: string) => void = () => undefined;
  /** Called behind each answer. */
  onAnswered: () => void = () => undefined;
  #downloads = 0;
  /** How often each address was asked for. */
  readonly #asked = new Map<string, number>();
  readonly #http: Server;
  readonly #connections = new WeakMap<Socket, NtlmConnection>();
  /** Connections that were signed in. */
  signedIn = 0;

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
    this.onRequest(request.url ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const seen = {
      path: decodeURIComponent(pathname),
      query: searchParams,
      authorization: request.headers.authorization,
      method: request.method ?? 'GET',
      body: await bodyOf(request),
    };
    const key = `${seen.path}?${searchParams}`;
    const before = this.#asked.get(key) ?? 0;
    this.#asked.set(key, before + 1);
    this.requests.push(seen);
    this.mostUnanswered = Math.max(this.mostUnanswered, ++this.unanswered);
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
      const reply = this.#askToSignIn(seen, request.socket) ?? answer(this, seen);
      this.onReply(seen, reply);
      const { latencyMs = 0 } = this.options;
      if (latencyMs > 0) await sleep(latencyMs);
      await send(response, reply, fault);
    } finally {
      if (download) this.#downloads -= 1;
    }
  }

  #askToSignIn({ authorization }: SeenRequest, socket: Socket): Reply | null {
    const { token, account, signIn = '401', serviceError } = this.options;
    if (token === undefined && account === undefined) return null;
    const [way = '', said = ''] = authorization?.split(' ') ?? [];
    if (token !== undefined && way === 'Basic') {
      const given = Buffer.from(said, 'base64').toString();
      if (given.slice(given.indexOf(':') + 1) === token) return null;
    }
    let challenge: string | null = null;
    if (account !== undefined && signIn !== 'services') {
      const scheme = signIn === 'negotiate' ? 'Negotiate' : 'NTLM';
      const connection = this.#connections.get(socket) ?? new NtlmConnection(account);
      this.#connections.set(socket, connection);
      if (authorization === undefined && connection.isSignedIn) return null;
      if (way === scheme) challenge = connection.answer(said);
      if (connection.isSignedIn) this.signedIn += 1;
      if (connection.isSignedIn) return null;
      if (challenge !== null) challenge = `${scheme} ${challenge}`;
    }
    const page = Buffer.from('<html><head><title>Azure DevOps Services | Sign In</title></head></html>');
    if (signIn === '203') return { status: 203, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    if (signIn === '302') {
      const location = 'https://app.vssps.visualstudio.com/_signin?realm=dev.azure.com&reply_to=x';
      return { status: 302, headers: { location, 'content-type': 'text/html' }, body: page };
    }
    const error: Record<string, string> =
      serviceError === undefined ? {} : { 'x-tfs-serviceerror': encodeURIComponent(serviceError) };
    const ways = challenge === null ? WAYS[signIn] : [challenge];
    const headers = { ...error, 'www-authenticate': ways };
    if (signIn === 'services') return { status: 401, headers, body: Buffer.alloc(0), bare: true };
    const { headers: own, body } = refusal(
      401,
      'UnauthorizedRequestException',
      'TF400813: The user is not authorized to access this resource.',
    );
    return { status: 401, headers: { ...own, ...headers }, body };
  }
}

const WAYS = {
  '401': ['Basic realm="https://vsts/tfs"', 'NTLM'],
  services: ['Basic realm="https://tfsprodcin2.visualstudio.com/"'],
  ntlm: ['Negotiate', 'NTLM'],
  negotiate: ['Negotiate'],
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

function isDownload({ query }: SeenRequest): boolean {
  return query.has('download');
}

async function send(response: ServerResponse, reply: Reply, fault: Fault | null): Promise<void> {
  const own: Record<string, string> = reply.bare === true ? {} : { 'x-tfs-processid': '1', 'x-vss-e2eid': '1' };
  const headers = { ...own, ...reply.headers };
  switch (fault?.kind) {
    case 'hold':
      await fault.until;
      return await send(response, reply, null);
    case undefined:
    case 'headers':
      response.writeHead(reply.status, { ...headers, ...lengthOf(reply), ...fault?.headers });
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
    case 'close':
      response.destroy();
      return;
    case 'endless':
      response.writeHead(200, { ...headers, 'content-type': fault.type });
      response.write(fault.start ?? '');
      await pour(response, fault.piece);
  }
}

function lengthOf({ headers, body }: Reply): Record<string, string | number> {
  return 'transfer-encoding' in headers ? {} : { 'content-length': body.length };
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
