/** What a Team Foundation server's refusals mean, as kinds and sentences. */

import { dataOf, Failure } from '../../../failures/failure.ts';
import { SaidError } from '../../../failures/said-error.ts';
import { waysOf } from '../../../network/offered-ways.ts';
import type { NetworkFact } from '../../../network/trouble.ts';
import type { SignIn } from './sign-in.ts';
import { ConnectionLost, type HttpAnswer, isSignIn, LedElsewhere } from './transport.ts';

/** An answer that is neither data nor a matter of signing in. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** The server's name of the error, such as `VssVersionOutOfRangeException`; '' when it gave none. */
  readonly type: string;
  /** Seconds for which one that was asked too often wants to be left alone; 0 where it does not say so. */
  readonly wait: number;
  constructor(status: number, type: string, message: string, wait = 0) {
    super(message);
    this.name = 'ServerRefusal';
    this.status = status;
    this.type = type;
    this.wait = wait;
  }
}

/** More bytes than an answer may have. */
export class AnswerTooLarge extends SaidError {}

/** An answer that is not what this API sends: a web page, or JSON of another shape. */
export class NotTheApi extends SaidError {}

/** A token is needed, or was refused. */
export class SignInFailure extends Failure {
  /** Whether the server is a Team Foundation server beyond doubt: any server may answer 401. */
  readonly isCertain: boolean;
  constructor(failure: Failure, isCertain: boolean) {
    super(failure);
    this.isCertain = isCertain;
  }
}

/**
 * Whether an answer asks to sign in, which a missing, wrong or expired token is told by in several ways: Azure DevOps
 * Services answers with its sign-in page and 203, or leads to it; a server answers 401, or a page.
 * @param wantsPage a file was asked for, which may well be a page
 */
export function asksToSignIn({ status, headers }: HttpAnswer, wantsPage: boolean): boolean {
  const location = headers.get('location');
  const isPage = (headers.get('content-type') ?? '').includes('text/html');
  return (
    status === 401 ||
    (status === 203 && isPage) ||
    (status >= 300 && status < 400 && location !== null && isSignIn(location)) ||
    (status === 200 && isPage && !wantsPage && isFoundationServer(headers)) ||
    (status === 403 && isFoundationServer(headers))
  );
}

export interface Asked {
  /** Address for sentences, free of secrets. */
  url: string;
  way: SignIn['way'];
  /** What the server said, free of secrets; '' when it said nothing. */
  said: string;
}

/** The failure of an answer that asks to sign in. */
export function signInFailure({ status, headers }: HttpAnswer, { url, way, said }: Asked): SignInFailure {
  const ways = waysOf(headers);
  const hasWindows = status === 401 && (ways.has('ntlm') || ways.has('negotiate'));
  const onlyWindows = hasWindows && !ways.has('basic') && !ways.has('bearer');
  const isCertain =
    isFoundationServer(headers) ||
    /\/_signin\b|login\.microsoftonline\./i.test(headers.get('location') ?? '') ||
    // Services sends a 401 without any header of its own: its realm tells.
    /realm="[^"]*(\.visualstudio\.com|dev\.azure\.com|\/tfs)/i.test(headers.get('www-authenticate') ?? '');
  const detail = `HTTP ${status}${said === '' ? '' : ` ${said}`}`;
  const parameters = { url, said };
  return new SignInFailure(Failure.of(keyOf({ status, way, onlyWindows }), parameters, detail), isCertain);
}

function keyOf({ status, way, onlyWindows }: { status: number; way: SignIn['way']; onlyWindows: boolean }) {
  if (way === 'nobody') return onlyWindows ? 'tfvc.windows_needed' : 'tfvc.token_needed';
  if (status === 403) return way === 'windows' ? 'tfvc.account_may_not_read' : 'tfvc.token_lacks_scope';
  if (way === 'either') return 'tfvc.login_refused';
  if (way === 'windows') return 'tfvc.windows_refused';
  return onlyWindows ? 'tfvc.only_windows' : 'tfvc.token_refused';
}

/** What a server says in its own header about a refusal; it is percent-encoded there. */
export function serviceError(headers: Headers): string | null {
  const text = headers.get('x-tfs-serviceerror');
  if (text === null || text.trim() === '') return null;
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text.trim();
  }
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
    return Failure.of('tfvc.no_answer_of_the_api', { url, what: error.said }, error.message);
  }
  if (!(error instanceof ServerRefusal)) return error;
  const said = error.message;
  if (error.status === 403)
    return new SignInFailure(Failure.of('tfvc.token_lacks_scope', { url, said }, 'HTTP 403'), true);
  if (error.status === 404) return Failure.of('tfvc.unknown', { url, said });
  if (error.status === 429 || error.status >= 500) {
    return Failure.of('tfvc.went_on_refusing', { url, status: error.status, said, wait: error.wait });
  }
  return Failure.of('tfvc.refused', { url, status: error.status, said });
}

function connectionFailure({ said, message, trouble }: ConnectionLost, url: string): Failure {
  if (trouble !== null && !BROKEN_OFF.has(trouble.fact)) return trouble;
  // What was found here is words of ours; what the network said is a failure of its own.
  const failure = trouble === null ? null : dataOf(trouble);
  return Failure.of(
    'tfvc.broke_again',
    { url, what: failure === null ? said : '', failure },
    trouble?.detail ?? message,
  );
}

/** What happens in the middle of an import that went well so far. */
const BROKEN_OFF: ReadonlySet<NetworkFact> = new Set(['connection_broke', 'silent', 'no_first_byte', 'bad_answer']);
