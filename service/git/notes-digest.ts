/** What can be compared of notes before and after the objects that they name got other ids. */

import { createHash } from 'node:crypto';
import { type Said, say } from '../../language/sentence.ts';
import { Failure } from '../failures/failure.ts';
import type { ToolResult } from '../processes/run.ts';
import { runGit } from './git.ts';

/**
 * A line for a report: how many notes a ref has, how many of them name a commit that `tips` reach, and a sum over all
 * their contents, which no rewriting changes.
 * @param tips ids of what the other refs name
 * @throws Failure
 */
export async function notesDigest(
  repository: string,
  ref: string,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<Said> {
  const failure = ({ stderrTail }: ToolResult) => Failure.of('git.refs_not_read_for_verification', {}, stderrTail);
  const files: string[] = [];
  const named = new Set<string>();
  await runGit({
    args: ['--git-dir', repository, '-c', 'core.quotePath=true', 'ls-tree', '-r', '--full-tree', ref],
    signal,
    onStdout: (line) => {
      const [, file, path = ''] = /^(\d+ \w+ [\da-f]+)\t(.*)$/.exec(line) ?? [];
      if (file === undefined) return;
      files.push(file);
      named.add(path.replaceAll('/', ''));
    },
    failure,
  }).done;
  let known = 0;
  await runGit({
    args: ['--git-dir', repository, 'rev-list', '--stdin'],
    stdin: `${[...new Set(tips)].join('\n')}\n`,
    signal,
    onStdout: (id) => {
      if (named.has(id)) known += 1;
    },
    failure,
  }).done;
  const sum = createHash('sha256').update(files.sort().join('\n')).digest('hex').slice(0, 16);
  return say('{count} notes, {there} of them to commits that are there, {sum}', {
    count: files.length,
    there: known,
    sum,
  });
}
