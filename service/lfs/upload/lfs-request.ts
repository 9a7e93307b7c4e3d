/** One HTTP request to a Git LFS server that takes contents. */
import { Failure } from '../../failures/failure.ts';
import type { HttpAnswer } from '../../network/answer.ts';
import { secondsAsked } from '../../network/back-off.ts';
import { bytesOf } from '../../network/client.ts';
import { NetworkTrouble } from '../../network/trouble.ts';

/** Most bytes of an answer that are read. */
const LONGEST_ANSWER = 16 << 20;
/** Questions may be asked twice. Servers without `Retry-After` are left to the next try of the push. */
export const WAITS = { tries: 5, longestWaitMs: 120_000, onlyWhenAsked: true };

export interface ReadAnswer {
  status: number;
  body: string;
  /** Seconds that it asks to be left alone for; 0 where it does not. */
  wait: number;
}

/**
 * The whole answer to what `ask` sends to `host`.
 * @throws Failure of kind 'unreachable' when there is none, or 'cancelled'
 */
export async function answerTo(ask: () => Promise<HttpAnswer>, host: string, signal: AbortSignal): Promise<ReadAnswer> {
  try {
    const answer = await ask();
    const body = (await bytesOf(answer, LONGEST_ANSWER)).toString('utf8');
    return { status: answer.status, body, wait: secondsAsked(answer) };
  } catch (error) {
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    if (error instanceof Failure) throw error;
    // What lasts needs its own sentence; what passes is tried again, and then has this one.
    if (error instanceof NetworkTrouble && !error.passing) throw error;
    const detail = error instanceof NetworkTrouble ? `${error.fact}: ${error.detail}` : String(error);
    throw Failure.of('lfs.unreachable', { host }, detail);
  }
}
