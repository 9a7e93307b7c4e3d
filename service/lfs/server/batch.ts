/**
 * The batch API of Git LFS: what is asked, and how answers are read. git-lfs, docs/api/batch.md; what that leaves open, and what
 * servers answer otherwise, as git-lfs itself reads it (tq/api.go, tq/transfer.go, t/cmd/lfstest-gitserver.go).
 */
import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import type { HttpAnswer } from '../../network/answer.ts';
import { ask, type HttpRequest } from '../../network/client.ts';
import { waysOf } from '../../network/offered-ways.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { endOf } from './expiry.ts';
import type { LfsServerAccess } from './find-server.ts';
import { readHeaders } from './headers.ts';

export type LfsOperation = 'upload' | 'download';

export interface LfsAction {
  href: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  /** Whether the server wants the content in pieces, without its length (GitLab does). */
  isChunked: boolean;
  /** By `performance.now()`; infinite where the server names no end. */
  expiresAt: number;
}

export interface LfsAnswer {
  oid: string;
  /** What the address carries lets us in; a login sent as well is refused by storage that takes one of them only. */
  isAuthenticated: boolean;
  /** Where the content goes or comes from; null where nothing needs to be done, or `error` says why it cannot. */
  transfer: LfsAction | null;
  verify: LfsAction | null;
  /** It names where the content goes or comes from, in a way that nobody can use. */
  isUnusable: boolean;
  error: { code: number; message: string } | null;
}

/** Objects asked for at once, as git-lfs does. */
export const BATCH = 100;
export const MEDIA_TYPE = 'application/vnd.git-lfs+json';
/** git-lfs follows two; a POST stays a POST there whatever the status says (lfshttp/client.go, `newRequestForRetry`). */
export const LFS_REDIRECTS = { most: 5, keepsMethod: true } as const;
const UNAUTHORIZED = 401;
/** What says that a login may help: some servers tell strangers nothing of what is closed. */
const ASKS: ReadonlySet<number> = new Set([UNAUTHORIZED, 403, 404]);
/** Ways of a Windows account. */
const WINDOWS = ['ntlm', 'negotiate'];
/** Headers that say how a message is sent, which is not the server's to choose. */
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'host']);
/** In addresses that were signed: of S3 and what speaks like it, Google's, Azure's storage; `token` as git-lfs takes it. */
const SIGNED = /^(x-amz-signature|x-goog-signature|signature|sig|token)$/i;

/** Too many requests, and what gateways and overloaded servers say: another attempt may do. */
export const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** What storage says of an address whose time is over (S3: 403; GitLab and others with tokens: 401); so git-lfs takes it. */
export const MAY_HAVE_ENDED: ReadonlySet<number> = new Set([401, 403]);

/** Asks what is to be done with these objects; the answer's body is for `readBatch`. @throws NetworkTrouble; Failure where no login would do */
export async function askBatch(
  server: LfsServerAccess,
  operation: LfsOperation,
  objects: readonly LfsObject[],
  options: Pick<Parameters<typeof ask>[0], 'signal' | 'repeats'>,
) {
  const bytes = Buffer.from(JSON.stringify({ operation, transfers: ['basic'], objects, hash_algo: 'sha256' }));
  const send = ({ headers, through }: LfsLogin) =>
    ask({
      method: 'POST',
      url: new URL(`${server.endpoint}/objects/batch`),
      headers: { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, ...headers },
      body: () => Readable.from([bytes]),
      length: bytes.length,
      redirects: LFS_REDIRECTS,
      through,
      ...options,
    });
  // A password is shown as it is to a server that asks for it so, and no other: as git-lfs does it (lfshttp/auth.go).
  const question = server.isAsked ? null : await send({ headers: {}, through: undefined });
  if (question !== null && !ASKS.has(question.status)) return question;
  const asked = question?.status === UNAUTHORIZED ? offeredWays(question.headers) : new Set<string>();
  question?.drop();
  server.isAsked = true;
  if (asked.size > 0 && !['basic', ...WINDOWS].some((way) => asked.has(way)) && asked.has('digest'))
    throw Failure.of('lfs.digest_only', { host: new URL(server.endpoint).host });
  const answer = await send(loginOf(server));
  if (answer.status !== UNAUTHORIZED || server.windows?.isLetIn === true) return answer;
  const ways = offeredWays(answer.headers);
  if (!WINDOWS.some((way) => ways.has(way))) return answer;
  return await asWindowsAccount(server, answer, ways, () => send({ headers: {}, through: server.windows?.exchange }));
}

/**
 * The same as a Windows account. Azure DevOps Server offers Basic as well, which it takes of tokens only, while who enters a
 * Windows account gets in with git (git-lfs issues 4853 and 5270).
 */
async function asWindowsAccount(
  { endpoint, windows }: LfsServerAccess,
  refused: HttpAnswer,
  ways: ReadonlySet<string>,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const { host } = new URL(endpoint);
  if (windows === null) {
    if (ways.has('basic')) return refused;
    refused.drop();
    throw Failure.of('lfs.windows_only', { host });
  }
  refused.drop();
  const answer = await send();
  if (answer.status !== UNAUTHORIZED || windows.wasAsked || ways.has('basic')) return answer;
  answer.drop();
  throw Failure.of('lfs.tickets_only', { host });
}

