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

/** Parents of commits, by id, in their order. */
export type Parents = ReadonlyMap<string, readonly string[]>;

/**
 * Walks two histories from refs of the same names to their roots at the same time.
 * @param parentsNow of all that the refs of now reach, where somebody reads them anyhow; without it git is asked
 * @returns the id of before by the id of now; commits that kept theirs are not named
 * @throws Failure
 */
export async function commitPairs(
  before: Side,
  now: Side,
  signal: AbortSignal,
  parentsNow?: () => Promise<Parents>,
): Promise<Map<string, string>> {
  const tipsNow = new Map(now.refs.map(({ name, oid }) => [name, oid]));
  const changed = before.refs.filter(({ name, oid }) => tipsNow.has(name) && tipsNow.get(name) !== oid);
  const pairs = new Map<string, string>();
  if (changed.length === 0) return pairs;
  const tipsThen = changed.map(({ oid }) => oid);
  const tipsToday = changed.map(({ name }) => tipsNow.get(name) as string);
  const [then, today] = await Promise.all([
    historyOf(before.repository, tipsThen, signal),
    historyOf(now.repository, tipsToday, signal, parentsNow),
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
async function historyOf(
  repository: string,
  oids: readonly string[],
  signal: AbortSignal,
  read?: () => Promise<Parents>,
): Promise<{ tips: (string | undefined)[]; parents: Parents }> {
  const reading = read?.();
  // Told below; until then a failure must not count as unhandled.
  reading?.catch(() => undefined);
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
  return { tips, parents: await (reading ?? listParents(repository, tips, signal)) };
}

async function listParents(
  repository: string,
  tips: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<Parents> {
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
  return parents;
}
