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
  return /\t|\n.*\S/.test(text.trim()) || /^[^=\n]+=.+<.+>$/.test(text.trim());
}

/** Reads rows of `source, name, e-mail`, in this order, or `source, Name <e-mail>`, or `source = Name <e-mail>`. */
export function readPeople(text: string, authors: readonly CommitAuthor[]): PastedPeople {
  const byName = new Map<string, CommitAuthor[]>();
  for (const author of authors) {
    const key = author.remote_name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), author]);
  }
  const people: PastedPeople = { mappings: [], unknown: 0, unusable: 0 };
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const [source = '', ...rest] = cellsOf(line);
    const found = byName.get(source.toLowerCase()) ?? [];
    const identity = identityOf(rest);
    if (found.length === 0) people.unknown += 1;
    else if (identity === null) people.unusable += 1;
    else people.mappings.push(...found.map(({ id }) => ({ id, ...identity })));
  }
  return people;
}

function cellsOf(line: string): string[] {
  const cells = line.includes('\t') ? line.split('\t') : line.split(/\s*[=;]\s*|\s*,\s*(?![^<]*>)/);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function identityOf(cells: readonly string[]): { name: string; email: string } | null {
  const written = /^(.*?)\s*<([^>]*)>$/.exec(cells.find((cell) => /<[^>]*>$/.test(cell)) ?? '');
  const name = (written?.[1] ?? cells[0] ?? '').trim();
  const email = (written?.[2] ?? cells.find((cell) => cell.includes('@')) ?? '').trim();
  return authorNameProblem(name) === null && authorEmailProblem(email) === null ? { name, email } : null;
}
