/** Lines of history: every life of every trunk, branch and tag folder. */
import type { LineMatch } from '../layout.ts';

/** One life of a folder, from its creation to its deletion. */
export interface Line {
  path: string;
  match: LineMatch;
  startRevision: number;
  /** Revision that deleted it, or null. */
  endRevision: number | null;
  /** Commit numbers in order, with the revision each came from. */
  commits: number[];
  revisions: number[];
  /** Commit that the folder was copied from, or -1. */
  origin: number;
  /** Revision of a tag's creation that has no commit of its own yet. */
  pendingCreation: number | null;
  /** svn:mergeinfo as last seen on the folder. */
  mergeinfo: string;
  /** Last revision that did something to it. */
  lastRevision: number;
}

export class Lines {
  readonly #alive = new Map<string, Line>();
  readonly #lives = new Map<string, Line[]>();
  readonly all: Line[] = [];

  alive(path: string): Line | undefined {
    return this.#alive.get(path);
  }

  get living(): Iterable<Line> {
    return this.#alive.values();
  }

  start(path: string, match: LineMatch, revision: number, origin: number): Line {
    const line: Line = {
      path,
      match,
      startRevision: revision,
      endRevision: null,
      commits: [],
      revisions: [],
      origin,
      pendingCreation: null,
      mergeinfo: '',
      lastRevision: revision,
    };
    this.#alive.set(path, line);
    const lives = this.#lives.get(path);
    if (lives === undefined) this.#lives.set(path, [line]);
    else lives.push(line);
    this.all.push(line);
    return line;
  }

  /** Ends the line at `path` and all below it. */
  end(path: string, revision: number): void {
    for (const line of this.#alive.values()) {
      if (line.path === path || path === '' || line.path.startsWith(`${path}/`)) {
        line.endRevision = revision;
        this.#alive.delete(line.path);
      }
    }
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
}

/** The line's youngest commit that is not younger than `revision`; its origin before its first; -1 for none. */
export function commitAt(line: Line, revision: number): number {
  let low = 0;
  let high = line.revisions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((line.revisions[middle] as number) <= revision) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? (line.commits[low - 1] as number) : line.origin;
}

export function headOf(line: Line): number {
  return line.commits[line.commits.length - 1] ?? line.origin;
}
