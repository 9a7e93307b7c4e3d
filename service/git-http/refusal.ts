import type { IncomingMessage, ServerResponse } from 'node:http';

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
