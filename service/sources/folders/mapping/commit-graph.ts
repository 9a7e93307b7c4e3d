export interface NewCommit {
  /** Object number in the store that it was written to: two commits of it may be the very same. */
  object: number;
  /** Commit numbers, the line's own first. */
  parents: readonly number[];
  revision: number;
  /** Object number of the source tree; -1 for an empty one. */
  tree: number;
  path: string;
}

/** What the store that the commits were written to knows of each by its number there; ids are 40 hex digits. */
export interface WrittenCommits {
  id(object: number): string;
  treeId(object: number): string;
}

/**
 * The mapped commits by number (in order of writing, so that parents have lower numbers than children): 20 to 24 bytes of each, as there
 * may be millions.
 */
export class CommitGraph {
  readonly #written: WrittenCommits;
  #count = 0;
  #first = new Int32Array(1024);
  /** Second parents, of none before the first commit that has one. */
  #second: Int32Array<ArrayBuffer> | null = null;
  /** Parents beyond the second; few commits have any. */
  readonly #further = new Map<number, readonly number[]>();
  #revisions = new Int32Array(1024);
  /** Object number of the source tree, before anything was added or removed; -1 for an empty one. */
  #trees = new Int32Array(1024);
  #objects = new Int32Array(1024);
  /** Folders, each once, and the place of each commit's among them. */
  readonly #folders: string[] = [];
  readonly #places = new Map<string, number>();
  #paths = new Int32Array(1024);

  constructor(written: WrittenCommits) {
    this.#written = written;
  }

  get count(): number {
    return this.#count;
  }

  add({ object, parents, revision, tree, path }: NewCommit): number {
    if (this.#count === this.#first.length) this.#grow();
    const number = this.#count++;
    this.#first[number] = parents[0] ?? -1;
    if (parents.length > 1) {
      this.#second ??= new Int32Array(this.#first.length).fill(-1);
      this.#second[number] = parents[1] as number;
    }
    if (parents.length > 2) this.#further.set(number, parents.slice(2));
    this.#revisions[number] = revision;
    this.#trees[number] = tree;
    this.#objects[number] = object;
    this.#paths[number] = this.#placeOf(path);
    return number;
  }

  id(number: number): string {
    return this.#written.id(this.#objects[number] as number);
  }

  /** Folder whose history the commit belongs to. */
  path(number: number): string {
    return this.#folders[this.#paths[number] as number] as string;
  }

  /** Tree that the commit has, after all that was added and removed. */
  treeId(number: number): string {
    return this.#written.treeId(this.#objects[number] as number);
  }

  first(number: number): number {
    return this.#first[number] as number;
  }

  revision(number: number): number {
    return this.#revisions[number] as number;
  }

  tree(number: number): number {
    return this.#trees[number] as number;
  }

  /** Whether the commit left its first parent's tree as it was. */
  changesNothing(number: number): boolean {
    const parent = this.first(number);
    return parent >= 0 && this.tree(parent) === this.tree(number);
  }

  /** Marks every commit that can be reached from `tips`. */
  reachable(tips: Iterable<number>): Uint8Array {
    const seen = new Uint8Array(this.#count);
    for (const tip of tips) if (tip >= 0) seen[tip] = 1;
    for (let number = this.#count - 1; number >= 0; number--) {
      if (seen[number] === 0) continue;
      if (this.first(number) >= 0) seen[this.first(number)] = 1;
      for (const parent of this.#others(number)) seen[parent] = 1;
    }
    return seen;
  }

  /** How many commits can be reached from `tips`; those that are the very same count once. */
  countReachable(tips: Iterable<number>): number {
    let last = -1;
    for (let number = 0; number < this.#count; number++) last = Math.max(last, this.#objects[number] as number);
    const seen = new Uint8Array(last + 1);
    let count = 0;
    for (const [number, mark] of this.reachable(tips).entries()) {
      const object = this.#objects[number] as number;
      if (mark === 0 || seen[object] === 1) continue;
      seen[object] = 1;
      count += 1;
    }
    return count;
  }

  /** Whether `commit` is `tip` or one that it reaches. */
  reaches(tip: number, commit: number): boolean {
    if (commit > tip) return false;
    const seen = new Set([tip]);
    for (const number of seen) {
      if (number === commit) return true;
      for (const parent of [this.first(number), ...this.#others(number)]) if (parent >= commit) seen.add(parent);
    }
    return false;
  }

  /** Those of `tips` that no other of them reaches, the youngest first. */
  independent(tips: readonly number[]): number[] {
    const kept: number[] = [];
    for (const tip of [...new Set(tips)].sort((a, b) => b - a)) {
      if (!kept.some((younger) => this.reaches(younger, tip))) kept.push(tip);
    }
    return kept;
  }

  /** Parents but the first. */
  #others(number: number): number[] {
    const second = this.#second?.[number] ?? -1;
    return second < 0 ? [] : [second, ...(this.#further.get(number) ?? [])];
  }

  /**
   * Commits of `tip`'s first-parent chain that `target` does not have yet, youngest first.
   * Looks no further back than the chain goes.
   */
  missing(tip: number, target: number): number[] {
    const chain: number[] = [];
    const ancestors = new Set<number>([target]);
    const open = [target];
    let low = target;
    // Numbers fall towards ancestors, so `target`'s side is walked only as deep as the chain stands.
    const walkDownTo = (number: number) => {
      while (open.length > 0) {
        let best = 0;
        for (let i = 1; i < open.length; i++) if ((open[i] as number) > (open[best] as number)) best = i;
        low = open[best] as number;
        if (low < number) return;
        open.splice(best, 1);
        for (const parent of [this.first(low), ...this.#others(low)]) {
          if (parent >= 0 && !ancestors.has(parent)) {
            ancestors.add(parent);
            open.push(parent);
          }
        }
      }
    };
    for (let at = tip; at >= 0; at = this.first(at)) {
      walkDownTo(at);
      if (ancestors.has(at)) break;
      chain.push(at);
    }
    return chain;
  }

  #placeOf(path: string): number {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    this.#places.set(path, this.#folders.length);
    return this.#folders.push(path) - 1;
  }

  #grow(): void {
    const longer = (old: Int32Array) => {
      const grown = new Int32Array(old.length * 2);
      grown.set(old);
      return grown as Int32Array<ArrayBuffer>;
    };
    this.#first = longer(this.#first);
    this.#second = this.#second && longer(this.#second).fill(-1, this.#second.length);
    this.#revisions = longer(this.#revisions);
    this.#trees = longer(this.#trees);
    this.#objects = longer(this.#objects);
    this.#paths = longer(this.#paths);
  }
}
