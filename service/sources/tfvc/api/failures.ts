/** What a Team Foundation server's refusals mean, as kinds and sentences. */

import { dataOf, Failure } from '../../../failures/failure.ts';
import type { NetworkFact } from '../../../network/trouble.ts';
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
export class SignInFailure extends Failure {
  /** Whether the server is a Team Foundation server beyond doubt: any server may answer 401. */
  readonly isCertain: boolean;
  constructor(failure: Failure, isCertain: boolean) {
    super(failure);
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
    return new SignInFailure(asking(url, hasCredentials, onlyWindows, `HTTP ${status}`), isCertain);
  }
  return status === 403 && isFoundationServer(headers) ? forbidden(url, hasCredentials) : null;
}

function forbidden(url: string, hasCredentials: boolean): SignInFailure {
  const detail = 'HTTP 403';
  const failure = hasCredentials
    ? Failure.of('tfvc.token_lacks_scope', { url }, detail)
    : asking(url, false, false, detail);
  return new SignInFailure(failure, true);
}

function asking(url: string, hasCredentials: boolean, onlyWindows: boolean, detail: string): Failure {
  if (!hasCredentials) return Failure.of('tfvc.token_needed', { url }, detail);
  return onlyWindows
    ? Failure.of('tfvc.only_windows', { url }, detail)
    : Failure.of('tfvc.token_refused', { url }, detail);
}

/** Whether headers are those that every Team Foundation server and Azure DevOps send. */
export function isFoundationServer(headers: Headers): boolean {
  return [...headers.keys()].some((name) => /^x-(tfs|vss)-/.test(name));
}

/** The failure for anything that a request threw. @param url free of secrets */
export function requestFailure(error: unknown, url: string): unknown {
  if (error instanceof LedElsewhere) {
    return Failure.of('tfvc.led_elsewhere', { url, target: error.target });
  }
  if (error instanceof ConnectionLost) return connectionFailure(error, url);
  if (error instanceof AnswerTooLarge || error instanceof NotTheApi) {
    return Failure.of('tfvc.no_answer_of_the_api', { url, what: error.message }, error.message);
  }
  if (!(error instanceof ServerRefusal)) return error;
  if (error.status === 403) return forbidden(url, true);
  const said = error.message;
  if (error.status === 404) return Failure.of('tfvc.unknown', { url, said });
  if (error.status === 429 || error.status >= 500) {
    return Failure.of('tfvc.went_on_refusing', { url, status: error.status, said });
  }
  return Failure.of('tfvc.refused', { url, status: error.status, said });
}

function connectionFailure({ message, trouble }: ConnectionLost, url: string): Failure {
  if (trouble !== null && !BROKEN_OFF.has(trouble.fact)) return trouble;
  // What was found here is words of ours; what the network said is a failure of its own.
  const failure = trouble === null ? null : dataOf(trouble);
  return Failure.of(
    'tfvc.broke_again',
    { url, what: failure === null ? message : '', failure },
    trouble?.detail ?? message,
  );
}

/** What happens in the middle of an import that went well so far. */
const BROKEN_OFF: ReadonlySet<NetworkFact> = new Set(['connection_broke', 'silent', 'no_first_byte', 'bad_answer']);
