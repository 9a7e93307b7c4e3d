/** A history that was made anew against the one that it was made of: every commit and annotated tag, one by one. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import { runGit } from '../../git/git.ts';
import { pairCommits } from './commit-pairs.ts';
import { TreeComparison, type TreeRules } from './compare-trees.ts';
import { type Pair, readPairs, type Sides } from './object-pairs.ts';
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
  readonly #result: ComparedHistories = { total: 0, same: 0, examples: [] };

  constructor(sides: Sides, rules: HistoryRules) {
    this.#sides = sides;
    this.#rules = rules;
    this.#trees = new TreeComparison(sides, rules);
  }

  async of(refs: readonly Pair[]): Promise<ComparedHistories> {
    const tips = await this.#peel(refs);
    const { pairs, torn, strange } = await pairCommits(this.#sides, tips);
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
    for (const pair of pairs()) {
      if (some.push(pair) < AT_ONCE) continue;
      await this.#commits(some);
      some = [];
    }
    await this.#commits(some);
    return this.#result;
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

  async #commits(pairs: readonly Pair[]): Promise<void> {
    const found: { pair: Pair; trees: Pair | null; differences: Difference[] }[] = [];
    await readPairs(this.#sides, pairs, (before, after, index) => {
      const [then, now] = [partsOf(before.payload), partsOf(after.payload)];
      const differences = this.#differences(then, now);
      if (this.#rules.messages && !isSameMessage(then, now)) differences.push(MESSAGE);
      const trees = then.tree === now.tree ? null : { before: then.tree, after: now.tree };
      found.push({ pair: pairs[index] as Pair, trees, differences });
    });
    const others = await this.#trees.others(found.flatMap(({ trees }) => trees ?? []));
    for (const { pair, trees, differences } of found) {
      if (trees !== null && others.has(trees)) differences.push(FILES);
      this.#count(pair.before, differences);
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
