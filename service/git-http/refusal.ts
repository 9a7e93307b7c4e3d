import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/** An answer other than success, with a sentence for a person. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
  }
}

/** The media type of the batch API (git-lfs, docs/api/batch.md). */
export const LFS_TYPE = 'application/vnd.git-lfs+json';
const CHALLENGE = 'Basic realm="Gantry", charset="UTF-8"';

/** Sends a refusal: as text, which git shows (remote-curl.c, show_http_message), or as git-lfs wants to hear it. */
export function sendRefusal(incoming: IncomingMessage, outgoing: ServerResponse, status: number, text: string): void {
  const isLfs = /\/info\/lfs(\/|$)/.test((incoming.url ?? '').split('?')[0] ?? '');
  outgoing.writeHead(status, {
    'Content-Type': isLfs ? LFS_TYPE : 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // What is left of a body is not read.
    Connection: 'close',
    ...(status === 401 ? { 'WWW-Authenticate': CHALLENGE, 'LFS-Authenticate': CHALLENGE } : {}),
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
  });
  outgoing.end(isLfs ? JSON.stringify({ message: text }) : `${text}\n`);
}

/** Longest packet of git's side band, its head included (gitprotocol-common(5), side-band-64k). */
const LONGEST_PACKET = 65_520;
/** Band of what ends the conversation (gitprotocol-pack(5)). */
const FATAL = 3;

/**
 * Sends what went wrong with a push that was to be taken, as git's own last words, which git shows. Of an answer with
 * another status it shows the number alone (remote-curl.c, post_rpc).
 */
export function sendPushFailure(incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
  const words = Buffer.from(`${text}\n`).subarray(0, LONGEST_PACKET - 5);
  const packet = Buffer.concat([
    Buffer.from(`${(words.length + 5).toString(16).padStart(4, '0')}`),
    Buffer.of(FATAL),
    words,
  ]);
  if (!outgoing.headersSent) {
    // What git's program wanted to say before does not hold any more.
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    outgoing.writeHead(200, {
      'Content-Type': 'application/x-git-receive-pack-result',
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
  }
  // An answer that comes while the pack is still being sent is lost with the connection.
  finished(incoming.resume(), () => void outgoing.end(Buffer.concat([packet, Buffer.from('0000')])));
}
