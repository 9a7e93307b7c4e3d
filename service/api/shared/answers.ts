/** What every answer carries: media type, rate limit, caching, and 304 for what the caller has already. */
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Rooms } from '../../engine.ts';
import type { RateReading } from '../../rate-limit/rate-limits.ts';
import { addressOf } from './context.ts';
import type { ApiContext, ApiEnv } from './environment.ts';
import { describeMediaType, readMediaType } from './media-types.ts';

/** Bytes of an answer that become one piece: nobody waits for the copy. */
const MOST_COPIED = 1024 * 1024;

/** Completes the answers of all routes, errors included. */
export function completeAnswers(engine: Rooms<'rateLimits'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const isGet = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isJson = c.res.headers.get('content-type')?.includes('json') === true;
    if (isJson && ((isGet && c.res.status === 200) || c.res.status === 201)) await tag(c, isGet);
    if (isJson && c.res.status !== 304) c.header('Content-Type', 'application/json; charset=utf-8');
    const rate = c.get('rate');
    const unmodified = c.res.status === 304;
    const reading =
      rate === undefined
        ? engine.rateLimits.reading(`address:${addressOf(c)}`, 'core')
        : unmodified && rate.counted
          ? engine.rateLimits.giveBack(rate.caller, rate.reading.category)
          : rate.reading;
    setRateLimit(c, reading);
    setCaching(c, isGet && ((c.res.status === 200 && !isDownload(c)) || unmodified));
    setMediaType(c);
    c.header('X-Content-Type-Options', 'nosniff');
    const caller = c.get('caller');
    if (caller?.kind === 'token') {
      c.header('X-OAuth-Scopes', caller.scopes.join(', '));
      c.header('X-Accepted-OAuth-Scopes', c.get('acceptedScopes').join(', '));
    }
  };
}

function setRateLimit(c: ApiContext, reading: RateReading): void {
  c.header('X-RateLimit-Limit', String(reading.limit));
  c.header('X-RateLimit-Remaining', String(reading.remaining));
  c.header('X-RateLimit-Reset', String(reading.reset));
  c.header('X-RateLimit-Used', String(reading.used));
  c.header('X-RateLimit-Resource', reading.category);
}

function setCaching(c: ApiContext, cacheable: boolean): void {
  const whose = c.get('caller') === undefined ? 'public' : 'private';
  c.header(
    'Cache-Control',
    cacheable ? `${whose}, max-age=60, s-maxage=60` : `max-age=0, private, must-revalidate, no-store`,
  );
  c.header('Vary', 'Accept, Authorization, Cookie, X-GitHub-OTP');
}

/** Downloads are for the one who asked: no cache on the way keeps them. */
function isDownload(c: ApiContext): boolean {
  return c.res.headers.has('content-disposition');
}

function setMediaType(c: ApiContext): void {
  const type = readMediaType(c.req.header('accept'));
  c.header('X-GitHub-Media-Type', describeMediaType(type, 'github'));
  c.header('X-Gantry-Media-Type', describeMediaType(type, 'gantry'));
}

/**
 * Gives the answer an ETag (weak for GET, strong for what was made, as recorded of the original) and
 * turns it into 304 when the caller has it already. If-None-Match goes before If-Modified-Since (RFC 9110).
 */
async function tag(c: ApiContext, isGet: boolean): Promise<void> {
  // What is sent as it is made says itself what it is.
  if (c.res.headers.has('etag')) return;
  const sum = createHash('sha256');
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of c.res.body ?? []) {
    sum.update(piece);
    length += piece.length;
    pieces.push(piece);
  }
  const body = length > MOST_COPIED ? pieceByPiece(pieces) : new Blob(pieces);
  const digest = `"${sum.digest('hex')}"`;
  const headers = new Headers(c.res.headers);
  headers.set('ETag', isGet ? `W/${digest}` : digest);
  const fresh = isGet && isFresh(c, digest, headers.get('last-modified'));
  if (fresh) headers.delete('content-type');
  const answer = fresh
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status: c.res.status, headers });
  // Hono merges a new answer into the old one unless that is taken away first.
  c.res = undefined;
  c.res = answer;
}

function pieceByPiece(pieces: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

function isFresh(c: ApiContext, digest: string, lastModified: string | null): boolean {
  const known = c.req.header('if-none-match');
  if (known !== undefined) {
    return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//i, '') === digest);
  }
  const since = c.req.header('if-modified-since');
  if (since === undefined || lastModified === null) return false;
  return Date.parse(lastModified) <= Date.parse(since);
}

/** Names the time that a resource last changed. */
export function setLastModified(c: ApiContext, updatedAt: string): void {
  c.header('Last-Modified', new Date(updatedAt).toUTCString());
}
