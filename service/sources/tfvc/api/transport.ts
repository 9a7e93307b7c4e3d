/** One HTTP request: redirects within the server, and a limit on silence. */
import { sameServer } from '../../redirects.ts';

/** Something between us and the server broke; asking again may help. */
export class ConnectionLost extends Error {
  /** Code of the network's error such as `ECONNRESET`; 'stalled' or 'cut' for what was found here. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ConnectionLost';
    this.code = code;
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
  /** `Authorization` header; null without credentials. */
  authorization: string | null;
  signal: AbortSignal;
  /** Longest time without a byte, in milliseconds. */
  silenceMs: number;
  onRedirect(from: URL, to: URL): void;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  /** Where the answer came from, behind all redirects. */
  url: URL;
  /** The body's bytes; must be read to its end or closed with `return`. @throws ConnectionLost */
  pieces(): AsyncGenerator<Uint8Array, void>;
  /** Lets the connection go without reading. */
  drop(): void;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Sends one GET. Redirects within the server are followed; those to a sign-in page are returned as they are.
 * @throws ConnectionLost, LedElsewhere
 */
export async function get(
  url: URL,
  headers: Readonly<Record<string, string>>,
  options: TransportOptions,
): Promise<HttpAnswer> {
  let at = url;
  for (let hop = 0; ; hop++) {
    const answer = await send(at, headers, options);
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null;
    if (location === null || !URL.canParse(location, at.href) || isSignIn(location)) return answer;
    answer.drop();
    const target = new URL(location, at);
    if (hop >= MOST_REDIRECTS) throw new ConnectionLost('redirects', 'the server redirects in a circle');
    if (!sameServer(at.href, target.href)) throw new LedElsewhere(target);
    options.onRedirect(at, target);
    at = target;
  }
}

/** Whether a redirect leads to a page where people sign in (Azure DevOps Services: `/_signin`, then Microsoft's logins). */
export function isSignIn(location: string): boolean {
  return /\/_signin\b|\/_signedin\b|login\.(microsoftonline|live|windows)\.|\/oauth2?\//i.test(location);
}

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { authorization, signal, silenceMs }: TransportOptions,
): Promise<HttpAnswer> {
  const stop = new AbortController();
  let stalled = false;
  let timer: NodeJS.Timeout | undefined;
  const rearm = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      stop.abort();
    }, silenceMs);
  };
  const both = AbortSignal.any([signal, stop.signal]);
  const explain = (error: unknown) => {
    signal.throwIfAborted();
    if (stalled)
      return new ConnectionLost('stalled', `the server was silent for ${Math.round(silenceMs / 1000)} seconds`);
    return lost(error);
  };
  rearm();
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
      redirect: 'manual',
      signal: both,
    });
  } catch (error) {
    clearTimeout(timer);
    throw explain(error);
  }
  const drop = () => {
    clearTimeout(timer);
    stop.abort();
  };
  return {
    status: response.status,
    headers: response.headers,
    url,
    drop,
    async *pieces() {
      try {
        for await (const piece of response.body ?? []) {
          rearm();
          yield piece;
        }
      } catch (error) {
        throw explain(error);
      } finally {
        drop();
      }
    },
  };
}

/** Node wraps the network's error in one that says "fetch failed" or "terminated". */
function lost(error: unknown): ConnectionLost {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const code = String((cause as { code?: unknown } | null)?.code ?? 'cut');
  return new ConnectionLost(code, cause instanceof Error ? cause.message : String(cause));
}
