/**
 * Authors, dates and messages that were corrected in the source since their revisions came (`svn propset --revprop`), or that came otherwise
 * than its log has them: ids of what is published stay, so commits keep what came, and the report says of which revisions.
 */
import { type Said, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { Failure } from '../../failures/failure.ts';
import type { FindingCollector } from '../findings.ts';
import type { JournalRevision } from '../folders/raw/journal.ts';
import { authorName, commitMessage, dateSeconds, isoSeconds } from '../folders/revision-text.ts';
import { hasSameMessage, isSameAuthor, otherHistory, trimmed, wasEmptied } from './same-history.ts';
import { type SvnAccess, saysBogusDate, svn } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';

/** A million revisions without paths: a minute at most from a disk, more over a line. */
const LOG_MS = 60 * 60_000;

const CORRECTED: Said = say(
  'The source has another author, date or message for these revisions now than when they came. Their commits keep what came: import the source into a new repository to take it over.',
);

interface Compared {
  /** What came, in order. */
  journal: Iterable<JournalRevision>;
  first: number;
  last: number;
  /** Longest silence of the server, in milliseconds; null for a folder of this disk. */
  silenceMs: number | null;
  findings: FindingCollector;
}

/**
 * Asks for the log of revisions, without paths: 15,000 of a folder of this machine take 0.4 s. Ends where svn does not print the log of a
 * revision (its date is none).
 * @throws Failure, also when a revision was emptied since
 */
export async function compareWithLog(
  access: SvnAccess,
  url: string,
  { journal, first, last, silenceMs, findings }: Compared,
): Promise<void> {
  const lines = journal[Symbol.iterator]();
  let line: JournalRevision | undefined;
  let emptied: Failure | null = null;
  const xml = new SvnXml(({ name, attributes, texts }) => {
    if (name !== 'logentry') return;
    const number = Number(attributes.revision);
    while (line === undefined || line.r < number) {
      const next = lines.next();
      if (next.done === true) return;
      line = next.value;
    }
    if (line.r !== number) return;
    const { author = null, date = null, msg: message = null } = texts as Record<string, string | undefined>;
    if (wasEmptied(line, { author, message })) emptied ??= otherHistory(line, { author, date, message });
    const what = corrected(line, texts);
    if (what !== null) findings.add('revision_corrected', 'warning', CORRECTED, `r${number}: ${what}`);
  });
  const onLine = (text: string) => xml.write(`${text}\n`);
  try {
    await svn(access, ['log', '--xml', '-r', `${first}:${last}`], [url], LOG_MS, onLine, silenceMs);
    xml.end();
  } catch (error) {
    access.signal.throwIfAborted();
    if (error instanceof RangeError || saysBogusDate(error)) return;
    throw error;
  } finally {
    lines.return?.();
  }
  if (emptied !== null) throw emptied;
}

/**
 * The same of what has just come from a server: files are compared with those of the heads, and what else a revision is with the log, as a
 * proxy that takes one answer for another gives it the author of its neighbour. A server that gives no log is a finding already (`log_unread`).
 * @throws Failure where the line broke: the next attempt compares all that came
 */
export async function compareArrived(access: SvnAccess, url: string, compared: Compared): Promise<void> {
  try {
    await compareWithLog(access, url, compared);
  } catch (error) {
    access.signal.throwIfAborted();
    const failure = asFailure(error);
    if (failure.kind === 'unreachable' || failure.key === 'source.other_history') throw failure;
  }
}

/** What the account may not read is not told, and not compared. */
function corrected(line: JournalRevision, now: Readonly<Record<string, string>>): string | null {
  const { author, date, msg } = now as Record<string, string | undefined>;
  if (author !== undefined && !isSameAuthor(line, author)) return `${authorName(line.a)} → ${author}`;
  const seconds = dateSeconds(date ?? null);
  // Git knows no time before 1970.
  if (seconds !== null && line.d !== null && Math.max(0, seconds) !== line.d) {
    return `${isoSeconds(line.d)} → ${isoSeconds(Math.max(0, seconds))}`;
  }
  if (msg === undefined || hasSameMessage(line, msg)) return null;
  return `“${firstLine(commitMessage(line))}” → “${firstLine(msg)}”`;
}

function firstLine(text: string): string {
  const [line = ''] = trimmed(text).split('\n');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
