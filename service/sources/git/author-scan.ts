/** Authors, committers and taggers of a repository, with counts and dates. */

import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import type { ToolResult } from '../../processes/run.ts';
import type { SourceAuthor } from '../../vocabulary/history.ts';
import { identityKey } from '../commits/identity-key.ts';
import { decodeText } from '../commits/identity-text.ts';
import { HIDDEN_EXCLUDES } from './hidden-refs.ts';

/**
 * Fields of a commit: who and when, author and committer. NUL cannot occur in any. Git turns text in a
 * commit's declared encoding into UTF-8; undeclared bytes come as they are.
 */
const COMMIT_FORMAT = ['%an', '%ae', '%at', '%cn', '%ce', '%ct'].join('%x00');
const TAG_FORMAT = ['%(taggername)', '%(taggeremail)', '%(taggerdate:unix)'].join('%00');

interface Tally {
  author: SourceAuthor;
  first: number;
  last: number;
}

/** Counts identities by their key (see `identityKey`). */
class AuthorTally {
  /** Raw bytes (as latin1) to tally: the same few identities come again and again. */
  readonly #byRaw = new Map<string, Tally>();
  readonly #byKey = new Map<string, Tally>();

  count(rawName: string, rawEmail: string, seconds: number): void {
    const raw = `${rawName}\0${rawEmail}`;
    let tally = this.#byRaw.get(raw);
    if (tally === undefined) {
      tally = this.#tallyOf(decodeText(rawName, ''), decodeText(rawEmail, ''));
      this.#byRaw.set(raw, tally);
    }
    tally.author.commit_count += 1;
    if (Number.isNaN(seconds)) return;
    tally.first = Math.min(tally.first, seconds);
    tally.last = Math.max(tally.last, seconds);
  }

  #tallyOf(name: string, email: string): Tally {
    const key = identityKey(name, email);
    let tally = this.#byKey.get(key);
    if (tally === undefined) {
      const author = {
        remote_id: key,
        remote_name: key,
        name,
        email,
        commit_count: 0,
        first_commit_at: null,
        last_commit_at: null,
      };
      tally = { author, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
      this.#byKey.set(key, tally);
    }
    return tally;
  }

  list(): SourceAuthor[] {
    return [...this.#byKey.values()].map(({ author, first, last }) => ({
      ...author,
      first_commit_at: isoTime(first),
      last_commit_at: isoTime(last),
    }));
  }
}

/** Dates beyond what ISO 8601 with four digits of a year holds are left out. */
function isoTime(seconds: number): string | null {
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > 253402300799) return null;
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

export interface AuthorScan {
  commit_count: number;
  authors: SourceAuthor[];
}

/**
 * Reads all commits that the branches, tags and other refs (hidden ones aside) reach, and all annotated
 * tags. A commit counts once for an identity that is both its author and its committer.
 * @throws Failure
 */
export async function scanAuthors(
  repository: string,
  includeHidden: boolean,
  signal: AbortSignal,
): Promise<AuthorScan> {
  const tally = new AuthorTally();
  let commits = 0;
  const excludes = includeHidden ? [] : HIDDEN_EXCLUDES;
  const failure = ({ stderrTail }: ToolResult) => Failure.of('git.source_commits_unreadable', {}, stderrTail);
  const readingCommits = runGit({
    args: [
      '--git-dir',
      repository,
      'log',
      '--no-mailmap',
      '--encoding=UTF-8',
      `--format=${COMMIT_FORMAT}`,
      ...excludes,
      '--glob=refs/*',
    ],
    encoding: 'latin1',
    signal,
    failure,
    onStdout: (line) => {
      const [author = '', authorEmail = '', authored, committer = '', committerEmail = '', committed] =
        line.split('\0');
      commits += 1;
      tally.count(author, authorEmail, Number(authored));
      if (author === committer && authorEmail === committerEmail) return;
      tally.count(committer, committerEmail, Number(committed));
    },
  }).done;
  const readingTags = runGit({
    args: ['--git-dir', repository, 'for-each-ref', `--format=${TAG_FORMAT}`, 'refs/tags/'],
    encoding: 'latin1',
    signal,
    failure,
    onStdout: (line) => {
      const [name = '', email = '', date] = line.split('\0');
      if (name !== '' || email !== '') tally.count(name, email.replace(/^<|>$/g, ''), Number(date));
    },
  }).done;
  await Promise.all([readingCommits, readingTags]);
  return { commit_count: commits, authors: tally.list() };
}
