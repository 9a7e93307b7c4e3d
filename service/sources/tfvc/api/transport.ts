/** One HTTP request: redirects within the server, and a limit on silence. */
import type { Said } from '../../../../language/sentence.ts';
import { SaidError } from '../../../failures/said-error.ts';
import { sayFailure } from '../../../failures/sentences.ts';
import type { HttpAnswer } from '../../../network/answer.ts';
import { ask } from '../../../network/client.ts';
import type { Line } from '../../../network/line.ts';
import { NetworkTrouble } from '../../../network/trouble.ts';
import { sameServer } from '../../redirects.ts';

export type { HttpAnswer } from '../../../network/answer.ts';

/** Something between us and the server broke; asking again may help. */
export class ConnectionLost extends SaidError {
  /** What was found here; null when the network itself said it. */
  readonly trouble: NetworkTrouble | null;
  /** What came is not what it should be: whoever asked for it knows what that was, and asks again. */
  readonly isOfContent: boolean = false;
  constructor(said: Said, trouble: NetworkTrouble | null = null) {
    super(said);
    this.trouble = trouble;
  }
}

/** The server sends its visitors to another one, which must not get the token. */
export class LedElsewhere extends Error {
  /** Address that the way goes on to, without the API's part. */
  readonly target: string;
  constructor(target: URL) {
    super(`redirected to ${target.host}`);
    this.name = 'LedElsewhere';
    this.target = target.origin + target.pathname.replace(/\/_apis\/.*$/, '');
  }
}

export interface TransportOptions {
  /** JSON that goes with the request, which is a POST then. */
  body: string | null;
  /** `Authorization` header; null without credentials. */
  authorization: string | null;
  /** The connection that it goes over; null for any. */
  line: Line | null;
  signal: AbortSignal;
  /** Longest time until the first byte, in milliseconds. */
  firstByteMs: number;
  /** Longest time without a byte behind the first, in milliseconds. */
  silenceMs: number;
  onRedirect(from: URL, to: URL): void;
}

const MOST_REDIRECTS = 5;

/**
 * Sends one request that changes nothing at the server. Redirects within the server are followed; those to a sign-in page are returned as they are.
 * @throws ConnectionLost, LedElsewhere
 */
export async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { body, authorization, line, signal, firstByteMs, silenceMs, onRedirect }: TransportOptions,
): Promise<HttpAnswer> {
  const decide = (from: URL, to: URL) => {
    if (isSignIn(to.href)) return 'give';
    if (!sameServer(from.href, to.href)) throw new LedElsewhere(to);
    onRedirect(from, to);
    return 'follow';
  };
  const answer = await lost(
    ask({
      method: body === null ? 'GET' : 'POST',
      url,
      headers: {
        ...headers,
        ...(body === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...(authorization === null ? {} : { authorization }),
      },
      body: body === null ? undefined : Buffer.from(body),
      signal,
      line: line ?? undefined,
      limits: { firstByteMs, silenceMs },
      redirects: { most: MOST_REDIRECTS, decide },
    }),
  );
  return {
    ...answer,
    async *pieces() {
      const pieces = answer.pieces();
      try {
        for (;;) {
          const next = await lost(pieces.next());
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        await pieces.return();
      }
    },
  };
}

/**
 * Whether a redirect leads to a page where people sign in (Azure DevOps Services: `/_signin`, then Microsoft's logins; in
 * front of one's own server AD FS, and proxies with SAML or OpenID).
 */
export function isSignIn(location: string): boolean {
  return /\/_signin\b|\/_signedin\b|login\.(microsoftonline|live|windows)\.|\/(oauth2?|adfs|saml2?)\/|[?&](wa=wsignin1\.0|SAMLRequest=)/i.test(
    location,
  );
}

async function lost<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NetworkTrouble ? new ConnectionLost(sayFailure(error, 'work'), error) : error;
  }
}
