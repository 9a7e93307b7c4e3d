/** A small Git LFS server: batch API, basic transfers, verify; everything else is sent on to a Git server. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface LfsServer {
  url: string;
  /** Under which address it names itself; `url` at first. */
  publicUrl: string;
  /** Contents by SHA-256. */
  objects: Map<string, Buffer>;
  /** Requests of the API as `METHOD path`, and whether a login came with them. */
  requests: { what: string; login: string | null }[];
  /** What the server does wrong from now on; its habits end. */
  behave(how: LfsBehaviour): void;
  /** What the server does otherwise from now on. */
  habits: LfsHabits;
  /** Resolves when the first bytes of an upload are there. */
  uploadBegun: Promise<void>;
  stop(): Promise<void>;
}

/** An object in an answer of the batch API. */
export interface AnsweredObject {
  oid: string;
  size: number;
  actions?: Record<string, { href: string; header?: Record<string, string>; expires_at?: string; expires_in?: number }>;
  error?: { code: number; message: string };
  authenticated?: boolean;
}

/** What the reference pages do not say, or say otherwise. */
export interface LfsHabits {
  /** @returns whether it answered the request itself */
  answer?(request: IncomingMessage, response: ServerResponse): boolean;
  /** The answer to a batch request, as this server words it. */
  word?(answer: { transfer: string; objects: AnsweredObject[] }): unknown;
  /** Largest number of objects in one batch request; more get 413. */
  most?: number;
}

/** `stall` reads no further than the first bytes of an upload. */
export type LfsBehaviour =
  | 'well'
  | 'absent'
  | 'refuse-object'
  | 'refuse-upload'
  | 'verify-fails'
  | 'stall'
  | 'nonsense'
  /** Contents that are asked for are others. */
  | 'nonsense-contents'
  /** 503 to the next request of the API and to the next upload, then well. */
  | 'busy-twice';

/**
 * @param gitUrl where Git requests are redirected to
 * @param user who may use the API; null lets everybody in
 */
export async function startLfsServer(
  gitUrl: string,
  user: { name: string; password: string } | null = null,
): Promise<LfsServer> {
  const objects = new Map<string, Buffer>();
  const requests: LfsServer['requests'] = [];
  const busy = new Set<'batch' | 'store'>();
  const begun = Promise.withResolvers<void>();
  let how: LfsBehaviour = 'well';
  let url = '';
  const expected = user === null ? null : `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;

  const batch = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = JSON.parse(String(await bodyOf(request))) as {
      operation: string;
      objects: { oid: string; size: number }[];
    };
    if (asked.objects.length > (lfs.habits.most ?? Number.POSITIVE_INFINITY)) {
      return void response.writeHead(413).end('{"message":"too many objects"}');
    }
    if (how === 'absent') return void response.writeHead(404).end('no such page');
    if (how === 'busy-twice' && !busy.has('batch')) {
      busy.add('batch');
      return void response.writeHead(503).end('later');
    }
    if (how === 'nonsense') return void response.writeHead(200).end('<html>Welcome</html>');
    const answer = asked.objects.map(({ oid, size }): AnsweredObject => {
      if (asked.operation === 'download') {
        return objects.has(oid)
          ? { oid, size, actions: { download: { href: `${lfs.publicUrl}/storage/${oid}` } } }
          : { oid, size, error: { code: 404, message: 'not here' } };
      }
      if (how === 'refuse-object') return { oid, size, error: { code: 422, message: 'larger than 1 GB' } };
      if (objects.has(oid)) return { oid, size };
      const header = { 'X-Upload': 'signed' };
      return {
        oid,
        size,
        actions: {
          upload: { href: `${lfs.publicUrl}/storage/${oid}`, header },
          verify: { href: `${lfs.publicUrl}/verify` },
        },
      };
    });
    response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
    const body = { transfer: 'basic', objects: answer };
    response.end(JSON.stringify(lfs.habits.word?.(body) ?? body));
  };
  const give = (response: ServerResponse, oid: string) => {
    const content = objects.get(oid);
    if (how === 'nonsense-contents') return void response.writeHead(200).end('<html>Welcome</html>');
    response.writeHead(content === undefined ? 404 : 200).end(content);
  };
  const store = async (request: IncomingMessage, response: ServerResponse, oid: string) => {
    if (how === 'stall') {
      request.once('data', () => {
        request.pause();
        begun.resolve();
      });
      return;
    }
    const content = await bodyOf(request);
    const sum = createHash('sha256').update(content).digest('hex');
    const isChunked = request.headers['transfer-encoding'] === 'chunked';
    const whole = isChunked || Number(request.headers['content-length']) === content.length;
    if (how === 'busy-twice' && !busy.has('store')) {
      busy.add('store');
      return void response.writeHead(503).end('later');
    }
    if (how === 'refuse-upload') return void response.writeHead(507).end('{"message":"no space left for you"}');
    if (sum !== oid || !whole || request.headers['x-upload'] !== 'signed') return void response.writeHead(400).end();
    objects.set(oid, content);
    response.writeHead(200).end();
  };
  const verify = async (request: IncomingMessage, response: ServerResponse) => {
    const { oid, size } = JSON.parse(String(await bodyOf(request))) as { oid: string; size: number };
    response.writeHead(how !== 'verify-fails' && objects.get(oid)?.length === size ? 200 : 404).end();
  };

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const { pathname } = new URL(path, url);
    const isApi =
      pathname.endsWith('/info/lfs/objects/batch') || pathname === '/verify' || pathname.startsWith('/storage/');
    if (!isApi) return void response.writeHead(302, { location: gitUrl + path }).end();
    requests.push({ what: `${request.method} ${path}`, login: request.headers.authorization ?? null });
    if (lfs.habits.answer?.(request, response) === true) return;
    if (expected !== null && request.headers.authorization !== expected) return void response.writeHead(401).end();
    const oid = pathname.startsWith('/storage/') ? pathname.slice('/storage/'.length) : null;
    if (request.method === 'GET' && oid !== null) return give(response, oid);
    const done =
      pathname === '/verify'
        ? verify(request, response)
        : oid !== null
          ? store(request, response, oid)
          : batch(request, response);
    done.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const lfs: LfsServer = {
    url,
    publicUrl: url,
    objects,
    requests,
    habits: {},
    behave: (next) => {
      how = next;
      lfs.habits = {};
    },
    uploadBegun: begun.promise,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return lfs;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
