/** How long a server wants to be left alone that a program asked too often. */
import { asFailure } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { secondsAsked } from './back-off.ts';
import { exchange } from './exchange.ts';

const TOO_OFTEN = 429;
/** In milliseconds: the server just answered. */
const ASKED_MS = 10_000;

/**
 * Does the work of a program. Of an answer's headers git (until its `http.maxRetries`, which is 0 unless somebody says otherwise;
 * its t/t5584-http-429-retry.sh), Mercurial and Subversion tell none: where the server refuses for having been asked too often, it
 * is asked once more, without a login, and what it says of the wait is a part of the failure.
 * @param url free of secrets
 * @throws what the work throws
 */
export async function withAskedWait<Result>(
  url: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    const { status, wait } = failure.parameters;
    if (failure.key !== 'connection.server_busy' || status !== TOO_OFTEN || wait !== undefined) throw error;
    const seconds = await secondsAskedAt(url, signal);
    if (seconds === 0) throw error;
    throw new Failure({ ...dataOf(failure), parameters: { ...failure.parameters, wait: seconds } });
  }
}

async function secondsAskedAt(url: string, signal: AbortSignal): Promise<number> {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return 0;
  try {
    const asking = AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]);
    const answer = await exchange({ method: 'GET', url: new URL(url), headers: {}, signal: asking });
    answer.drop();
    return secondsAsked(answer);
  } catch {
    signal.throwIfAborted();
    return 0;
  }
}
