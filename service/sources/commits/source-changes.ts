/** What branches and tags of an earlier fetch had and those of a new one do not. */
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { SourceChange, SourceSide } from '../../vocabulary/last-update.ts';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/** Whether a person is asked before a ref goes or leads elsewhere. */
export function isAskedFor(name: string): boolean {
  return name.startsWith(BRANCHES) || name.startsWith(TAGS);
}

/**
 * Branches and tags that are gone, branches whose new history does not hold their old end, and tags that name something else.
 * @param before repository of the earlier fetch
 * @param after repository of the new one
 * @throws Failure when one of them cannot be read
 */
export async function refChanges(before: string, after: string, signal: AbortSignal): Promise<SourceChange[]> {
  const [then, now] = await Promise.all([listRefs(before, signal), listRefs(after, signal)]);
  const oids = new Map(now.map(({ name, oid }) => [name, oid]));
  const changes: SourceChange[] = [];
  for (const { name, oid } of then) {
    const next = oids.get(name);
    if (!isAskedFor(name) || next === oid) continue;
    // A branch goes on; a tag that leads elsewhere is another one.
    const goesOn = next !== undefined && name.startsWith(BRANCHES) && (await isWithin(after, oid, next, signal));
    if (goesOn) continue;
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
export async function isWithin(repository: string, commit: string, tip: string, signal: AbortSignal): Promise<boolean> {
  const { code } = await runGit({
    args: ['--git-dir', repository, 'merge-base', '--is-ancestor', commit, tip],
    successExitCodes: 'any',
    signal,
  }).done;
  return code === 0;
}

/** Branches and tags that would be gone, as changes. @throws Failure */
export async function lostRefs(
  repository: string,
  refs: readonly { name: string; oid: string }[],
  signal: AbortSignal,
): Promise<SourceChange[]> {
  const changes: SourceChange[] = [];
  for (const { name, oid } of refs) {
    changes.push({ name, kind: 'gone', before: await sideOf(repository, oid, signal), after: null });
  }
  return changes;
}

export async function sideOf(repository: string, oid: string, signal: AbortSignal): Promise<SourceSide> {
  const { code, stdout, stderrTail } = await runGit({
    successExitCodes: 'any',
    args: ['--git-dir', repository, 'log', '-1', '--no-show-signature', '--format=%an <%ae>%x00%cI%x00%s', oid, '--'],
    signal,
  }).done;
  // A tag may name something that has no author.
  if (code !== 0 && !/\b(?:blob|tree)\b|bad object|unknown revision/.test(stderrTail)) {
    throw Failure.of('git.commits_unreadable', {}, stderrTail);
  }
  const [author = '', date = '', message = ''] = stdout.trimEnd().split('\0');
  const time = Date.parse(date);
  return {
    revision: oid,
    author,
    date: Number.isNaN(time) ? null : `${new Date(time).toISOString().slice(0, 19)}Z`,
    message,
  };
}
