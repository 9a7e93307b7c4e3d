/** The page that stands at an address at which a program of a source found no repository: it may be a list of several. */
import { bytesOf } from '../network/client.ts';
import { exchange } from '../network/exchange.ts';
import { waysOf } from '../network/offered-ways.ts';
import { type NetworkFact, NetworkTrouble } from '../network/trouble.ts';
import type { SourceContext } from './source.ts';

/** The server is there: it just answered a program. In milliseconds. */
const ASKED_MS = 10_000;
/** Bytes of the page that are read. */
const LONGEST = 1 << 20;
const OK = 200;
const UNAUTHORIZED = 401;
const PROXY_LOGIN: ReadonlySet<string> = new Set<NetworkFact>(['proxy_login_wanted', 'proxy_login_refused']);

/**
 * How a server that asks who is there lets people sign in (`waysOf`); empty where it asks nobody.
 * @throws NetworkTrouble where it is the proxy that wants a login, or another one
 */
export async function waysToSignIn(url: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const none = new Set<string>();
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return none;
  try {
    const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
    const answer = await exchange({ method: 'GET', url: new URL(url), headers: {}, signal: asking });
    answer.drop();
    return answer.status === UNAUTHORIZED ? waysOf(answer.headers) : none;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NetworkTrouble && PROXY_LOGIN.has(error.fact)) throw error;
    return none;
  }
}

/** @returns '' where there is none */
export async function readPage(
  url: URL,
  { credentials, signal }: Pick<SourceContext, 'credentials' | 'signal'>,
): Promise<string> {
  const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
  const ask = (headers: Record<string, string>) => exchange({ method: 'GET', url, headers, signal: asking });
  try {
    let answer = await ask({});
    // Who asks for none, or takes it by Digest only, is shown no password.
    if (credentials !== null && answer.status === UNAUTHORIZED && waysOf(answer.headers).has('basic')) {
      answer.drop();
      const login = Buffer.from(`${credentials.username}:${credentials.password}`);
      answer = await ask({ authorization: `Basic ${login.toString('base64')}` });
    }
    const page = answer.status === OK ? (await bytesOf(answer, LONGEST, true)).toString('utf8') : '';
    answer.drop();
    return page;
  } catch {
    signal.throwIfAborted();
    return '';
  }
}
