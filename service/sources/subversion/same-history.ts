/**
 * Whether a source is still the one that was fetched, before anything is appended: a repository that was restored from a
 * backup, or rebuilt from a filtered dump, keeps its UUID (svnadmin(1), `load --force-uuid`; svndumpfilter(1)).
 */
import { Failure } from '../../failures/failure.ts';
import { showPath } from '../../git/names/bytes.ts';
import type { JournalRevision } from '../folders/raw/journal.ts';
import { authorName, commitMessage, dateSeconds, isoSeconds } from '../folders/revision-text.ts';
import { type SvnAccess, saysBogusDate, svn } from './svn-tool.ts';
import { LONGEST_TEXT, SvnXml } from './svn-xml.ts';

/** Revisions that are compared: the last one, and others over the whole history. */
const COMPARED = 8;
/** A revision may have changed a hundred thousand paths. */
const LOG_MS = 10 * 60_000;

/** Which revisions of a history are compared, by number. */
export function comparedRevisions(last: number): ReadonlySet<number> {
  const numbers = Array.from({ length: COMPARED }, (_, index) => Math.round((last * (index + 1)) / COMPARED));
  return new Set(numbers.filter((number) => number > 0));
}

interface Told {
  author: string | null;
  date: string | null;
  message: string | null;
  paths: string[];
}

/**
 * @param known what the journal has of `comparedRevisions`
 * @param last the last revision that was fetched
 * @throws Failure when the source ends before it, or has another revision in the place of one
 */
export async function requireSameHistory(
  access: SvnAccess,
  url: string,
  youngest: number,
  known: readonly JournalRevision[],
  last: number,
): Promise<void> {
  if (youngest < last) throw Failure.of('source.went_backwards', { known: `r${last}`, youngest: `r${youngest}` });
  if (known.length === 0) return;
  const told = await ask(access, url, known);
  // The last one first: what was appended elsewhere since a backup shows there.
  for (const line of [...known].sort((a, b) => b.r - a.r)) {
    const now = told.get(line.r);
    if (now === undefined) continue;
    if (wasHidden(line, now)) throw Failure.of('source.shown_now', { revision: `r${line.r}` });
    if (isSame(line, now)) continue;
    throw otherHistory(line, now, pathsText(now.paths));
  }
}

/** @param paths what is told of the paths that it changes now */
export function otherHistory(line: JournalRevision, now: Omit<Told, 'paths'>, ...paths: string[]): Failure {
  return Failure.of('source.other_history', {
    revision: `r${line.r}`,
    before: [authorName(line.a), line.d === null ? '' : isoSeconds(line.d), firstLine(commitMessage(line))],
    after: [now.author ?? '', now.date ?? '', firstLine(now.message ?? ''), ...paths],
  });
}

async function ask(
  access: SvnAccess,
  url: string,
  known: readonly JournalRevision[],
): Promise<ReadonlyMap<number, Told>> {
  const numbers = known.map(({ r }) => r).join(',');
  const told = new Map<number, Told>();
  let paths: string[] = [];
  const xml = new SvnXml(({ name, attributes, texts, text }) => {
    if (name === 'path') paths.push(text.replace(/^\/+/, ''));
    if (name !== 'logentry') return;
    const { author = null, date = null, msg = null } = texts as Record<string, string | undefined>;
    told.set(Number(attributes.revision), { author, date, message: msg, paths });
    paths = [];
  });
  try {
    xml.write(await svn(access, ['log', '--xml', '-v', '-c', numbers], [url], LOG_MS));
    xml.end();
  } catch (error) {
    access.signal.throwIfAborted();
    // svn prints no log of a revision whose date is none; what it does not tell is not compared.
    if (error instanceof RangeError || saysBogusDate(error)) return told;
    throw error;
  }
  return told;
}

