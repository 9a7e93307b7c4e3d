/**
 * Author maps as files: git-svn's `authors.txt` (`loginname = Name <email>`, git-svn(1), --authors-file)
 * and CSV (RFC 4180). Readers take what they can and list the rest with line numbers.
 */

import { type Sentence, say } from '../../../language/sentence.ts';
import { readCell, readCsv, writeCsv } from '../../csv.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import { vcsSchema } from '../../vocabulary/import-report.ts';
import { identityProblem, readIdentity } from './identity.ts';

export interface ReadMap {
  entries: MapEntry[];
  /** Sentences that begin with `Line <n>`. */
  problems: Sentence[];
}

const MOST_PROBLEMS = 200;

/** Collects entries and problems; a name that comes again wins over the earlier one, which is listed. */
class MapReader {
  readonly #entries = new Map<string, MapEntry>();
  readonly #problems: Sentence[] = [];

  add(line: number, remoteName: string, name: string, email: string, vcs?: Vcs): void {
    const problem = identityProblem('name', name) ?? identityProblem('email', email);
    if (remoteName === '' || problem !== null) {
      this.problem(line, problem ?? say('names no author of the source.'));
      return;
    }
    const key = JSON.stringify([remoteName, vcs]);
    if (this.#entries.has(key))
      this.problem(line, say('"{name}" was listed before; this line is used.', { name: remoteName }));
    this.#entries.set(key, { remote_name: remoteName, name, email, ...(vcs === undefined ? {} : { vcs }) });
  }

  problem(line: number, said: Sentence): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push([say('Line {line}:', { line }), said]);
  }

  result(): ReadMap {
    return { entries: [...this.#entries.values()], problems: this.#problems };
  }
}

const IDENTITY = /[^=<>]*<[^<>]*>/.source;
/**
 * A line as git-svn has it, with a zone of time behind the address where reposurgeon and git-cvsimport read one; in quotes as
 * hg-fast-export does; and without "=" (svn-all-fast-export, `loadIdentityMapFile`).
 */
const LINES: readonly RegExp[] = [
  // The last " = " before the identity: a Git identity as remote name may itself hold "=".
  new RegExp(`^(.*?)\\s*=\\s*(${IDENTITY})(?:\\s+[A-Z]\\w*(?:/[\\w+-]+)*)?\\s*$`),
  new RegExp(`^"(.*?)"\\s*=\\s*"(${IDENTITY})"\\s*$`),
  /^(.*?)\s*=\s*(.*)$/,
  new RegExp(`^(\\S+)\\s+(${IDENTITY})\\s*$`),
];

/** The patterns would look for what comes behind them from each of their places: minutes, where a line is long. */
const LONG_BLANKS = /\s{20,}/g;

/** Reads `authors.txt`. Comments (`#`) and empty lines are passed over. */
export function readAuthorsText(text: string): ReadMap {
  const reader = new MapReader();
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = raw.trim().replace(LONG_BLANKS, ' ');
    if (line === '' || line.startsWith('#')) continue;
    const match = LINES.map((pattern) => pattern.exec(line)).find((found) => found !== null) ?? null;
    const identity = match === null ? null : readIdentity(match[2] ?? '');
    if (match === null || identity === null) {
      reader.problem(index + 1, say('is not of the form "login = Name <address>".'));
      continue;
    }
    reader.add(index + 1, match[1] ?? '', identity.name, identity.email);
  }
  return reader.result();
}

/** Writes `authors.txt`, one author a line. */
export function writeAuthorsText(entries: readonly MapEntry[]): string {
  return entries.map(({ remote_name, name, email }) => `${remote_name} = ${name} <${email}>\n`).join('');
}

const CSV_HEADER = ['remote_name', 'name', 'email'];
/** A column that only a header line names: the system whose sources call the person so; empty where any does. */
const SYSTEM = 'vcs';

/**
 * Writes CSV with a header line, and with the systems where an entry names one. Cells that a spreadsheet would run get a quote
 * in front, which reading removes.
 */
export function writeAuthorsCsv(entries: readonly MapEntry[]): string {
  const header = entries.some(({ vcs }) => vcs !== undefined) ? [...CSV_HEADER, SYSTEM] : CSV_HEADER;
  const cells = ({ remote_name, name, email, vcs }: MapEntry) =>
    [remote_name, name, email, vcs ?? ''].slice(0, header.length);
  return writeCsv([header, ...entries.map(cells)]);
}

/** Reads CSV separated by comma or semicolon, with or without a header line. */
export function readAuthorsCsv(text: string): ReadMap {
  const reader = new MapReader();
  const { rows, unclosed } = readCsv(text);
  if (unclosed !== null) reader.problem(unclosed, say('has a quote that is never closed.'));
  let columns = [0, 1, 2];
  let systemColumn = -1;
  for (const [index, { line, cells }] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const header = cells.map((cell) => cell.trim().toLowerCase());
    if (index === 0 && CSV_HEADER.every((name) => header.includes(name))) {
      columns = CSV_HEADER.map((name) => header.indexOf(name));
      systemColumn = header.indexOf(SYSTEM);
      continue;
    }
    const [remoteName, name, email] = columns.map((column) => readCell(cells[column]));
    if (remoteName === undefined || name === undefined || email === undefined) {
      reader.problem(line, say('needs three cells: remote_name, name, email.'));
      continue;
    }
    const system = readCell(cells[systemColumn]) ?? '';
    const vcs = vcsSchema.safeParse(system);
    if (system !== '' && !vcs.success) {
      reader.problem(line, [
        say('names "{system}" as its system.', { system }),
        say('Write {systems}, or nothing.', { systems: vcsSchema.options.join(', ') }),
      ]);
      continue;
    }
    reader.add(line, remoteName, name, email, vcs.data);
  }
  return reader.result();
}
