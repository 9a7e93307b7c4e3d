/** Lines of history: every life of every trunk, branch and tag folder, and of the folders that they come from. */
import { NumberList } from '../../../git/number-list.ts';
import { type Cut, cutOf } from '../layout/cut.ts';
import type { FolderAt } from '../layout/folder-moves.ts';
import type { LineMatch } from '../layout/matcher.ts';
import { isWithin } from '../layout/paths.ts';
import type { CommitGraph } from './commit-graph.ts';

/** One life of a folder, from its creation to its deletion. */
export interface Line {
  path: string;
  match: LineMatch;
  /** Whether it is only the past of other lines, without a ref of its own. */
  isPast: boolean;
  startRevision: number;
  /** Revision that deleted it, or null. */
  endRevision: number | null;
  /** Commit numbers in order. */
  commits: NumberList;
  /** Revision that its last commit came from; 0 before the first. */
  lastCommitted: number;
  /** What the folder was copied from; null when it was added empty. */
  source: FolderAt | null;
  /** Commit that the folder was copied from, or -1. */
  origin: number;
  /** Revision of a tag's creation that has no commit of its own yet. */
  pendingCreation: number | null;
  /** svn:mergeinfo as last seen on the folder. */
  mergeinfo: string;
  /** Last revision that did something to it. */
  lastRevision: number;
  /** Tree of its last commit, 40 hex digits; '' before the first. */
  lastTree: string;
  /** What its tree leaves out; null for nothing; undefined when that has to be found out anew (`Lines.cutOf`). */
  cut: Cut | null | undefined;
}

export interface NewLine {
  path: string;
  match: LineMatch;
  revision: number;
  source: FolderAt | null;
  origin: number;
  isPast?: boolean;
}

export class Lines {
  readonly #alive = new Map<string, Line>();
  readonly #lives = new Map<string, Line[]>();
  /** How many living lines lie below a folder. */
  readonly #below = new Map<string, number>();
  /** Lines in which others began or ended. */
  #recut = new Set<Line>();
  readonly #leftOut: readonly string[];
  readonly all: Line[] = [];

  /** @param leftOut folders that are in no line */
  constructor(leftOut: readonly string[]) {
    this.#leftOut = leftOut;
  }

  alive(path: string): Line | undefined {
    return this.#alive.get(path);
  }

  get living(): Iterable<Line> {
    return this.#alive.values();
  }

  start({ path, match, revision, source, origin, isPast = false }: NewLine): Line {
    const line: Line = {
      path,
      match,
      isPast,
      startRevision: revision,
      endRevision: null,
      commits: new NumberList(0),
      lastCommitted: 0,
      source,
      origin,
      pendingCreation: null,
      mergeinfo: '',
      lastRevision: revision,
      lastTree: '',
      cut: undefined,
    };
    const before = this.#alive.get(path);
    if (before !== undefined) this.finish(before, revision);
    this.#alive.set(path, line);
    this.#countAround(path, 1);
    const lives = this.#lives.get(path);
    if (lives === undefined) this.#lives.set(path, [line]);
    else lives.push(line);
    this.all.push(line);
    return line;
  }

  /** Ends the line at `path` and all below it, but for pasts that begin in this very revision. */
  end(path: string, revision: number): void {
    const exactly = this.#alive.get(path);
    const around =
      (this.#below.get(path) ?? 0) > 0 ? [...this.#alive.values()] : exactly === undefined ? [] : [exactly];
    for (const line of around) {
      if (!isWithin(line.path, path) || (line.isPast && line.startRevision === revision)) continue;
      this.finish(line, revision);
    }
  }

  /** Ends one line and nothing below it. */
  finish(line: Line, revision: number): void {
    line.endRevision = revision;
    this.#alive.delete(line.path);
    this.#countAround(line.path, -1);
  }

  /** The life of `path` at a revision. */
  at(path: string, revision: number): Line | undefined {
    const lives = this.#lives.get(path);
    if (lives === undefined) return undefined;
    for (let i = lives.length - 1; i >= 0; i--) {
      const line = lives[i] as Line;
      if (line.startRevision <= revision)
        return line.endRevision === null || revision < line.endRevision ? line : undefined;
    }
    return undefined;
  }

  /** The line that `path` was or lay in at a revision, the innermost. */
  around(path: string, revision: number): Line | undefined {
    for (const folder of upwards(path)) {
      const line = this.at(folder, revision);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  /** The line of now that `path` is or lies in, the innermost. */
  aliveAround(path: string): Line | undefined {
    for (const folder of upwards(path)) {
      const line = this.#alive.get(folder);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  /** Living lines in which others began or ended since the last call. */
  takeRecut(): Line[] {
    const recut = [...this.#recut].filter(({ endRevision }) => endRevision === null);
    this.#recut = new Set();
    return recut;
  }

  /** What the line's tree leaves out: lines in it, and folders that a person left out. */
  cutOf(line: Line): Cut | null {
    if (line.cut === undefined) {
      const inside = (path: string) => path !== line.path && isWithin(path, line.path);
      const lines = (this.#below.get(line.path) ?? 0) > 0 ? [...this.#alive.keys()].filter(inside) : [];
      const folders = [...lines, ...this.#leftOut.filter(inside)];
      line.cut = cutOf(folders.map((path) => (line.path === '' ? path : path.slice(line.path.length + 1))));
    }
    return line.cut;
  }

  #countAround(path: string, more: 1 | -1): void {
    if (path === '') return;
    for (const folder of upwards(path)) {
      if (folder === path) continue;
      this.#below.set(folder, (this.#below.get(folder) ?? 0) + more);
      const line = this.#alive.get(folder);
      if (line === undefined) continue;
      line.cut = undefined;
      this.#recut.add(line);
    }
  }
}

/** `path` and the folders around it, the innermost first. */
function* upwards(path: string): Generator<string> {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    yield at;
    if (at === '') return;
  }
}

/** The line's youngest commit that is not younger than `revision`; its origin before its first; -1 for none. */
export function commitAt(graph: CommitGraph, line: Line, revision: number): number {
  let low = 0;
  let high = line.commits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (graph.revision(line.commits.at(middle)) <= revision) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? line.commits.at(low - 1) : line.origin;
}

export function headOf(line: Line): number {
  return line.commits.last() ?? line.origin;
}
