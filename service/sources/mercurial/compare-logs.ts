/** Authors, dates and messages of commits against what `hg log` says of their changesets now. */
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import { LogComparison, type LogEntry } from '../log-comparison.ts';
import type { HgServer } from './hg-server.ts';

/** Changesets that are asked for in one question. */
const AT_ONCE = 5000;
/** Of text that is no UTF-8 hg guesses another encoding (`ui.fallbackencoding`) than what came was read as. */
const GUESSED = /[\u0080-\u009f\ufffd]/;
const SECONDS_A_DAY = 86_400;

/** hg takes spaces and ends of lines away from both ends (mercurial/templatekw.py, `showdescription`). */
function plain(message: string): string {
  return message
    .replace(/\r\n?/g, '\n')
    .replace(/^\ufeff/, '')
    .trim();
}

/** @param rows what changesets became @throws Failure */
export async function compareLogs(
  server: HgServer,
  { repository, rows, signal }: { repository: string; rows: readonly RevisionRow[]; signal: AbortSignal },
): Promise<LogComparison> {
  const comparison = new LogComparison(repository, signal, {
    isSameMessage: (inGit, said) => plain(inGit) === plain(said),
  });
  const commits = new Map(rows.map(({ revision, commit }) => [nodeOf(revision), commit]));
  for (let from = 0; ; from += AT_ONCE) {
    signal.throwIfAborted();
    const revisions = `limit(all(), ${AT_ONCE}, ${from})`;
    const told = await server.output(['log', '-r', revisions, '-T', '{node}\\0{date|hgdate}\\0{author}\\0{desc}\\0']);
    if (told === '') return comparison;
    // A text with NUL would take another place: then nothing of these is compared.
    const fields = told.split('\0');
    const entries = Array.from({ length: Math.floor(fields.length / 4) }, (_, at) => fields.slice(at * 4, at * 4 + 4));
    await comparison.compare(
      entries.flatMap(([node = '', date = '', author = '', message = '']) => {
        const commit = commits.get(node);
        return commit === undefined ? [] : [{ key: node, commit, entry: entryOf(date, author, message) }];
      }),
    );
  }
}

/** The id of a row's changeset, 40 hex digits. */
export function nodeOf(revision: string): string {
  return revision.slice(revision.indexOf(':') + 1);
}

function entryOf(date: string, author: string, message: string): LogEntry {
  const [, seconds, west] = /^(-?\d+) (-?\d+)$/.exec(date) ?? [];
  return {
    author: GUESSED.test(author) ? null : author,
    seconds: seconds === undefined ? null : Number(seconds),
    zone: west === undefined ? null : zoneOf(-Number(west)),
    message: GUESSED.test(message) ? null : message,
  };
}

/** @param east seconds @returns null for what Git cannot say */
function zoneOf(east: number): string | null {
  if (east % 60 !== 0 || Math.abs(east) >= SECONDS_A_DAY) return null;
  const minutes = Math.abs(east) / 60;
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60);
  return `${east < 0 ? '-' : '+'}${String(digits).padStart(4, '0')}`;
}