/** Authors and messages may be corrected afterwards (`svn propset --revprop`), one at a time; dates and paths are not. */
function isSame(line: JournalRevision, now: Told): boolean {
  // What the account may not read is not told.
  if (now.author === null && now.date === null && now.message === null) return true;
  const told = dateSeconds(now.date);
  // Git knows no time before 1970.
  const seconds = told === null ? null : Math.max(0, told);
  if (seconds !== null && line.d !== null && seconds !== line.d) return false;
  if (wasEmptied(line, now)) return false;
  const sameAuthor = now.author === null || isSameAuthor(line, now.author);
  const sameMessage = now.message === null || hasSameMessage(line, now.message);
  if (!sameAuthor && !sameMessage) return false;
  return touchedPaths(line).every((path) => now.paths.some((other) => isAround(other, path) || isAround(path, other)));
}

/**
 * Whether the revision's author is gone and its message is another one, as svndumpfilter(1) leaves a revision of which it took everything
 * ("an empty revision for padding"). Who may not read a revision in full gets no message of it.
 */
export function wasEmptied(line: JournalRevision, now: Pick<Told, 'author' | 'message'>): boolean {
  if (now.author !== null || now.message === null) return false;
  return authorName(line.a) !== authorName(null) && !hasSameMessage(line, now.message);
}

/** Stands for bytes that are no UTF-8, which svn prints as they are: what came as another encoding's text (`decodeText`) cannot be told from it. */
export const NO_CHARACTER = '\ufffd';

/** Those that no XML holds; svn prints `?\001` in their place (libsvn_subr/xml.c, `svn_xml_fuzzy_escape`). */
const CONTROLS = /[^\P{Cc}\t\n\r\u0080-\u009f]/gu;

/** @param author as svn printed it */
export function isSameAuthor(line: Pick<JournalRevision, 'a'>, author: string): boolean {
  if (author.includes(NO_CHARACTER)) return true;
  return comparable(author === '' ? authorName(null) : author) === comparable(printed(authorName(beforeNul(line.a))));
}

/** svn prints a text up to its first NUL. */
function beforeNul(text: string | null): string | null {
  return text?.split('\0', 1)[0] ?? null;
}

function printed(text: string): string {
  return text.replaceAll(CONTROLS, (control) => `?\\${String(control.charCodeAt(0)).padStart(3, '0')}`);
}

/** Without what decoding takes from the front, and with one kind of line ends. */
function comparable(text: string): string {
  return trimmed(text.replace(/^\ufeff/, ''));
}

/** @param message as svn printed it, its beginning where it is very long */
export function hasSameMessage(line: JournalRevision, message: string): boolean {
  return isSameText(commitMessage({ ...line, l: beforeNul(line.l) }), message);
}

/** @param text as it came @param said the same as svn printed it, its beginning where it is very long */
export function isSameText(text: string, said: string): boolean {
  if (said.includes(NO_CHARACTER)) return true;
  const [now, before] = [comparable(said), comparable(printed(text))];
  return said.length < LONGEST_TEXT ? now === before : before.startsWith(now);
}

/**
 * Whether rules (`authz`) hid the revision, or a part of it, when it came: it had no message then, and there are paths now of which nothing came.
 * What is changed in these later could not be read without what is missing.
 */
function wasHidden(line: JournalRevision, now: Told): boolean {
  if (line.l !== null || now.message === null) return false;
  const touched = touchedPaths(line);
  return now.paths.some((path) => !touched.some((other) => isAround(other, path) || isAround(path, other)));
}

function touchedPaths(line: JournalRevision): string[] {
  return [...line.e.map(([, path]) => path), ...line.c].map(showPath);
}

/** Whether a path is another one or lies below it. */
function isAround(folder: string, path: string): boolean {
  return folder === '' || folder === path || path.startsWith(`${folder}/`);
}

/** A message as it is compared: servers and clients differ in ends of lines, and in what stands behind the last one. */
export function trimmed(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd();
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 100);
}

function pathsText(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return paths.length === 0 ? 'no changed paths' : `${paths.slice(0, 3).join(', ')}${more}`;
}
