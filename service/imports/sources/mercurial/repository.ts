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
  const sets = ['all()', 'hidden()', 'secret() and not hidden()', 'obsolete() and not hidden()'];
  const template = sets.map((set) => `{revset("${set}")|count}`).join(' ');
  // Without a changeset there is no "tip" to print for.
  const counts = (await hgOutput(access, repository, ['--hidden', 'log', '-r', 'tip', '-T', template])).split(' ');
  const [all = 0, hidden = 0, secret = 0, obsolete = 0] = counts.map(Number);
  return { changesets: all - hidden, hidden, secret, obsolete };
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

/**
 * Bookmarks, and tags: those of `.hgtags` in all heads, as Mercurial resolves them, and the repository's local ones.
 * @throws ImportFailure
 */
export async function bookmarksAndTags(
  access: HgAccess,
  repository: HgRepository,
): Promise<{ bookmarks: NamedNode[]; tags: NamedNode[] }> {
  const template = '{bookmarks % "b {node} {bookmark}\n"}{tags % "t {node} {tag}\n"}';
  const text = await hgOutput(access, repository, ['log', '-r', 'bookmark() or tag()', '-T', template]);
  const of = (kind: string) =>
    lines(text)
      .filter((line) => line.startsWith(kind))
      .map((line) => ({ node: line.slice(2, 42), name: line.slice(43) }));
  return { bookmarks: of('b'), tags: of('t').filter(({ name }) => name !== 'tip') };
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
