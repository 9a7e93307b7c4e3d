/**
 * Branches whose new history does not hold their old end. Where folders become branches, ids alone do not say it: other authors, or
 * large files that moved to Git LFS, give other ids to the same revisions. So histories are compared by which revisions they are made of.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Failure } from '../../failures/failure.ts';
import { packedLines } from '../../files/packed-file.ts';
import { runGit } from '../../git/git.ts';
import { isWithin } from '../../sources/commits/source-changes.ts';
import { rowOf } from '../../vocabulary/revision-row.ts';

export interface MovedBranch {
  name: string;
  /** Commit that was published. */
  oid: string;
  now: string;
}

/** A repository, and the list of what its commits were in the source. */
export interface Told {
  repository: string;
  /** Null where commits have the ids that they have in the source. */
  revisions: string | null;
}

/**
 * @param byFiles whether histories of the same revisions are the same only where all their files are: a revision holds others where other
 * folders became the branch
 * @throws Failure
 */
export async function rewrittenBranches(
  moved: readonly MovedBranch[],
  before: Told & { revisions: string },
  after: Told,
  byFiles: boolean,
  signal: AbortSignal,
): Promise<MovedBranch[]> {
  const others: MovedBranch[] = [];
  for (const branch of moved) {
    if (!(await isWithin(after.repository, branch.oid, branch.now, signal))) others.push(branch);
  }
  // Earlier versions wrote no such list, and may have mapped otherwise: a person is asked, as nothing else tells.
  if (others.length === 0 || !existsSync(before.revisions)) return others;
  const thenTips = new Set(others.map(({ oid }) => oid));
  const sums = new Map<string, string>();
  const ways = { byFiles, ownIds: after.revisions === null };
  await eachSum(before, [...thenTips], ways, signal, (commit, sum) => {
    if (thenTips.has(commit)) sums.set(commit, sum);
  });
  const wanted = new Map([...sums.values()].map((sum) => [sum, [] as string[]]));
  const nowTips = [...new Set(others.map(({ now }) => now))];
  await eachSum(after, nowTips, ways, signal, (commit, sum) => wanted.get(sum)?.push(commit));
  const rewritten: MovedBranch[] = [];
  for (const branch of others) {
    const same = wanted.get(sums.get(branch.oid) ?? '') ?? [];
    if (!(await isHeld(same, after.repository, branch.now, signal))) rewritten.push(branch);
  }
  return rewritten;
}

async function isHeld(commits: readonly string[], repository: string, tip: string, signal: AbortSignal) {
  for (const commit of commits) {
    if (commit === tip || (await isWithin(repository, commit, tip, signal))) return true;
  }
  return false;
}

/** Tells of each commit that tips reach a sum of its revision, of its files where they count, and of the sums of all that it stands on. */
async function eachSum(
  told: Told,
  tips: readonly string[],
  { byFiles, ownIds }: { byFiles: boolean; ownIds: boolean },
  signal: AbortSignal,
  act: (commit: string, sum: string) => void,
): Promise<void> {
  const revisions = told.revisions === null ? new Map<string, string>() : await revisionsOf(told.revisions);
  const sums = new Map<string, string>();
  const list = runGit({
    args: ['--git-dir', told.repository, 'rev-list', '--format=%H %T %P', '--topo-order', '--reverse', '--stdin'],
    signal,
    stdin: `${tips.join('\n')}\n`,
    onStdout: 'stream',
    failure: ({ stderrTail }) => Failure.of('git.commits_unreadable', {}, stderrTail),
  });
  const lines = createInterface({ input: list.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    if (line.startsWith('commit ')) return;
    const [commit = '', tree = '', ...parents] = line.trimEnd().split(' ');
    const files = byFiles ? [tree] : [];
    const revision = revisions.get(commit) ?? (ownIds ? commit : '');
    const text = [revision, ...files, ...parents.map((parent) => sums.get(parent) ?? '')].join(' ');
    const sum = createHash('sha1').update(text).digest('base64');
    sums.set(commit, sum);
    act(commit, sum);
  });
  await Promise.all([once(lines, 'close'), list.done]);
}

/** Mercurial numbers changesets anew in every copy: their ids alone say which they are. */
export function withoutNumber(revision: string): string {
  return revision.replace(/^\d+:/, '');
}

/** The first line of a commit names the revision that made it; those behind name copies of it. */
async function revisionsOf(file: string): Promise<Map<string, string>> {
  const revisions = new Map<string, string>();
  for await (const line of packedLines(file)) {
    const row = rowOf(line);
    if (row !== null && !revisions.has(row.commit)) revisions.set(row.commit, withoutNumber(row.revision));
  }
  return revisions;
}
