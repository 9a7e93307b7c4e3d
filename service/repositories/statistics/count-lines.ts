/** Draws the lines of a history from its commits: where each branch left another one, and whether it came back. */
import type { RepositoryStatistics } from '../../vocabulary/repository-statistics.ts';

/** Branches that are drawn, those with the latest commits. */
const MOST_LINES = 24;
/** More commits than this are not held in memory for a picture. */
export const MOST_COMMITS = 100_000;

interface Commit {
  parents: string[];
  /** Seconds since 1970. */
  at: number;
}

export class LineCount {
  readonly #commits = new Map<string, Commit>();

  /** Takes a line of `git log --format=%H%x09%P%x09%at` over. */
  take(line: string): void {
    const [id = '', parents = '', at = ''] = line.split('\t');
    this.#commits.set(id, { parents: parents.split(' ').filter(Boolean), at: Number(at) || 0 });
  }

  /**
   * @param branches names without `refs/heads/` and their commits
   * @param head name of the default branch; null where there is none
   */
  result(branches: ReadonlyMap<string, string>, head: string | null): RepositoryStatistics['lines'] {
    const tip = head === null ? undefined : branches.get(head);
    if (head === null || tip === undefined || this.#commits.size === 0) return [];
    /** Commits of the lines that stand already, and whose they are. */
    const drawn = new Map<string, string>();
    const main = this.#walk(tip, drawn);
    for (const id of main.own) drawn.set(id, head);
    const merged = this.#reachable(tip);
    const others = [...branches]
      .filter(([name]) => name !== head)
      .map(([name, id]) => ({ name, id, at: this.#commits.get(id)?.at ?? 0 }))
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_LINES)
      .map((branch) => ({ ...branch, left: this.#walk(branch.id, drawn).forkedAt }))
      // The oldest first: a later one may have left an earlier one.
      .sort((a, b) => a.left - b.left || a.at - b.at);
    const lines = others.map(({ name, id, at }) => {
      const { own, fork, forkedAt } = this.#walk(id, drawn);
      const from = fork === null ? null : (drawn.get(fork) ?? null);
      for (const each of own) drawn.set(each, name);
      const first = fork === null ? (this.#commits.get(own.at(-1) ?? '')?.at ?? at) : forkedAt;
      return {
        ...{ name, from, first_at: moment(first), last_at: moment(Math.max(at, first)) },
        commits: own.length,
        merged: merged.has(id),
      };
    });
    const last = this.#commits.get(tip)?.at ?? 0;
    const first = this.#commits.get(main.own.at(-1) ?? '')?.at ?? last;
    const own = { first_at: moment(first), last_at: moment(last), commits: main.own.length };
    return [{ name: head, from: null, ...own, merged: false }, ...lines];
  }

  /** Along the first parents until a line that stands already. */
  #walk(from: string, drawn: ReadonlyMap<string, string>): { own: string[]; fork: string | null; forkedAt: number } {
    const own: string[] = [];
    let id: string | undefined = from;
    while (id !== undefined && !drawn.has(id)) {
      const commit = this.#commits.get(id);
      if (commit === undefined) return { own, fork: null, forkedAt: 0 };
      own.push(id);
      id = commit.parents[0];
    }
    return { own, fork: id ?? null, forkedAt: id === undefined ? 0 : (this.#commits.get(id)?.at ?? 0) };
  }

  #reachable(tip: string): Set<string> {
    const seen = new Set<string>();
    const next = [tip];
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      next.push(...(this.#commits.get(id)?.parents ?? []));
    }
    return seen;
  }
}

function moment(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
