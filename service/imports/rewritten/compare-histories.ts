/** A history that was made anew against the one that it was made of: every commit and annotated tag, one by one. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import { runGit } from '../../git/git.ts';
import { commitBatches } from '../../git/rewrite/history.ts';
import { OidMap } from '../../git/rewrite/oid-map.ts';
import { CommitPairs } from './commit-pairs.ts';
import { TreeComparison, type TreeRules } from './compare-trees.ts';
import { OtherOrder, type Pair, readPairs, type Sides, sideBySide } from './object-pairs.ts';
import { isSameMessage, isSameWithoutSignature, type ObjectParts, partsOf } from './object-parts.ts';

export interface HistoryRules extends TreeRules {
  /** Who somebody was made, by the key that they had before; others are who they were. */
  people: ReadonlyMap<string, string>;
  /** Whether messages are what they were. */
  messages: boolean;
}

export interface ComparedHistories {
  /** Commits and annotated tags that have other ids now. */
  total: number;
  /** Those of them that are what they were. */
  same: number;
  /** What the others differ in, as far as it is told. */
  examples: Said[];
}

const MOST_EXAMPLES = 5;
/** Commits whose files are looked at together. */
const AT_ONCE = 2000;

/**
 * @param refs what each ref named before and names now; those that are the same are the same history
 * @throws Failure
 */
export async function compareHistories(
  sides: Sides,
  refs: readonly Pair[],
  rules: HistoryRules,
): Promise<ComparedHistories> {
  return await new Comparison(sides, rules).of(refs.filter(({ before, after }) => before !== after));
}

class Comparison {
  readonly #sides: Sides;
  readonly #rules: HistoryRules;
  readonly #trees: TreeComparison;
  #result: ComparedHistories = { total: 0, same: 0, examples: [] };
  /** Commits whose files were not looked at yet. */
  #waiting: Waiting[] = [];

  constructor(sides: Sides, rules: HistoryRules) {
    this.#sides = sides;
    this.#rules = rules;
    this.#trees = new TreeComparison(sides, rules);
  }

