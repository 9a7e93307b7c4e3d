/**
 * Grafts of a folder of this machine: other parents that its `info/grafts` gives to commits (git-replace(1),
 * `--convert-graft-file`). Git shows its history with them, and no clone has them.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { gitFolderOf } from './git-folder.ts';
import { parentsOf } from './older-history.ts';

/**
 * Options of a clone for an address. Git that sends a folder's objects follows its grafts, and whoever reads the commits as they are
 * misses what those cut off. Of a file that is there git says that grafts are out of date.
 */
export function withoutGrafts(url: string): string[] {
  return graftsOf(url).size === 0 ? [] : ['--upload-pack', 'GIT_GRAFT_FILE=/dev/null/none git-upload-pack'];
}

/** Commits that have other parents in the source than here. @throws Failure when git cannot read the mirror */
export async function graftFindings(url: string, mirror: string, signal: AbortSignal): Promise<Finding[]> {
  const grafts = graftsOf(url);
  const own = await parentsOf(mirror, [...grafts.keys()], signal);
  const other = [...own].flatMap(([commit, parents]) => (parents.join(' ') === grafts.get(commit) ? [] : [commit]));
  if (other.length === 0) return [];
  return [
    {
      kind: 'grafts',
      severity: 'warning',
      text: say(
        'Grafts of the source (info/grafts) give these commits other parents than they have. No clone has grafts: the commits arrived with their own parents. To take the history along as it is shown there, make it permanent in a copy of the source ("git replace --convert-graft-file", then "git filter-repo --force"), and import that.',
      ),
      count: other.length,
      examples: other.slice(0, 100),
    },
  ];
}

/** Parents by commit, as git reads such a file (commit.c, `read_graft_line`). */
function graftsOf(url: string): Map<string, string> {
  const folder = gitFolderOf(url);
  const file = folder === undefined ? '' : join(folder, 'info/grafts');
  if (file === '' || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return new Map();
  const lines = readFileSync(file, 'latin1').split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, commit, parents = ''] = /^([\da-f]{40})((?: [\da-f]{40})*)\s*$/.exec(line) ?? [];
      return commit === undefined ? [] : [[commit, parents.trimStart()]];
    }),
  );
}
