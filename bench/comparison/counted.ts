/** What of a history is in a Git repository, counted the same way whoever made it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** A repository that a tool made, and where its refs are. */
export interface Made {
  gitDir: string;
  /** Ids of all refs, commits or annotated tags. */
  tips: string[];
  /** Id of the commit that HEAD names; null without one. */
  head: string | null;
  /** Ids of the refs that are tags, by name (for git-svn: below `refs/remotes/origin/tags/`). */
  tags: Map<string, string>;
  /** Old revisions that the tool's map has a commit for: numbers, or ids of changesets. */
  numbers: ReadonlySet<string>;
}

/** What must be there. */
export interface Wanted {
  /** First lines of the messages of all revisions that put content somewhere. */
  messages: string[];
  /** Number or id of each. */
  numbers: string[];
  /** Git's ids of every content that any of them had. */
  blobs: Set<string>;
  past: readonly [youngest: string, oldest: string] | null;
  /** Names of the tags; null where they are not counted. */
  tags: readonly string[] | null;
  /** Merges that the source records; a tool may make more. */
  merges: number;
  ignored: string | null;
}

export interface Counted {
  revisions: number;
  contents: number;
  merges: number;
  tags: number;
  annotated: number;
  /** Whether one branch reaches both ends of the main line; null where nothing was reorganised. */
  past: boolean | null;
  /** Whether HEAD's `.gitignore` has the pattern; null where there is none. */
  ignores: boolean | null;
  /** How many of the revisions are found by their old number. */
  numbers: number;
}

export function git(gitDir: string, ...args: string[]): string {
  return execFileSync('git', ['--git-dir', gitDir, ...args], { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
    .toString()
    .trim();
}

/** @returns what the first group of `pattern` matches, everywhere in `text` */
export function allOf(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((found) => found[1] as string));
}

/** Every ref of a repository, and what HEAD names. */
export function madeOf(gitDir: string, tagFolder: string, numbers: ReadonlySet<string>): Made {
  const refs = git(gitDir, 'for-each-ref', '--format=%(objectname) %(refname)').split('\n').filter(Boolean);
  const of = (ref: string) => {
    try {
      return git(gitDir, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
    } catch {
      return null;
    }
  };
  return {
    gitDir,
    tips: refs.map((line) => line.slice(0, line.indexOf(' '))),
    head: of('HEAD') ?? of('refs/heads/master') ?? of('refs/remotes/origin/trunk'),
    tags: new Map(
      refs.flatMap((line): [string, string][] => {
        const [oid = '', name = ''] = line.split(' ');
        return name.startsWith(tagFolder) ? [[name.slice(tagFolder.length), oid]] : [];
      }),
    ),
    numbers,
  };
}

export function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

export function countMade(made: Made, wanted: Wanted): Counted {
  const { gitDir, tips } = made;
  if (tips.length === 0)
    return { revisions: 0, contents: 0, merges: 0, tags: 0, annotated: 0, past: null, ignores: null, numbers: 0 };
  const subjectsOf = (...from: string[]) => new Set(git(gitDir, 'log', '--format=%s', ...from).split('\n'));
  const there = subjectsOf(...tips);
  const annotated = tips.filter((oid) => git(gitDir, 'cat-file', '-t', oid) === 'tag');
  for (const oid of annotated) {
    const text = git(gitDir, 'cat-file', 'tag', oid);
    for (const line of text.slice(text.indexOf('\n\n') + 2).split('\n')) there.add(line);
  }
  const objects = new Set(
    git(gitDir, 'rev-list', '--objects', ...tips)
      .split('\n')
      .map((line) => line.slice(0, 40)),
  );
  const { past } = wanted;
  const tags = (wanted.tags ?? []).flatMap((name) => made.tags.get(name) ?? []);
  return {
    revisions: wanted.messages.filter((message) => there.has(message)).length,
    contents: [...wanted.blobs].filter((blob) => objects.has(blob)).length,
    merges: Number(git(gitDir, 'rev-list', '--count', '--min-parents=2', ...tips)),
    tags: tags.length,
    annotated: tags.filter((oid) => annotated.includes(oid)).length,
    past:
      past === null
        ? null
        : tips.some((oid) => {
            const line = subjectsOf(oid);
            return past.every((message) => line.has(message));
          }),
    ignores: wanted.ignored === null ? null : ignoresOf(made).includes(wanted.ignored),
    numbers: wanted.numbers.filter((number) => made.numbers.has(number)).length,
  };
}

/** All lines of HEAD's `.gitignore` at the top, without the slash that anchors them. */
function ignoresOf({ gitDir, head }: Made): string[] {
  try {
    return git(gitDir, 'cat-file', 'blob', `${head}:.gitignore`)
      .split('\n')
      .map((line) => line.replace(/^\//, ''));
  } catch {
    return [];
  }
}
