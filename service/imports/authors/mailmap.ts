/**
 * Git's own author maps (gitmailmap(5)): a line says who somebody is by the address in their commits, and by the name there as well where
 * it has one. Read as Git reads them (mailmap.c), then said of each author that an import found.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { Identity } from '../../vocabulary/history.ts';
import { identityProblem, readIdentity } from './identity.ts';

interface MailmapLine {
  /** From 1. */
  line: number;
  /** Null where it stays as it is in the commit; so with the address. */
  name: string | null;
  email: string | null;
  /** Whom it is about; a null name is any. */
  of: { name: string | null; email: string };
}

export interface ReadMailmap {
  lines: MailmapLine[];
  /** Sentences that begin with `Line <n>`. */
  problems: Sentence[];
}

/** "Name <address>", either of which may be missing, and the rest of the line. */
const PART = /^([^<]*)<([^>]*)>(.*)$/;
/** A line that no other kind of author map has: two addresses, and nothing that says "=". */
const OF_TWO = /^[^<>=#]*<[^<>=]*>[^<>=]*<[^<>=]*>/;
const OF_ONE = /^[^<>=#]+<[^<>=]*>\s*(?:#.*)?$/;

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}

/**
 * Whether a text is a mailmap. One that gives names alone ("Name <address>" in each line) looks like the map of svn-all-fast-export.
 * @param hasAddresses whether the authors that it is for have addresses, as those of Git and Mercurial
 */
export function isMailmap(text: string, hasAddresses: boolean): boolean {
  const lines = linesOf(text).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.some((line) => OF_TWO.test(line)))
    return !lines.some((line) => /=[^<]*</.test(line)) && lines[0]?.includes('remote_name') === false;
  return hasAddresses && lines.length > 0 && lines.every((line) => OF_ONE.test(line));
}

/** Reads what it can, and lists the rest. */
export function readMailmap(text: string): ReadMailmap {
  const lines: MailmapLine[] = [];
  const problems: Sentence[] = [];
  for (const [index, raw] of linesOf(text).entries()) {
    if (raw.trim() === '' || raw.startsWith('#')) continue;
    const line = index + 1;
    const read = readLine(raw);
    if (read === null) {
      problems.push([
        say('Line {line}:', { line }),
        say('is not of the form "Name <address> <address in the commit>" of a mailmap.'),
      ]);
      continue;
    }
    const problem =
      (read.name === null ? null : identityProblem('name', read.name)) ??
      (read.email === null ? null : identityProblem('email', read.email));
    if (problem === null) lines.push({ line, ...read });
    else problems.push([say('Line {line}:', { line }), problem]);
  }
  return { lines, problems };
}

function readLine(raw: string): Omit<MailmapLine, 'line'> | null {
  const [, name = '', email = '', rest = ''] = PART.exec(raw) ?? [];
  if (email === '') return null;
  const wanted = name.trim() || null;
  const [, ofName = '', ofEmail] = PART.exec(rest) ?? [];
  if (ofEmail === undefined) return wanted === null ? null : { name: wanted, email: null, of: { name: null, email } };
  return { name: wanted, email, of: { name: ofName.trim() || null, email: ofEmail } };
}

/** Without regard to letters' case, as Git compares (only those of ASCII: `strcasecmp`). */
function alike(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

interface Said {
  name: string | null;
  email: string | null;
  line: number;
}

/**
 * Who a mailmap says authors are, by their names in the source.
 * @param names of all authors, as the source has them, some at a time
 * @returns also an entry for each line that is about nobody, as other maps have them
 */
export async function entriesOf(
  lines: readonly MailmapLine[],
  names: Iterable<readonly string[]>,
): Promise<MapEntry[]> {
  const byAddress = new Map<string, { any: Said; named: Map<string, Said> }>();
  for (const { line, name, email, of } of lines) {
    const key = alike(of.email);
    const of_address = byAddress.get(key) ?? {
      any: { name: null, email: null, line: 0 },
      named: new Map<string, Said>(),
    };
    byAddress.set(key, of_address);
    if (of.name !== null) of_address.named.set(alike(of.name), { name, email, line });
    // Lines add to each other: one gives the name, another the address.
    else of_address.any = { name: name ?? of_address.any.name, email: email ?? of_address.any.email, line };
  }
  const entries: MapEntry[] = [];
  const met = new Set<Said>();
  for (const part of names) {
    for (const remote_name of part) {
      const identity = readIdentity(remote_name);
      if (identity === null) continue;
      const said = saidOf(byAddress.get(alike(identity.email)), identity);
      if (said === null) continue;
      met.add(said);
      entries.push({ remote_name, name: said.name ?? identity.name, email: said.email ?? identity.email });
    }
    await breathe();
  }
  for (const [address, { any, named }] of byAddress) {
    if (any.line > 0 && !met.has(any)) entries.push(ofNobody(`<${address}>`, any));
    for (const [name, said] of named) if (!met.has(said)) entries.push(ofNobody(`${name} <${address}>`, said));
  }
  return entries;
}

function saidOf(of: { any: Said; named: Map<string, Said> } | undefined, { name }: Identity): Said | null {
  if (of === undefined) return null;
  return of.named.get(alike(name)) ?? (of.any.line > 0 ? of.any : null);
}

function ofNobody(remote_name: string, { name, email }: Said): MapEntry {
  return { remote_name, name: name ?? '', email: email ?? '' };
}

/** What a mailmap says where no authors are known yet: only lines that have both names and both addresses tell whom they are about. */
export function entriesWithoutAuthors({ lines, problems }: ReadMailmap): { entries: MapEntry[]; problems: Sentence[] } {
  const entries: MapEntry[] = [];
  const untold = [...problems];
  for (const { line, name, email, of } of lines) {
    if (name !== null && email !== null && of.name !== null) {
      entries.push({ remote_name: `${of.name} <${of.email}>`, name, email });
      continue;
    }
    untold.push([
      say('Line {line}:', { line }),
      say('is about whoever has this address, which only an import knows. Load the mailmap there.'),
    ]);
  }
  return { entries, problems: untold };
}
