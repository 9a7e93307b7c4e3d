/** Which commit was made of which, told by nothing but parents: the same graph with other ids, from the refs down. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import { CommitParents } from './commit-parents.ts';
import type { Pair, Sides } from './object-pairs.ts';

/** By their numbers in both histories. */
export class CommitPairs {
  readonly #before: CommitParents;
  readonly #after: CommitParents;
  /** What became of each commit from before; -1 for nothing. */
  readonly #made: Int32Array;
  /** One of those that each new commit was made of; -1 for none. */
  readonly #origin: Int32Array;
  /** The others, where several became one. */
  readonly #others = new Map<number, number[]>();
  readonly #torn = new Set<number>();

  private constructor(before: CommitParents, after: CommitParents) {
    this.#before = before;
    this.#after = after;
    this.#made = new Int32Array(before.count).fill(-1);
    this.#origin = new Int32Array(after.count).fill(-1);
  }

  /**
   * @param tips commits that refs name
   * @throws Failure
   */
  static async read({ before, after, signal }: Sides, tips: readonly Pair[]): Promise<CommitPairs> {
    const [then, now] = await Promise.all([
      CommitParents.read(before, [...new Set(tips.map((tip) => tip.before))], signal),
      CommitParents.read(after, [...new Set(tips.map((tip) => tip.after))], signal),
    ]);
    const pairs = new CommitPairs(then, now);
    for (const tip of tips) pairs.#pair(then.numberOf(tip.before), now.numberOf(tip.after));
    for (let one = then.count - 1; one >= 0; one -= 1) pairs.#pairParents(one);
    return pairs;
  }

  /** Whether every commit has the id that it had. */
  get isEmpty(): boolean {
    return this.pairs().next().done === true && this.torn().length === 0;
  }

  /** Those that were made anew, each with one commit that has its place; parents before their children. */
  *pairs(): Generator<Pair> {
    for (const [one, other] of this.#made.entries()) {
      if (other < 0 || this.#torn.has(one)) continue;
      const pair = { before: this.#before.hex(one), after: this.#after.hex(other) };
      if (pair.before !== pair.after) yield pair;
    }
  }

  /** Commits from before that became no commit, or several, or one with other parents. */
  torn(): string[] {
    const ids: string[] = [];
    for (const [one, other] of this.#made.entries()) {
      if (other < 0 || this.#torn.has(one)) ids.push(this.#before.hex(one));
    }
    return ids;
  }

  /** How many new commits are in nobody's place. */
  strange(): number {
    return this.#origin.reduce((count, origin) => (origin < 0 ? count + 1 : count), 0);
  }

  /** What became of a commit from before; null for one that is none of these. */
  madeOf(before: string): string | null {
    const one = this.#before.numberOf(before);
    const other = one < 0 ? -1 : (this.#made[one] as number);
    return other < 0 ? null : this.#after.hex(other);
  }

  /** What a new commit was made of; empty for one that is none of these. */
  originsOf(after: string): string[] {
    const other = this.#after.numberOf(after);
    const origin = other < 0 ? -1 : (this.#origin[other] as number);
    if (origin < 0) return [];
    return [origin, ...(this.#others.get(other) ?? [])].map((one) => this.#before.hex(one));
  }

  #pair(one: number, other: number): void {
    if (one < 0 || other < 0) return;
    const known = this.#made[one] as number;
    if (known >= 0) {
      if (known !== other) this.#torn.add(one);
      return;
    }
    this.#made[one] = other;
    if ((this.#origin[other] as number) < 0) this.#origin[other] = one;
    else this.#others.set(other, [...(this.#others.get(other) ?? []), one]);
  }

  #pairParents(one: number): void {
    const other = this.#made[one] as number;
    if (other < 0) return;
    const [then, now] = [this.#before.parentsOf(one), this.#after.parentsOf(other)];
    if (then.length !== now.length) this.#torn.add(one);
    for (const [index, parent] of then.entries()) this.#pair(parent, now[index] ?? -1);
  }
}

/**
 * Commits that refs of the same names name in two repositories, through annotated tags, where those refs differ.
 * @throws Failure
 */
export async function tipsOf(sides: Sides, before: readonly MappedRef[], after: readonly MappedRef[]): Promise<Pair[]> {
  const now = new Map(after.map(({ name, oid }) => [name, oid]));
  const changed = before.flatMap(({ name, oid }) => {
    const made = now.get(name);
    return made === undefined || made === oid ? [] : [{ before: oid, after: made }];
  });
  const [then, today] = await Promise.all([
    commitsOf(
      sides.before,
      changed.map((pair) => pair.before),
      sides.signal,
    ),
    commitsOf(
      sides.after,
      changed.map((pair) => pair.after),
      sides.signal,
    ),
  ]);
  return changed.flatMap((_, at) => {
    const [one, other] = [then[at], today[at]];
    return one === null || one === undefined || other === null || other === undefined
      ? []
      : [{ before: one, after: other }];
  });
}

/** Null for what is no commit, nor a tag of one. */
async function commitsOf(repository: string, ids: readonly string[], signal: AbortSignal): Promise<(string | null)[]> {
  const commits: (string | null)[] = [];
  if (ids.length === 0) return commits;
  await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: `${ids.map((id) => `${id}^{}`).join('\n')}\n`,
    signal,
    onStdout: (line) => {
      const [id = '', type] = line.split(' ');
      commits.push(type === 'commit' ? id : null);
    },
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return commits;
}
