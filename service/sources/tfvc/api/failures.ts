/** What a Team Foundation server's refusals mean, as kinds and sentences. */
import type { NetworkFact } from '../../../network/trouble.ts';
import { troubleFailure } from '../../program-failures.ts';
import { ImportFailure } from '../../source.ts';
import { ConnectionLost, type HttpAnswer, isSignIn, LedElsewhere } from './transport.ts';

/** An answer that is neither data nor a matter of signing in. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** The server's name of the error, such as `VssVersionOutOfRangeException`; '' when it gave none. */
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.name = 'ServerRefusal';
    this.status = status;
    this.type = type;
  }
}

/** More bytes than an answer may have. */
export class AnswerTooLarge extends Error {}

/** An answer that is not what this API sends: a web page, or JSON of another shape. */
export class NotTheApi extends Error {}

/** A token is needed, or was refused. */
export class SignInFailure extends ImportFailure {
  /** Whether the server is a Team Foundation server beyond doubt: any server may answer 401. */
  readonly isCertain: boolean;
  constructor(message: string, detail: string, isCertain: boolean) {
    super('auth', message, detail);
    this.isCertain = isCertain;
  }
}

export interface Asked {
  /** Address for sentences, free of secrets. */
  url: string;
  hasCredentials: boolean;
  /** A file was asked for, which may well be a page. */
  wantsPage: boolean;
}

/** The failure when an answer asks to sign in, or null. A missing or expired token is answered in several ways. */
export function signInFailure(answer: HttpAnswer, { url, hasCredentials, wantsPage }: Asked): SignInFailure | null {
  const { status, headers } = answer;
  const location = headers.get('location');
  const isPage = (headers.get('content-type') ?? '').includes('text/html');
  // Azure DevOps Services answers with its sign-in page and 203, or leads to it; a server answers 401.
  const asks =
    status === 401 ||
    (status === 203 && isPage) ||
    (status >= 300 && status < 400 && location !== null && isSignIn(location)) ||
    (status === 200 && isPage && !wantsPage && isFoundationServer(headers));
  if (asks) {
    const ways = (headers.get('www-authenticate') ?? '').toLowerCase();
    const onlyWindows = status === 401 && ways !== '' && !ways.includes('basic') && !ways.includes('bearer');
    const isCertain = isFoundationServer(headers) || /\/_signin\b|login\.microsoftonline\./i.test(location ?? '');
    return new SignInFailure(askSentence(url, hasCredentials, onlyWindows), `HTTP ${status}`, isCertain);
  }
  return status === 403 && isFoundationServer(headers) ? forbidden(url, hasCredentials) : null;
}

function forbidden(url: string, hasCredentials: boolean): SignInFailure {
  const sentence = `The token may not read version control at ${url}. Give one with the scope "Code (read)", of somebody who may read the project.`;
  return new SignInFailure(hasCredentials ? sentence : askSentence(url, false, false), 'HTTP 403', true);
}

function askSentence(url: string, hasCredentials: boolean, onlyWindows: boolean): string {
  if (!hasCredentials)
    return `${url} needs a personal access token with the scope "Code (read)". Enter one in place of a password to go on.`;
  if (onlyWindows)
    return `${url} refused the token and offers Windows sign-in only. Make a personal access token in the server's security settings, or have Basic authentication switched on there.`;
  return `The token was refused by ${url}: it is wrong, or it has expired. Make a new one with the scope "Code (read)" and enter it as the password.`;
}

/** Whether headers are those that every Team Foundation server and Azure DevOps send. */
export function isFoundationServer(headers: Headers): boolean {
  return [...headers.keys()].some((name) => /^x-(tfs|vss)-/.test(name));
}

/** The failure for anything that a request threw. @param url free of secrets */
export function requestFailure(error: unknown, url: string): unknown {
  if (error instanceof LedElsewhere) {
    return new ImportFailure(
      'unreachable',
      `${url} leads to another server, ${error.target}, which does not get the token. Import from that address if you trust it.`,
    );
  }
  if (error instanceof ConnectionLost) return connectionFailure(error, url);
  if (error instanceof AnswerTooLarge || error instanceof NotTheApi) {
    return new ImportFailure(
      'broken_source',
      `${url} sent what no Team Foundation server sends: ${error.message}. Check the address; if it is right, start the import again and it goes on from where it was.`,
      error.message,
    );
  }
  if (!(error instanceof ServerRefusal)) return error;
  if (error.status === 403) return forbidden(url, true);
  const said = error.message === '' ? '' : ` It says: ${error.message}`;
  if (error.status === 404)
    return new ImportFailure(
      'not_found',
      `${url} does not know what was asked for.${said} Check the address and the project.`,
    );
  if (error.status === 429 || error.status >= 500) {
    return new ImportFailure(
      'unreachable',
      `The server of ${url} went on refusing (HTTP ${error.status}).${said} Start the import again later; it goes on from where it was.`,
    );
  }
  return new ImportFailure(
    'broken_source',
    `The server of ${url} refused a request (HTTP ${error.status}).${said} Start the import again; it goes on from where it was.`,
  );
}

function connectionFailure({ message, trouble }: ConnectionLost, url: string): ImportFailure {
  if (trouble !== null && !BROKEN_OFF.has(trouble.fact)) return troubleFailure(trouble);
  return new ImportFailure(
    'unreachable',
    `The connection to ${url} broke again and again: ${firstSentence(message)}. Start the import again; it goes on from where it was.`,
    trouble?.detail ?? message,
  );
}

/** Without the period at its end. */
function firstSentence(text: string): string {
  return (text.split('. ')[0] ?? text).replace(/\.$/, '');
}

/** What happens in the middle of an import that went well so far. */
const BROKEN_OFF: ReadonlySet<NetworkFact> = new Set(['connection_broke', 'silent', 'no_first_byte', 'bad_answer']);