  async of(refs: readonly Pair[]): Promise<ComparedHistories> {
    const tips = await this.#peel(refs);
    const before = { ...this.#result, examples: [...this.#result.examples] };
    if (!(await this.#inOrder(tips))) {
      this.#result = before;
      this.#waiting = [];
      await this.#byParents(tips);
    }
    await this.#flush();
    return this.#result;
  }

  /**
   * What was made anew has the shape of before, and so comes in the same order; usually.
   * @returns whether all of it was found to have its parents
   */
  async #inOrder(tips: readonly Pair[]): Promise<boolean> {
    const { signal, ...repositories } = this.#sides;
    const made = new OidMap();
    const commitsOf = (side: keyof Pair) =>
      commitBatches({ repository: repositories[side], signal }, [...new Set(tips.map((tip) => tip[side]))]);
    try {
      await sideBySide(commitsOf('before'), commitsOf('after'), ({ id, payload }, now) => {
        if (!hasSameParents(payload, now.payload, made)) throw new OtherOrder();
        if (id === now.id) return;
        made.set(Buffer.from(id, 'hex'), Buffer.from(now.id, 'hex'));
        return this.#commit({ before: id, after: now.id }, payload, now.payload);
      });
    } catch (error) {
      if (error instanceof OtherOrder) return false;
      throw error;
    }
    return tips.every(({ before, after }) => (made.get(before) ?? before) === after);
  }

  async #byParents(tips: readonly Pair[]): Promise<void> {
    const commits = await CommitPairs.read(this.#sides, tips);
    const [torn, strange] = [commits.torn(), commits.strange()];
    this.#result.total += torn.length;
    for (const id of torn) this.#tell(say('{id} has no commit in its place, or several.', { id: short(id) }));
    if (strange > 0) {
      this.#result.total += strange;
      this.#tell(
        strange === 1
          ? say('1 new commit is in the place of none.')
          : say('{count} new commits are in the place of none.', { count: counted(strange) }),
      );
    }
    let some: Pair[] = [];
    const look = () =>
      readPairs(this.#sides, some, (then, now, index) => this.#commit(some[index] as Pair, then.payload, now.payload));
    for (const pair of commits.pairs()) {
      if (some.push(pair) < AT_ONCE) continue;
      await look();
      some = [];
    }
    await look();
  }

  /** Follows refs through annotated tags. @returns the commits at their ends */
  async #peel(refs: readonly Pair[]): Promise<Pair[]> {
    const commits: Pair[] = [];
    const seen = new Set<string>();
    const trees: Pair[] = [];
    for (let level = refs; level.length > 0; ) {
      const asked = level.filter((pair) => {
        const key = `${pair.before}${pair.after}`;
        return !seen.has(key) && seen.add(key);
      });
      const [then, now] = await Promise.all([this.#types('before', asked), this.#types('after', asked)]);
      const tags: Pair[] = [];
      for (const [index, pair] of asked.entries()) {
        const type = then[index];
        if (type === 'commit' && now[index] === 'commit') commits.push(pair);
        else if (type === 'tag' && now[index] === 'tag') tags.push(pair);
        else if (type === 'tree' && now[index] === 'tree') trees.push(pair);
        else this.#count(pair.before, this.#rules.blobs.get(pair.before) === pair.after ? [] : [KIND]);
      }
      level = await this.#tags(tags);
    }
    const others = await this.#trees.others(trees);
    for (const pair of trees) this.#count(pair.before, others.has(pair) ? [FILES] : []);
    return commits;
  }

  async #types(side: 'before' | 'after', pairs: readonly Pair[]): Promise<string[]> {
    const types: string[] = [];
    if (pairs.length === 0) return types;
    await runGit({
      args: ['--git-dir', this.#sides[side], 'cat-file', '--batch-check=%(objecttype)'],
      stdin: `${pairs.map((pair) => pair[side]).join('\n')}\n`,
      signal: this.#sides.signal,
      onStdout: (line) => types.push(line),
    }).done;
    return types;
  }

  /** @returns what they name */
  async #tags(pairs: readonly Pair[]): Promise<Pair[]> {
    const named: Pair[] = [];
    await readPairs(this.#sides, pairs, (before, after, index) => {
      const [then, now] = [partsOf(before.payload), partsOf(after.payload)];
      const differences = this.#differences(then, now);
      if (this.#rules.messages && !isSameWithoutSignature(then.message, now.message)) differences.push(MESSAGE);
      this.#count(pairs[index]?.before ?? '', differences);
      const [one, other] = [objectOf(before.payload), objectOf(after.payload)];
      if (one !== other) named.push({ before: one, after: other });
    });
    return named;
  }

  /** @returns what is to be waited for, when enough of them came */
  #commit(pair: Pair, before: Buffer, after: Buffer): Promise<void> | undefined {
    const [then, now] = [partsOf(before), partsOf(after)];
    const differences = this.#differences(then, now);
    if (this.#rules.messages && !isSameMessage(then, now)) differences.push(MESSAGE);
    if (then.tree === now.tree) {
      this.#count(pair.before, differences);
      return;
    }
    this.#waiting.push({ id: pair.before, trees: { before: then.tree, after: now.tree }, differences });
    return this.#waiting.length < AT_ONCE ? undefined : this.#flush();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const others = await this.#trees.others(waiting.map(({ trees }) => trees));
    for (const { id, trees, differences } of waiting) {
      this.#count(id, others.has(trees) ? [...differences, FILES] : differences);
    }
  }

  #differences(then: ObjectParts, now: ObjectParts): Difference[] {
    const differences: Difference[] = [];
    const roles = new Set([...then.people.keys(), ...now.people.keys()]);
    for (const role of roles) {
      const [before, after] = [then.people.get(role), now.people.get(role)];
      if (
        before === undefined ||
        after === undefined ||
        after.who !== (this.#rules.people.get(before.who) ?? before.who)
      ) {
        differences.push(AUTHOR);
      }
      if (before?.when !== after?.when) differences.push(DATE);
    }
    if (then.headers !== now.headers) differences.push(HEADERS);
    return differences;
  }

  #count(id: string, [first]: readonly Difference[]): void {
    this.#result.total += 1;
    if (first === undefined) this.#result.same += 1;
    else this.#tell(first(short(id)));
  }

  #tell(text: Said): void {
    if (this.#result.examples.length < MOST_EXAMPLES) this.#result.examples.push(text);
  }
}

type Difference = (id: string) => Said;

interface Waiting {
  id: string;
  trees: Pair;
  differences: Difference[];
}

const AUTHOR: Difference = (id) => say('{id} has another author.', { id });
const DATE: Difference = (id) => say('{id} has another date.', { id });
const MESSAGE: Difference = (id) => say('{id} has another message.', { id });
const HEADERS: Difference = (id) => say('{id} has other headers.', { id });
const FILES: Difference = (id) => say('{id} has other files.', { id });
const KIND: Difference = (id) => say('{id} became something else.', { id });

function short(id: string): string {
  return id.slice(0, 12);
}

function objectOf(payload: Buffer): string {
  return payload.toString('latin1', 'object '.length, 'object '.length + 40);
}

const FIRST_PARENT = `tree ${'0'.repeat(40)}\n`.length;
const PARENT = 'parent ';
const HEX = 40;

/** @param made what became of commits */
function hasSameParents(before: Buffer, after: Buffer, made: OidMap): boolean {
  const idAt = (payload: Buffer, at: number): string =>
    payload.toString('latin1', at, at + PARENT.length) === PARENT
      ? payload.toString('latin1', at + PARENT.length, at + PARENT.length + HEX)
      : '';
  for (let at = FIRST_PARENT; ; at += PARENT.length + HEX + 1) {
    const [then, now] = [idAt(before, at), idAt(after, at)];
    if (then === '' || now === '') return then === now;
    if (then !== now && made.get(then) !== now) return false;
    // One that became another is not there any more.
    if (then === now && made.get(then) !== null) return false;
  }
}
