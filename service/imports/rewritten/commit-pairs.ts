/** Which commit was made of which, told by nothing but parents: from the refs down. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { ObjectTable } from '../../git/pack/object-table.ts';
import type { Pair, Sides } from './object-pairs.ts';

export interface PairedCommits {
  /** Those that were made anew, parents before their children. */
  pairs(): Generator<Pair>;
  /** Commits from before that became no commit, or several, or one with other parents. */
  torn: string[];
  /** How many new commits are in nobody's place. */
  strange: number;
}

/** Commits that refs reach, parents before children. */
interface Graph {
  ids: ObjectTable;
  /** Of commit n the parents are numbers `parents[first[n]]` to before `parents[first[n + 1]]`. */
  first: number[];
  parents: number[];
}

/**
 * @param tips commits that refs name, of before and after
 * @throws Failure
 */
export async function pairCommits(sides: Sides, tips: readonly Pair[]): Promise<PairedCommits> {
  const [before, after] = await Promise.all([
    graphOf(sides.before, [...new Set(tips.map((tip) => tip.before))], sides.signal),
    graphOf(sides.after, [...new Set(tips.map((tip) => tip.after))], sides.signal),
  ]);
  const partners = new Int32Array(before.ids.count).fill(-1);
  const taken = new Uint8Array(after.ids.count);
  const torn = new Set<number>();
  const pair = (one: number, other: number) => {
    if (one < 0 || other < 0) return;
    const known = partners[one] as number;
    if (known < 0) {
      partners[one] = other;
      taken[other] = 1;
    } else if (known !== other) torn.add(one);
  };
  for (const tip of tips) pair(numberOf(before, tip.before), numberOf(after, tip.after));
  for (let one = partners.length - 1; one >= 0; one -= 1) {
    const other = partners[one] as number;
    if (other < 0) continue;
    const [then, now] = [parentsOf(before, one), parentsOf(after, other)];
    if (then.length !== now.length) torn.add(one);
    for (const [index, parent] of then.entries()) pair(parent, now[index] ?? -1);
  }
  for (const [one, other] of partners.entries()) if (other < 0) torn.add(one);
  const isNew = (one: number) => !torn.has(one) && before.ids.hex(one) !== after.ids.hex(partners[one] as number);
  return {
    torn: [...torn].map((one) => before.ids.hex(one)),
    strange: taken.reduce((sum, flag) => sum + 1 - flag, 0),
    *pairs() {
      for (const [one, other] of partners.entries()) {
        if (isNew(one)) yield { before: before.ids.hex(one), after: after.ids.hex(other) };
      }
    },
  };
}

async function graphOf(repository: string, tips: readonly string[], signal: AbortSignal): Promise<Graph> {
  const graph: Graph = { ids: new ObjectTable(), first: [0], parents: [] };
  if (tips.length === 0) return graph;
  await runGit({
    args: ['--git-dir', repository, 'rev-list', '--topo-order', '--reverse', '--parents', '--stdin'],
    stdin: `${tips.join('\n')}\n`,
    signal,
    onStdout: (line) => {
      const ids = Buffer.from(line.replaceAll(' ', ''), 'hex');
      graph.ids.add(ids, 0, 0, 0, 0);
      for (let at = 20; at < ids.length; at += 20) graph.parents.push(graph.ids.find(ids, at));
      graph.first.push(graph.parents.length);
    },
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return graph;
}

function numberOf({ ids }: Graph, id: string): number {
  return ids.find(Buffer.from(id, 'hex'));
}

function parentsOf({ first, parents }: Graph, number: number): number[] {
  return parents.slice(first[number], first[number + 1]);
}
