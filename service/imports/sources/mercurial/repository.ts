/** What Mercurial itself says of a repository on this disk. */
import { ImportFailure } from '../../source.ts';
import { hgFailure } from './failures.ts';
import { type HgAccess, runHg } from './hg-tool.ts';

export interface HgRepository {
  /** Folder of the repository. */
  path: string;
  /** For messages: the address that the import was given. */
  url: string;
}

/** Runs a command on a repository of this disk and gives its output. @throws ImportFailure */
export async function hgOutput(
  access: HgAccess,
  { path, url }: HgRepository,
  args: readonly string[],
  accepted: readonly number[] = [0],
): Promise<string> {
  const { code, stdout, stderrTail } = await runHg(access, null, { args: ['-R', path, ...args] }).done;
  if (!accepted.includes(code)) throw hgFailure(stderrTail, url, false);
  return stdout;
}

export interface Tallies {
  /** Changesets that are visible, as `hg log` counts them. */
  changesets: number;
  /** Those that Mercurial never sends to others. */
  secret: number;
  /** Those that were replaced by others (obsolete) and are hidden or still visible because something stands on them. */
  obsolete: number;
  hidden: number;
}

/** Counts changesets by phase and visibility. @throws ImportFailure */
export async function tally(access: HgAccess, repository: HgRepository): Promise<Tallies> {
  const all = { changesets: 0, secret: 0, obsolete: 0, hidden: 0 };
  const [visible, everything] = await Promise.all([
    hgOutput(access, repository, ['log', '-T', '{phase} {obsolete}\n']),
    hgOutput(access, repository, ['--hidden', 'log', '-T', '.\n']),
  ]);
  for (const line of visible.split('\n')) {
    if (line === '') continue;
    all.changesets += 1;
    if (line.startsWith('secret')) all.secret += 1;
    if (line.endsWith('obsolete')) all.obsolete += 1;
  }
  all.hidden = everything.split('\n').length - 1 - all.changesets;
  return all;
}

export interface NamedNode {
  name: string;
  /** 40 hex digits. */
  node: string;
}

/** Heads of all named branches, closed ones too, newest first. @throws ImportFailure */
export async function branchHeads(access: HgAccess, repository: HgRepository): Promise<string[]> {
  // Exit code 1: no heads.
  return lines(await hgOutput(access, repository, ['heads', '--closed', '-T', '{node}\n'], [0, 1]));
}

/** @throws ImportFailure */
export async function bookmarks(access: HgAccess, repository: HgRepository): Promise<NamedNode[]> {
  return named(await hgOutput(access, repository, ['bookmarks', '-T', '{node} {bookmark}\n'], [0, 1]));
}

/** Tags of `.hgtags` in all heads, as Mercurial resolves them, and the repository's local ones. @throws ImportFailure */
export async function tags(access: HgAccess, repository: HgRepository): Promise<NamedNode[]> {
  const all = named(await hgOutput(access, repository, ['tags', '-T', '{node} {tag}\n']));
  return all.filter(({ name }) => name !== 'tip');
}

function named(text: string): NamedNode[] {
  return lines(text).flatMap((line) => {
    const node = line.slice(0, 40);
    return /^[\da-f]{40}$/.test(node) && !/^0+$/.test(node) ? [{ node, name: line.slice(41) }] : [];
  });
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Refuses what the converter cannot read. @throws ImportFailure */
export function unsupported(url: string, what: string): ImportFailure {
  return new ImportFailure(
    'broken_source',
    `What Mercurial sent of ${url} could not be used: ${what}. Check the source with "hg verify", then start the import again.`,
    what,
  );
}
