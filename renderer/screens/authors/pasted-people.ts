/** People as they are pasted from a spreadsheet: a row an author, columns for the name in the source, the name and the address. */
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import type { AuthorMapping } from '../../api/authors.ts';
import { authorEmailProblem, authorNameProblem } from './identity-rules.ts';

export interface PastedPeople {
  mappings: AuthorMapping[];
  /** Rows that name nobody of this import. */
  unknown: number;
  /** Rows without a name and an address that Git takes. */
  unusable: number;
}

/** Whether a text is a table of people rather than a word. */
export function isTable(text: string): boolean {
  const line = text.trim();
  return /\t|\n.*\S/.test(line) || /^[^=\n]+=.+<.+>$/.test(line) || /^[^;,]+[;,].+@/.test(line);
}

/**
 * Reads rows of `source, name, e-mail`, in this order, or `source, Name <e-mail>`, or `source = Name <e-mail>`, between tabs,
 * semicolons or commas.
 */
export function readPeople(text: string, authors: readonly CommitAuthor[]): PastedPeople {
  const known = knownByName(authors);
  // A comma between semicolons is one of a name: what the rows are cut at is what finds most people.
  const readings = ['\t', ';', ','].filter((separator) => text.includes(separator));
  return [...readings, '\t']
    .map((separator) => peopleIn(rowsOf(text, separator), known))
    .reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

const countOf = ({ mappings, unusable }: PastedPeople) => 2 * mappings.length + unusable;

interface Row {
  /** As it was pasted. */
  line: string;
  cells: string[];
}

interface Known {
  as: ReadonlyMap<string, readonly CommitAuthor[]>;
  /** Whatever the case. */
  alike: ReadonlyMap<string, readonly CommitAuthor[]>;
}

function knownByName(authors: readonly CommitAuthor[]): Known {
  return {
    as: Map.groupBy(authors, ({ remote_name }) => remote_name),
    alike: Map.groupBy(authors, ({ remote_name }) => remote_name.toLowerCase()),
  };
}

function peopleIn(rows: readonly Row[], known: Known): PastedPeople {
  const named = new Map<number, AuthorMapping>();
  const alike = new Map<number, AuthorMapping>();
  let unknown = 0;
  let unusable = 0;
  for (const row of rows) {
    const [source = '', ...rest] = cellsOf(row, known);
    const found = known.alike.get(source.toLowerCase()) ?? [];
    const identity = identityOf(rest);
    if (found.length === 0) unknown += 1;
    else if (identity === null) unusable += 1;
    else {
      for (const { id, remote_name } of found) (remote_name === source ? named : alike).set(id, { id, ...identity });
    }
  }
  // A row of somebody's own is theirs, whoever is called so in other letters.
  return { mappings: [...new Map([...alike, ...named]).values()], unknown, unusable };
}

/** Its cells, or the two sides of a line of an author map. */
function cellsOf({ line, cells }: Row, { alike }: Known): readonly string[] {
  // As authors.txt is read: the last " = " before the identity, since a source may name somebody with one.
  const [, source, identity] = /^\s*(.*?)\s*=\s*([^=<>]*<[^<>]*>)\s*$/.exec(line) ?? [];
  const isMap = source !== undefined && identity !== undefined && alike.has(source.toLowerCase());
  return isMap ? [source, identity] : cells;
}

/** Rows as spreadsheets copy and write them: a cell that holds what cells are cut at, or a quote, stands in quotes (RFC 4180). */
function rowsOf(text: string, separator: string): Row[] {
  const ends = `${separator}\\r\\n`;
  // A quote that nothing closes where a cell ends is one of its text.
  const quoted = new RegExp(`[^\\S${ends}]*"([^"]*(?:""[^"]*)*)"[^\\S${ends}]*(?=[${ends}]|$)`, 'y');
  // The address of a Git identity is whole.
  const plain = new RegExp(`(?:<[^<>\\r\\n]*>|[^${ends}])*`, 'y');
  const rows: Row[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    const cells: string[] = [];
    for (let isCell = true; isCell; ) {
      quoted.lastIndex = at;
      plain.lastIndex = at;
      const inQuotes = quoted.exec(text);
      const read = inQuotes ?? plain.exec(text);
      cells.push((inQuotes?.[1]?.replaceAll('""', '"') ?? read?.[0] ?? '').trim().replace(guard, ''));
      at += read?.[0].length ?? 0;
      isCell = text[at] === separator;
      if (isCell) at += 1;
    }
    const line = text.slice(start, at);
    if (line.trim() !== '') rows.push({ line, cells });
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

/** What Gantry's own CSV puts before a cell that a spreadsheet would run. */
const guard = /^'(?=[=+\-@\t\r'])/;

function identityOf(cells: readonly string[]): { name: string; email: string } | null {
  const written = /^(.*?)\s*<([^>]*)>$/.exec(cells.find((cell) => /<[^>]*>$/.test(cell)) ?? '');
  const name = (written?.[1] ?? cells[0] ?? '').trim();
  const email = (written?.[2] ?? cells.find((cell) => cell.includes('@')) ?? '').trim();
  return authorNameProblem(name) === null && authorEmailProblem(email) === null ? { name, email } : null;
}
