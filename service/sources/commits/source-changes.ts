/** What branches of an earlier fetch had and those of a new one do not. */
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { SourceChange, SourceSide } from '../../vocabulary/last-update.ts';

const BRANCHES = 'refs/heads/';

/**
 * Branches that are gone, and those whose new history does not hold their old end.
 * @param before repository of the earlier fetch
 * @param after repository of the new one
 * @throws Failure when one of them cannot be read
 */
export async function branchChanges(before: string, after: string, signal: AbortSignal): Promise<SourceChange[]> {
  const [then, now] = await Promise.all([listRefs(before, signal), listRefs(after, signal)]);
  const oids = new Map(now.map(({ name, oid }) => [name, oid]));
  const changes: SourceChange[] = [];
  for (const { name, oid } of then) {
    const next = oids.get(name);
    if (!name.startsWith(BRANCHES) || next === oid) continue;
    if (next !== undefined && (await isWithin(after, oid, next, signal))) continue;
    changes.push({
      name,
      kind: next === undefined ? 'gone' : 'rewritten',
      before: await sideOf(before, oid, signal),
      after: next === undefined ? null : await sideOf(after, next, signal),
    });
  }
  return changes;
}

/** Whether the history of `tip` holds a commit; not so where the repository does not know it. */
async function isWithin(repository: string, commit: string, tip: string, signal: AbortSignal): Promise<boolean> {
  const { code } = await runGit({
    args: ['--git-dir', repository, 'merge-base', '--is-ancestor', commit, tip],
    successExitCodes: 'any',
    signal,
  }).done;
  return code === 0;
}

/** Branches that would be gone, as changes. @throws Failure */
export async function lostBranches(
  repository: string,
  branches: readonly { name: string; oid: string }[],
  signal: AbortSignal,
): Promise<SourceChange[]> {
  const changes: SourceChange[] = [];
  for (const { name, oid } of branches) {
    changes.push({ name, kind: 'gone', before: await sideOf(repository, oid, signal), after: null });
  }
  return changes;
}

async function sideOf(repository: string, oid: string, signal: AbortSignal): Promise<SourceSide> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'log', '-1', '--no-show-signature', '--format=%an <%ae>%x00%cI%x00%s', oid, '--'],
    signal,
    failure: ({ stderrTail }) => Failure.of('git.commits_unreadable', {}, stderrTail),
  }).done;
  const [author = '', date = '', message = ''] = stdout.trimEnd().split('\0');
  const time = Date.parse(date);
  return {
    revision: oid,
    author,
    date: Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}Z`,
    message,
  };
}
