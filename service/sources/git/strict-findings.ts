/** What is in a clone and will be in somebody's way: commits of no ref, and objects that hosts refuse. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { IdSet } from '../../git/reachable/id-set.ts';
import type { SortedIds } from '../../git/reachable/sorted-ids.ts';
import { countEntries, readablePacks } from '../../git/reachable/stored-objects.ts';
import { notLookedAt, strictFindings } from '../../git/strict-look.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { HIDDEN_EXCLUDES } from './hidden-refs.ts';

/**
 * Bytes of packs, and objects in them, up to which every object is looked at while it is fetched: git reads and hashes each of
 * them, which took 0.8 s for 160,000.
 */
const MOST: StrictLimits = { bytes: 64 << 20, objects: 60_000 };

export interface StrictLimits {
  bytes: number;
  objects: number;
}

/** Commits that only a detached HEAD reaches. @throws Failure when git cannot read the history */
export async function detachedFindings(repository: string, signal: AbortSignal): Promise<Finding[]> {
  const head = readFileSync(join(repository, 'HEAD'), 'utf8').trim();
  if (!/^[\da-f]{40}$/.test(head)) return [];
  const commits: string[] = [];
  await runGit({
    args: ['--git-dir', repository, 'log', '--format=%H %s', head, '--not', ...HIDDEN_EXCLUDES, '--glob=refs/*'],
    signal,
    onStdout: (line) => commits.push(line),
    failure: ({ stderrTail }) => Failure.of('git.source_commits_unreadable', {}, stderrTail),
  }).done;
  if (commits.length === 0) return [];
  return [
    {
      kind: 'detached_head',
      severity: 'warning',
      text: say(
        'HEAD of the source names no branch, and these commits are on none: they were left out. Make a branch of them there ("git branch <name> HEAD") and restart the import to take them along.',
      ),
      count: commits.length,
      examples: commits.slice(0, 100),
    },
  ];
}

/**
 * Objects that `git fsck --strict` refuses, as hosts do with what is pushed to them (git-config(1), `receive.fsckObjects`).
 * What is large is looked at when it is published, and until then this says that it was not.
 * @param reached what the refs reach that are imported
 */
export async function refusedFindings(
  repository: string,
  reached: SortedIds,
  signal: AbortSignal,
  most: StrictLimits = MOST,
): Promise<Finding[]> {
  const packs = readablePacks(repository);
  const bytes = packs.reduce((sum, pack) => sum + statSync(pack).size, 0);
  const objects = countEntries(packs);
  if (bytes > most.bytes || objects > most.objects) return [notLookedAt(objects)];
  const ids = IdSet.from(reached);
  return strictFindings(repository, signal, (oid) => ids.has(Buffer.from(oid, 'hex')));
}
