/**
 * Servers that tell in a page, and not in TLS, that the way to them is another one. Programs read no pages: to them it is HTTP 400
 * and nothing more.
 */
import type { HttpAnswer } from './answer.ts';
import { bytesOf } from './client.ts';
import { exchange } from './exchange.ts';
import { NetworkTrouble } from './trouble.ts';
import { type Way, wayTo } from './way.ts';

const BAD_REQUEST = 400;
/** nginx's pages (ngx_http_special_response.c, 495 to 497, which all go out as 400); Apache's, Go's and Tomcat's for HTTP at a port of HTTPS. */
const WANTED = /No required SSL certificate was sent/i;
const REFUSED = /The SSL certificate error/i;
const HTTPS =
  /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server|sent an HTTP request to an HTTPS server|host and port requires TLS/i;
/** Bytes of a page that are read. */
const LONGEST = 16 << 10;
/** In milliseconds: the server just answered. */
const ASKED_MS = 10_000;

/** @returns null where it is another page, or none; the answer is read or let go then */
export async function refusingPage(answer: HttpAnswer, way: Way): Promise<NetworkTrouble | null> {
  if (answer.status !== BAD_REQUEST) return null;
  const page = (await bytesOf(answer, LONGEST, true)).toString('latin1');
  answer.drop();
  const isSecure = way.url.protocol === 'https:';
  if (!isSecure) return HTTPS.test(page) ? new NetworkTrouble('https_wanted', way.parameters, 'HTTP 400') : null;
  if (WANTED.test(page)) return new NetworkTrouble('client_certificate_wanted', way.parameters, 'HTTP 400');
  if (!REFUSED.test(page)) return null;
  const fact = way.certificate === null ? 'client_certificate_wanted' : 'client_certificate_refused';
  return new NetworkTrouble(fact, way.parameters, 'HTTP 400');
}

/**
 * Asks for the page of an address at which a program was refused, without a login.
 * @param url free of secrets
 * @returns null where it says none of this @throws the signal's reason when aborted
 */
export async function askRefusingPage(url: string, signal: AbortSignal): Promise<NetworkTrouble | null> {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return null;
  try {
    const asked = new URL(url);
    const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
    const answer = await exchange({ method: 'GET', url: asked, headers: {}, signal: asking });
    const trouble = await refusingPage(answer, wayTo(asked));
    answer.drop();
    return trouble;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
