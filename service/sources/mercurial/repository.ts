/** What Mercurial itself says of a repository on this disk. */

import type { Sentence } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { inEnglish } from '../../failures/sentences.ts';
import type { HgServer } from './hg-server.ts';

export interface Tallies {
  /** Changesets that are visible, as `hg log` counts them. */
  changesets: number;
  /** Those that Mercurial never sends to others. */
  secret: number;
  /** Those that were replaced by others (obsolete) and are still visible because something stands on them. */
  obsolete: number;
  hidden: number;
}

export interface NamedNode {
  name: string;
  /** 40 hex digits. */
  node: string;
}

export interface BranchHead {
  /** 40 hex digits. */
  node: string;
  branch: string;
  /** A changeset that closes its branch. */
  closed: boolean;
  /** Replaced by another one, and visible still: by a bookmark, a tag of this copy, a checkout. `hg heads` does not say it. */
  obsolete: boolean;
}

export interface Names {
  bookmarks: NamedNode[];
  /** Those of `.hgtags` in all visible heads, as `hg tags` resolves them. */
  tags: NamedNode[];
  /** Tags of this copy of the repository alone, which Mercurial never sends to others (`hg help tag`, `--local`). */
  localTags: NamedNode[];
  /** Node of the youngest changeset. */
  tip: string;
}

/** Counted once, in the line of the tip: each set is a walk through the history. */
const COUNTED = ['all()', 'hidden()', 'secret() and not hidden()', 'obsolete() and not hidden()'];
const COUNTS = `c ${COUNTED.map((set) => `{revset('${set}')|count}`).join(' ')}\n`;

/**
 * Counts changesets by phase and visibility, and lists bookmarks and tags.
 * @param withoutLocal gives all tags but local ones; asked where there are some, which may hide others of their name
 * @throws Failure
 */
export async function tallyAndNames(
  server: HgServer,
  withoutLocal: () => Promise<NamedNode[]>,
): Promise<Tallies & Names> {
  const counts = await server.output(['--hidden', 'log', '-r', 'tip', '-T', COUNTS]);
  // Not with "--hidden": a tag, and the line that removed it, count only where people see their changesets.
  const named = await server.output(['log', '-r', 'bookmark()', '-T', '{bookmarks % "{node} {bookmark}\n"}']);
  const tagged = await server.output(['tags', '-T', '{node} {ifeq(type, "local", "l", "g")} {tag}\n']);
  const bookmarks = lines(named).map((line) => ({ node: line.slice(0, 40), name: line.slice(41) }));
  const tags = lines(tagged).map((line) => ({ node: line.slice(0, 40), kind: line[41], name: line.slice(43) }));
  const tip = tags.find(({ name }) => name === 'tip')?.node ?? '';
  const of = (kind: string) =>
    tags.filter((tag) => tag.kind === kind && tag.name !== 'tip').map(({ name, node }) => ({ name, node }));
  const localTags = of('l');
  const names = new Set(localTags.map(({ name }) => name));
  const hidden = names.size === 0 ? [] : (await withoutLocal()).filter(({ name }) => names.has(name));
  return { ...readTallies(counts), bookmarks, tags: [...of('g'), ...hidden], localTags, tip };
}

/** Bookmarks in a form that can be compared. */
export function bookmarkLines(bookmarks: readonly NamedNode[]): string[] {
  return bookmarks.map(({ name, node }) => `${name} ${node}`).sort();
}

const HEAD = '{node} {ifeq(get(extras, "close"), "1", "1", "0")} {branch}\n';

/** Heads of all branches, closed ones too, the newest first; then all others that nothing visible stands on. @throws Failure */
export async function branchHeads(server: HgServer): Promise<BranchHead[]> {
  const told = lines(await server.output(['heads', '--closed', '-T', HEAD]));
  const known = new Set(told);
  const all = lines(await server.output(['log', '-r', 'reverse(heads(all()))', '-T', HEAD]));
  const headOf = (obsolete: boolean) => (line: string) => ({
    ...{ node: line.slice(0, 40), closed: line[41] === '1', branch: line.slice(43), obsolete },
  });
  return [...told.map(headOf(false)), ...all.filter((line) => !known.has(line)).map(headOf(true))];
}

function readTallies(text: string): Tallies {
  // Without a changeset there is no "tip" to print for.
  const counts = lines(text).find((line) => line.startsWith('c ')) ?? 'c 0 0 0 0';
  const [all = 0, hidden = 0, secret = 0, obsolete = 0] = counts.slice(2).split(' ').map(Number);
  return { changesets: all - hidden, hidden, secret, obsolete };
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Refuses what the converter cannot read. @throws Failure */
export function unsupported(url: string, what: Sentence): Failure {
  return Failure.of('mercurial.unusable', { url, what }, inEnglish(what));
}
