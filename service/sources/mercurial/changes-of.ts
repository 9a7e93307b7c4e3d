import { join } from 'node:path';
import { runGit } from '../../git/git.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { isWithin, refChanges } from '../commits/source-changes.ts';
import { readSourceSays } from './source-heads.ts';

/**
 * What an earlier fetch had and a new one does not, by changesets. A branch that was closed or merged is a tag or within
 * another head: Mercurial calls that its daily work, and nothing of it is lost.
 * @param before folder of the earlier fetch
 * @param after folder of the new one
 */
export async function changesOf(before: string, after: string, signal: AbortSignal): Promise<SourceChange[]> {
  const [old, fresh] = [join(before, 'staging.git'), join(after, 'staging.git')];
  const changes = await refChanges(old, fresh, signal);
  if (changes.length === 0) return [];
  const [nodesBefore, nodesAfter] = await Promise.all([nodesOf(before), nodesOf(after)]);
  const lost: SourceChange[] = [];
  for (const change of changes) {
    const { name } = change;
    if (!isTag(name) && (await isDailyWork(fresh, change, signal))) continue;
    lost.push({
      ...change,
      before: { ...change.before, revision: nodesBefore.get(name) ?? change.before.revision },
      after: change.after && { ...change.after, revision: nodesAfter.get(name) ?? change.after.revision },
    });
  }
  return lost;
}

/** Tags of closed branches are Gantry's own: they come and go with them. */
function isTag(name: string): boolean {
  return name.startsWith('refs/tags/') && !name.startsWith('refs/tags/closed/');
}

/** Whether what a branch, or the tag of a closed one, named is still within something. */
async function isDailyWork(repository: string, { kind, before, after }: SourceChange, signal: AbortSignal) {
  if (kind === 'gone') return isHeld(repository, before.revision, signal);
  return isWithin(repository, before.revision, after?.revision ?? '', signal);
}

/** Whether the history of any ref holds a commit. */
async function isHeld(repository: string, commit: string, signal: AbortSignal): Promise<boolean> {
  const { code, stdout } = await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--count=1', `--contains=${commit}`],
    successExitCodes: 'any',
    signal,
  }).done;
  return code === 0 && stdout.trim() !== '';
}

async function nodesOf(folder: string): Promise<Map<string, string>> {
  return new Map((await readSourceSays(folder)).refs.map(({ name, node }) => [name, node]));
}
