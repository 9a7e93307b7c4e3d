/** Authors, committers and taggers of a repository, with counts and dates. */

import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { identitiesOf } from '../../git/rewrite/commit-text.ts';
import { readObjects } from '../../git/rewrite/history.ts';
import type { ToolResult } from '../../processes/run.ts';
import type { Identity, SourceAuthor } from '../../vocabulary/history.ts';
import { identityKey, readIdentity } from '../commits/identity-key.ts';
import { HIDDEN_EXCLUDES } from './hidden-refs.ts';

/**
 * Fields of a commit: its id and declared encoding, who and when, author and committer. NUL cannot occur in any, a carriage return
 * can. Bytes of no declared encoding come as they are; others git turns into UTF-8, not always as those who map authors do.
 */
const COMMIT_FIELDS = ['%H', '%e', '%an', '%ae', '%at', '%cn', '%ce', '%ct'];
/** Git turns none of them into another encoding, and `rewriteTagText` asks for none. */
const TAG_FIELDS = ['%(taggername)', '%(taggeremail)', '%(taggerdate:unix)'];

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

  /** @param identity bytes as latin1 */
  count(identity: Identity, encoding: string, seconds: number): void {
    const { name, email } = identity;
    const raw = `${encoding}\0${name}\0${email}`;
    let tally = this.#byRaw.get(raw);
    if (tally === undefined) {
      tally = this.#tallyOf(readIdentity(name, email, encoding));
      this.#byRaw.set(raw, tally);
    }
    tally.author.commit_count += 1;
    if (Number.isNaN(seconds)) return;
    tally.first = Math.min(tally.first, seconds);
    tally.last = Math.max(tally.last, seconds);
  }

  #tallyOf({ name, email }: Identity): Tally {
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
  const read = async (args: string[], fields: number, onRecord: (fields: string[]) => void) => {
    const run = runGit({ args: ['--git-dir', repository, ...args], signal, failure, onStdout: 'stream' });
    await Promise.all([run.done, eachRecord(run.stdout, fields, onRecord)]);
  };
  const count = (encoding: string, author: Identity, authored: number, committer: Identity, committed: number) => {
    tally.count(author, encoding, authored);
    if (author.name !== committer.name || author.email !== committer.email) tally.count(committer, encoding, committed);
  };
  /** Times of commits in another encoding than UTF-8, by id. */
  const foreign = new Map<string, [authored: number, committed: number]>();
  const readingCommits = read(
    [
      ...['log', '-z', '--no-mailmap', '--no-show-signature', `--format=${COMMIT_FIELDS.join('%x00')}`],
      ...[...excludes, '--glob=refs/*'],
    ],
    COMMIT_FIELDS.length,
    ([id = '', encoding = '', name = '', email = '', authored, committer = '', committerEmail = '', committed]) => {
      commits += 1;
      const times = [Number(authored), Number(committed)] as const;
      if (encoding !== '' && !/^utf-?8$/i.test(encoding)) foreign.set(id, [...times]);
      else count(encoding, { name, email }, times[0], { name: committer, email: committerEmail }, times[1]);
    },
  );
  const readingTags = read(
    ['for-each-ref', `--format=${TAG_FIELDS.map((field) => `${field}%00`).join('')}`, 'refs/tags/'],
    TAG_FIELDS.length,
    ([line = '', email = '', date]) => {
      // A line's end behind each record.
      const name = line.replace(/^\n/, '');
      if (name !== '' || email !== '') tally.count({ name, email: email.replace(/^<|>$/g, '') }, '', Number(date));
    },
  );
  await Promise.all([readingCommits, readingTags]);
  if (foreign.size > 0) {
    await readObjects({ repository, signal }, foreign.keys(), (id, payload) => {
      const { encoding, author, committer } = identitiesOf(payload.toString('latin1'));
      const [authored, committed] = foreign.get(id) ?? [Number.NaN, Number.NaN];
      count(encoding, author, authored, committer, committed);
    });
  }
  return { commit_count: commits, authors: tally.list() };
}

/** Reads fields that end with NUL each, bytes as latin1, so many in a record. */
async function eachRecord(
  stream: AsyncIterable<Buffer>,
  fields: number,
  onRecord: (fields: string[]) => void,
): Promise<void> {
  let rest = '';
  let record: string[] = [];
  for await (const chunk of stream) {
    const parts = (rest + chunk.toString('latin1')).split('\0');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      if (record.push(part) < fields) continue;
      onRecord(record);
      record = [];
    }
  }
}
