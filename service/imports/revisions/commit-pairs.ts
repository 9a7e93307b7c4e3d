/** Which commit became which where a history was rewritten: the same graph, with other ids. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import type { MappedRef } from '../../vocabulary/history.ts';

export interface Side {
  repository: string;
  refs: readonly MappedRef[];
}

/**
 * Walks two histories from refs of the same names to their roots at the same time.
 * @returns the id of before by the id of now; commits that kept theirs are not named
 * @throws Failure
 */
export async function commitPairs(before: Side, now: Side, signal: AbortSignal): Promise<Map<string, string>> {
  const tipsNow = new Map(now.refs.map(({ name, oid }) => [name, oid]));
  const changed = before.refs.filter(({ name, oid }) => tipsNow.has(name) && tipsNow.get(name) !== oid);
  const pairs = new Map<string, string>();
  if (changed.length === 0) return pairs;
  const sideOf = (side: Side, oids: string[]) => historyOf(side.repository, oids, signal);
  const [then, today] = await Promise.all([
    sideOf(
      before,
      changed.map(({ oid }) => oid),
    ),
    sideOf(
      now,
      changed.map(({ name }) => tipsNow.get(name) as string),
    ),
  ]);
  const open: [string, string][] = changed.flatMap((_, i) => {
    const [from, to] = [then.tips[i], today.tips[i]];
    return from === undefined || to === undefined ? [] : [[from, to] as [string, string]];
  });
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [from, to] = pair;
    if (from === to || pairs.has(to)) continue;
    pairs.set(to, from);
    const parents = today.parents.get(to) ?? [];
    for (const [i, parent] of (then.parents.get(from) ?? []).entries()) {
      if (parents[i] !== undefined) open.push([parent, parents[i]]);
    }
  }
  return pairs;
}

/** Commits that refs name, in their order (undefined for what is none), and the parents of all that they reach. */
async function historyOf(repository: string, oids: readonly string[], signal: AbortSignal) {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check'],
    signal,
    stdin: `${oids.map((oid) => `${oid}^{}`).join('\n')}\n`,
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  const tips = stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [oid, type] = line.split(' ');
      return type === 'commit' ? oid : undefined;
    });
  const parents = new Map<string, string[]>();
  const list = runGit({
    args: ['--git-dir', repository, 'rev-list', '--parents', '--stdin'],
    signal,
    stdin: `${tips.filter((tip) => tip !== undefined).join('\n')}\n`,
    onStdout: 'stream',
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  });
  const lines = createInterface({ input: list.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const [commit = '', ...others] = line.split(' ');
    parents.set(commit, others);
  });
  await Promise.all([once(lines, 'close'), list.done]);
  return { tips, parents };
}
