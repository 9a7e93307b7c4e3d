/** Trees that were written anew: nothing differs but what was to. */
import { readEntries, type TreeEntry } from '../../git/pack/tree-entries.ts';
import { OidMap } from '../../git/rewrite/oid-map.ts';
import { type Pair, readPairs, type Sides } from './object-pairs.ts';

/** What may differ between the trees of before and after. */
export interface TreeRules {
  /** What became of blobs by their ids: the id of a pointer, or null where they were left out. */
  blobs: ReadonlyMap<string, string | null>;
  /** Names that may come or change in every folder. */
  everywhere: ReadonlySet<string>;
  /** Names that may come or change in the first folder. */
  atTop: ReadonlySet<string>;
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const FOLDER = /^0?40000$/;
const SUBMODULE = '160000';

/** One of the pairs that are looked at together. */
interface Node extends Pair {
  isTop: boolean;
  /** Places of those that it lies in. */
  above: number[];
  isOther: boolean;
}

export class TreeComparison {
  readonly #sides: Sides;
  readonly #rules: TreeRules;
  /** Folders that were found to be what they should be. */
  readonly #known = { top: new OidMap(), below: new OidMap() };

  constructor(sides: Sides, rules: TreeRules) {
    this.#sides = sides;
    this.#rules = rules;
  }

  /** @returns which of the pairs differ in more than may be @throws Failure */
  async others(pairs: readonly Pair[]): Promise<Set<Pair>> {
    const nodes: Node[] = [];
    const places = new Map<string, number>();
    const add = ({ before, after }: Pair, isTop: boolean): number => {
      const key = `${isTop} ${before} ${after}`;
      const place = places.get(key) ?? nodes.push({ before, after, isTop, above: [], isOther: false }) - 1;
      places.set(key, place);
      return place;
    };
    const asked = pairs.filter((pair) => !this.#isKnown(pair, true)).map((pair) => ({ pair, at: add(pair, true) }));
    for (let from = 0; from < nodes.length; ) {
      const level = nodes.slice(from);
      const first = from;
      from = nodes.length;
      await readPairs(this.#sides, level, (then, now, index) => {
        const node = level[index] as Node;
        if (then.type !== 'tree' || now.type !== 'tree') {
          node.isOther = true;
          return;
        }
        const below = this.#compare(readEntries(then.payload), readEntries(now.payload), node.isTop);
        if (below === null) node.isOther = true;
        for (const pair of below ?? []) {
          if (!this.#isKnown(pair, false)) nodes[add(pair, false)]?.above.push(first + index);
        }
      });
    }
    const others = nodes.filter(({ isOther }) => isOther);
    for (let node = others.pop(); node !== undefined; node = others.pop()) {
      for (const above of node.above.map((place) => nodes[place] as Node)) {
        if (above.isOther) continue;
        above.isOther = true;
        others.push(above);
      }
    }
    for (const { before, after, isTop, isOther } of nodes) {
      if (!isOther) this.#mapOf(isTop).set(Buffer.from(before, 'hex'), Buffer.from(after, 'hex'));
    }
    return new Set(asked.filter(({ at }) => nodes[at]?.isOther).map(({ pair }) => pair));
  }

  #mapOf(isTop: boolean): OidMap {
    return isTop ? this.#known.top : this.#known.below;
  }

  #isKnown({ before, after }: Pair, isTop: boolean): boolean {
    return before === after || this.#mapOf(isTop).get(before) === after;
  }

  /** @returns folders in it that differ; null where something differs that may not */
  #compare(before: readonly TreeEntry[], after: readonly TreeEntry[], isTop: boolean): Pair[] | null {
    const { blobs, everywhere, atTop } = this.#rules;
    const mayDiffer = (name: string) => everywhere.has(name) || (isTop && atTop.has(name));
    const now = new Map(after.map((entry) => [entry.name, entry]));
    const below: Pair[] = [];
    for (const then of before) {
      const made = now.get(then.name);
      now.delete(then.name);
      const [wasFolder, isFolder] = [FOLDER.test(then.mode), made !== undefined && FOLDER.test(made.mode)];
      if (made !== undefined && made.mode === then.mode && made.oid.equals(then.oid)) continue;
      const id = then.oid.toString('hex');
      if (wasFolder && (isFolder || made === undefined)) {
        // A folder of which nothing is left is gone.
        below.push({ before: id, after: made?.oid.toString('hex') ?? EMPTY_TREE });
        continue;
      }
      if (made !== undefined && mayDiffer(then.name) && isText(then) && isText(made)) continue;
      const pointer = then.mode === SUBMODULE ? undefined : blobs.get(id);
      const isAsChosen =
        pointer === null
          ? made === undefined
          : pointer !== undefined && made?.mode === then.mode && made.oid.toString('hex') === pointer;
      if (!isAsChosen) return null;
    }
    for (const { name, ...entry } of now.values()) if (!mayDiffer(name) || !isText(entry)) return null;
    return below;
  }
}

function isText({ mode }: Pick<TreeEntry, 'mode'>): boolean {
  return mode.startsWith('100');
}
