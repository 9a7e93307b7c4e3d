/** Author maps of every kind that people have, told apart and read. */
import type { AuthorRow } from '../../store/author-query.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import { type ReadMap, readAuthorsCsv, readAuthorsText } from './author-map.ts';
import { entriesOf, entriesWithoutAuthors, isMailmap, readMailmap } from './mailmap.ts';

/** Whom a map is read for. */
export interface AuthorsToName {
  vcs: Vcs | null;
  /** All of them, some at a time. */
  each(): Iterable<readonly Pick<AuthorRow, 'remote_name'>[]>;
}

/**
 * Reads a map that is no CSV: lines as in git-svn's `authors.txt`, or a mailmap of Git.
 * @param authors those of an import; null where the map is kept for any
 */
export async function readTextMap(text: string, authors: AuthorsToName | null): Promise<ReadMap> {
  const hasAddresses = authors?.vcs === 'git' || authors?.vcs === 'mercurial';
  if (!isMailmap(text, hasAddresses)) return readAuthorsText(text);
  const mailmap = readMailmap(text);
  if (authors === null) return entriesWithoutAuthors(mailmap);
  return { entries: await entriesOf(mailmap.lines, namesOf(authors)), problems: mailmap.problems };
}

/** Reads a map as its media type says; see `readTextMap`. */
export async function readMapAs(
  contentType: string | undefined,
  text: string,
  authors: AuthorsToName | null,
): Promise<ReadMap> {
  return /^text\/csv\b/i.test(contentType ?? '') ? readAuthorsCsv(text) : await readTextMap(text, authors);
}

/** Reads a map that does not say of what kind it is; see `readTextMap`. */
export async function readAnyMap(text: string): Promise<ReadMap> {
  const first = text.split(/\r\n|\n|\r/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  const isText = isOfAuthorsText(first.trimEnd()) || isMailmap(text, false);
  return isText ? await readTextMap(text, null) : readAuthorsCsv(text);
}

/**
 * Whether a line ends as those of authors.txt do: "=", and an identity without a separator of CSV. Looked for from its end: an
 * expression would begin at each "=" of a long line, for minutes.
 */
function isOfAuthorsText(line: string): boolean {
  const address = line.lastIndexOf('<');
  if (address < 0 || line.indexOf('>', address) !== line.length - 1) return false;
  const equals = line.lastIndexOf('=', address);
  return equals >= 0 && !/[,;]/.test(line.slice(equals, address));
}

function* namesOf(authors: AuthorsToName): Generator<string[]> {
  for (const part of authors.each()) yield part.map(({ remote_name }) => remote_name);
}
