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
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  const { code, stdout, stderrTail } = await runHg(access, null, { args: ['-R', path, ...args], encoding }).done;
  if (code !== 0) throw hgFailure(stderrTail, url, false);
  return stdout;
}

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

export interface Names {
  bookmarks: NamedNode[];
  /** Those of `.hgtags` in all heads, as Mercurial resolves them, and the repository's local ones. */
  tags: NamedNode[];
}

/** Counted once, in the line of the tip: each set is a walk through the history. */
const COUNTED = ['all()', 'hidden()', 'secret() and not hidden()', 'obsolete() and not hidden()'];
const COUNTS = `{ifcontains(rev, revset("tip"), "c ${COUNTED.map((set) => `{revset('${set}')|count}`).join(' ')}\n")}`;
const NAMES = '{bookmarks % "b {node} {bookmark}\n"}{tags % "t {node} {tag}\n"}';

/** Counts changesets by phase and visibility. @throws ImportFailure */
export async function tally(access: HgAccess, repository: HgRepository): Promise<Tallies> {
  return readTallies(await hgOutput(access, repository, ['--hidden', 'log', '-r', 'tip', '-T', COUNTS]));
}

/** The same, with bookmarks and tags, from one program: each is a Python that starts. @throws ImportFailure */
export async function tallyAndNames(access: HgAccess, repository: HgRepository): Promise<Tallies & Names> {
  const text = await hgOutput(access, repository, [
    '--hidden',
    ...['log', '-r', 'tip or ((bookmark() or tag()) and not hidden())', '-T', COUNTS + NAMES],
  ]);
  const of = (kind: string) =>
    lines(text)
      .filter((line) => line.startsWith(`${kind} `))
      .map((line) => ({ node: line.slice(2, 42), name: line.slice(43) }));
  return { ...readTallies(text), bookmarks: of('b'), tags: of('t').filter(({ name }) => name !== 'tip') };
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

/** Refuses what the converter cannot read. @throws ImportFailure */
export function unsupported(url: string, what: string): ImportFailure {
  return new ImportFailure(
    'broken_source',
    `What Mercurial sent of ${url} could not be used: ${what}. Check the source with "hg verify", then start the import again.`,
    what,
  );
}