/** Git LFS has a header of its own for what it offers (git-lfs, docs/api/authentication.md). */
function offeredWays(headers: Headers): ReadonlySet<string> {
  const own = headers.get('lfs-authenticate');
  return new Set([...waysOf(headers), ...(own === null ? [] : waysOf(new Headers({ 'www-authenticate': own })))]);
}

/**
 * @param askedAt by `performance.now()`: what the server counts from
 * @throws RangeError or SyntaxError for what is no answer of this API
 */
export function readBatch(body: string, operation: LfsOperation, endpoint: string, askedAt: number): LfsAnswer[] {
  const answer = JSON.parse(body) as { transfer?: unknown; hash_algo?: unknown; objects?: unknown } | null;
  if (!isOneOf(answer?.transfer, 'basic')) throw new RangeError('another transfer than asked for');
  if (!isOneOf(answer?.hash_algo, 'sha256')) throw new RangeError('another sum than SHA-256');
  if (!Array.isArray(answer?.objects)) throw new RangeError('an answer without objects');
  return answer.objects.flatMap((object: Record<string, unknown> | null) => {
    if (typeof object !== 'object' || object === null) return [];
    // `_links` until git-lfs 0.6; its server for tests still does it (`send-deprecated-links`).
    const actions = (object.actions ?? object._links ?? {}) as Record<string, unknown>;
    const error = object.error as { code?: unknown; message?: unknown } | null | undefined;
    const [transfer, verify] = [actions[operation], actions.verify].map((named) =>
      readAction(named, endpoint, askedAt),
    );
    return {
      oid: String(object.oid),
      isAuthenticated: object.authenticated === true,
      transfer: transfer ?? null,
      verify: verify ?? null,
      isUnusable: transfer === undefined || verify === undefined,
      error: error == null ? null : { code: codeOf(error), message: String(error.message ?? '') },
    };
  });
}

/** An error without a number is one of what was asked for. */
function codeOf({ code }: { code?: unknown }): number {
  return Number.isInteger(Number(code ?? undefined)) ? Number(code) : 422;
}

/** What is left out, or left empty as servers in Go do, means the usual. */
function isOneOf(value: unknown, usual: string): boolean {
  return value === undefined || value === null || value === '' || value === usual;
}

/** @returns null where there is none; undefined for one that nobody can follow */
function readAction(action: unknown, endpoint: string, askedAt: number): LfsAction | null | undefined {
  if (typeof action !== 'object' || action === null) return null;
  const { href, header, ...end } = action as Record<string, unknown>;
  // Some servers give addresses within themselves.
  const url = typeof href === 'string' && URL.canParse(href, endpoint) ? new URL(href, endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const headers = readHeaders(header);
  if (headers === null) return undefined;
  return {
    href: url.href,
    headers: Object.fromEntries(headers.filter(([name]) => !FRAMING.has(name))),
    isChunked: headers.some(([name, value]) => name === 'transfer-encoding' && value.toLowerCase() === 'chunked'),
    expiresAt: endOf(end, askedAt),
  };
}

/** What is said of such an object. */
export function addressUnusable({ endpoint }: LfsServerAccess): Failure {
  return Failure.of('lfs.address_unusable', { host: new URL(endpoint).host });
}

/** How a request says who sends it. */
export type LfsLogin = Pick<HttpRequest, 'headers' | 'through'>;

function loginOf({ headers, windows }: LfsServerAccess): LfsLogin {
  return windows?.isLetIn === true ? { headers: {}, through: windows.exchange } : { headers };
}

/** What is sent with an action; the login itself goes to the server that it was given for, and no other. */
export function loginFor(
  server: LfsServerAccess,
  { isAuthenticated }: Pick<LfsAnswer, 'isAuthenticated'>,
  { href, headers }: Pick<LfsAction, 'href' | 'headers'>,
): LfsLogin {
  const url = new URL(href);
  const isSigned = [...url.searchParams.keys()].some((name) => SIGNED.test(name));
  const hasOwn = isAuthenticated || isSigned || 'authorization' in headers;
  if (hasOwn || url.origin !== new URL(server.endpoint).origin) return { headers };
  const login = loginOf(server);
  return { ...login, headers: { ...login.headers, ...headers } };
}

/** Whether a request carries the login that a person gave, rather than what the server itself put into an address. */
export function showsLogin(server: LfsServerAccess, { headers }: LfsLogin): boolean {
  return headers.authorization !== undefined && headers.authorization === server.headers.authorization;
}

/** What storage says in XML: Amazon's S3 and what speaks like it (docs.aws.amazon.com, "REST error responses"), Azure's and Google's. */
const IN_XML = /<Error>[\s\S]*?<Message>([^<\n]+)/;

/** The message of an answer, of an object's error too; '' without one. Gitea writes `Message`. */
export function messageOf(body: string): string {
  const told = IN_XML.exec(body)?.[1];
  if (told !== undefined) return told.trim().slice(0, 300);
  try {
    const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
    const message = fields.find(([name]) => name.toLowerCase() === 'message')?.[1];
    return typeof message === 'string' ? message.slice(0, 300) : '';
  } catch {
    return '';
  }
}
