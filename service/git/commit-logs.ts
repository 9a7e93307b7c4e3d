/** Who made commits and annotated tags, when, and with which message, as git reads them. */
import { readObjects } from './rewrite/history.ts';

export interface CommitLog {
  /** `name <address>` of the author, or of the tagger. */
  author: string;
  /** Seconds since 1970. */
  seconds: number;
  /** `+hhmm`. */
  zone: string;
  message: string;
}

/** A name may hold U+2028, which `.` does not mean. */
const MADE_BY = /\n(?:author|tagger) ([^\n]*) (-?\d+) ([+-]\d+)(?:\n|$)/;

/**
 * @param ids each may stand there several times
 * @param act told of each, in their order; null for what names nobody
 * @throws Failure when one is missing or git fails
 */
export async function readCommitLogs(
  repository: string,
  ids: Iterable<string>,
  signal: AbortSignal,
  act: (log: CommitLog | null, index: number) => void,
): Promise<void> {
  let index = 0;
  await readObjects({ repository, signal }, ids, (_id, payload) => {
    act(logOf(payload), index);
    index += 1;
  });
}

function logOf(payload: Buffer): CommitLog | null {
  const end = payload.indexOf('\n\n');
  const [, author, seconds, zone] = MADE_BY.exec(payload.toString('utf8', 0, end < 0 ? payload.length : end)) ?? [];
  if (author === undefined || seconds === undefined || zone === undefined) return null;
  return { author, seconds: Number(seconds), zone, message: end < 0 ? '' : payload.toString('utf8', end + 2) };
}
