/** Lists of sources as people write them: CSV with a header line, an address a line, or a JSON array of objects. */

import { type Sentence, say } from '../../../language/sentence.ts';
import { readCell, readCsv } from '../../csv.ts';
import type { Failure } from '../../failures/failure.ts';
import { isDeeperThan } from '../../json-depth.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';

/** One source of a list, nothing of it checked yet. */
export interface ListedSource {
  /** Line of the CSV, or number of the JSON element, from 1. */
  line: number;
  vcs_url: string;
  vcs: string | null;
  /** Login; null for the owner that is chosen for the whole list. */
  owner: string | null;
  /** Null for a name made from the address. */
  repo: string | null;
  tfvc_project: string | null;
  credentials: Credentials | null;
  /** Of a folder of repositories, which have lines of their own: what of it was not looked into. */
  passedOver: Failure | null;
}

export interface ReadList {
  sources: ListedSource[];
  /** What keeps the list from being read: a sentence; null when it could be read. */
  problem: Sentence | null;
}

/** As many as are read and written without keeping the app from answering. */
const MOST = 2_000;
/** Lists and objects within each other, in fields that are passed over too. */
const DEEPEST = 64;

/** Names of columns and fields, in lower case, by what they mean. */
const FIELDS = {
  vcs_url: ['vcs_url', 'address', 'url', 'source'],
  vcs: ['vcs', 'kind'],
  owner: ['owner'],
  repo: ['repository', 'repo', 'name'],
  tfvc_project: ['tfvc_project', 'project'],
  username: ['vcs_username', 'username', 'user'],
  password: ['vcs_password', 'password', 'token'],
} as const;
type Field = keyof typeof FIELDS;
type Values = Record<Field, string>;

/** How addresses begin: a scheme, `user@host:`, a folder. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|[\w.+-]+@[\w.-]+:|[\\/~]|[a-z]:[\\/])/i;

/** Reads a list, whichever of the two it is. */
export function readList(text: string): ReadList {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '') return refused(say('The list is empty. Name at least one address.'));
  const read = /^[[{]/.test(trimmed) ? readJson(trimmed) : readTable(text);
  if (read.problem !== null) return read;
  if (read.sources.length === 0) return refused(say('The list is empty. Name at least one address.'));
  const problem = tooMany(read.sources.length);
  return problem === null ? read : refused(problem);
}

/** Why a list of so many sources is not taken; null where it is. */
export function tooMany(count: number): Sentence | null {
  return count <= MOST
    ? null
    : say('The list names {count} sources. Split it: {most} are the most.', { count, most: MOST });
}

function readJson(text: string): ReadList {
  if (isDeeperThan(DEEPEST, text)) return refused(say('The JSON must be an array of objects whose fields are text.'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The parser's message repeats a piece of the list, which may hold a password.
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    if (line === undefined || column === undefined) return refused(say('The list is not valid JSON.'));
    const place = say('line {line}, column {column}', { line, column });
    return refused(say('The list is not valid JSON ({place}).', { place }));
  }
  if (!Array.isArray(value)) return refused(say('The JSON must be an array of objects, one a source.'));
  const sources: ListedSource[] = [];
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return refused(say('Element {number} of the JSON is not an object.', { number: index + 1 }));
    }
    const given = new Map(Object.entries(item).map(([name, field]) => [name.toLowerCase(), field]));
    const fieldOf = (field: Field) =>
      FIELDS[field].map((name) => given.get(name)).find((value) => value !== undefined && value !== null);
    const odd = (Object.keys(FIELDS) as Field[]).find((field) => typeof fieldOf(field) === 'object');
    if (odd !== undefined) {
      return refused(
        say('Element {number} of the JSON holds a list or an object as "{field}". Give text.', {
          number: index + 1,
          field: FIELDS[odd][0],
        }),
      );
    }
    const text = (field: Field) => String(fieldOf(field) ?? '');
    sources.push(sourceOf(index + 1, valuesBy(text)));
  }
  return { sources, problem: null };
}

function readTable(text: string): ReadList {
  const { rows, unclosed } = readCsv(text);
  if (unclosed !== null) return refused(say('Line {line} has a quote that is never closed.', { line: unclosed }));
  const filled = rows.filter(
    ({ cells }) => cells.some((cell) => cell.trim() !== '') && cells[0]?.trim().startsWith('#') !== true,
  );
  // An address a line, and nothing else.
  if (filled.length > 0 && filled.every(({ cells }) => cells.length === 1 && ADDRESS.test(cells[0]?.trim() ?? '')))
    return {
      sources: filled.map(({ line, cells }) =>
        sourceOf(
          line,
          valuesBy((field) => (field === 'vcs_url' ? (cells[0] ?? '') : '')),
        ),
      ),
      problem: null,
    };
  const header = filled[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const columnOf = (field: Field) => header.findIndex((name) => (FIELDS[field] as readonly string[]).includes(name));
  if (columnOf('vcs_url') < 0) {
    return refused(
      say(
        'The first line must name the columns: address, and as you need them vcs, owner, repository, project, username, password.',
      ),
    );
  }
  const columns = new Map((Object.keys(FIELDS) as Field[]).map((field) => [field, columnOf(field)]));
  const sources = filled.slice(1).map(({ line, cells }) =>
    sourceOf(
      line,
      valuesBy((field) => {
        const cell = cells[columns.get(field) ?? -1];
        return (field === 'password' ? cell?.trim() : readCell(cell)) ?? '';
      }),
    ),
  );
  return { sources, problem: null };
}

function valuesBy(read: (field: Field) => string): Values {
  const names = Object.keys(FIELDS) as Field[];
  // Blanks may be part of a password.
  const value = (field: Field) =>
    field === 'password' && read(field).trim() !== '' ? read(field) : read(field).trim();
  return Object.fromEntries(names.map((field) => [field, value(field)])) as Values;
}

function sourceOf(line: number, values: Values): ListedSource {
  const { username, password } = values;
  return {
    line,
    vcs_url: values.vcs_url,
    vcs: values.vcs || null,
    owner: values.owner || null,
    repo: values.repo || null,
    tfvc_project: values.tfvc_project || null,
    credentials: username === '' && password === '' ? null : { username, password },
    passedOver: null,
  };
}

function refused(problem: Sentence): ReadList {
  return { sources: [], problem };
}
