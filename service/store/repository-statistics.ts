import type { CommitsOfYear, RepositoryStatistics } from '../vocabulary/repository-statistics.ts';
import type { Store } from './open.ts';

/** Statements on `repository_statistics`. */
export class RepositoryStatisticsTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * What was counted last, the digest of the refs for which it was, and whether lists show its years still; undefined when nobody
   * has counted.
   */
  of(repositoryId: number): { refs: string; statistics: RepositoryStatistics; listed: boolean } | undefined {
    const row = this.#store
      .sql<{ refs_state: string; statistics: string; years: string }>(
        'SELECT refs_state, statistics, years FROM repository_statistics WHERE repository_id = @repositoryId',
      )
      .get({ repositoryId });
    if (row === undefined) return undefined;
    // What earlier versions counted has no lines, and is shown until it is counted anew.
    const statistics = { lines: [], ...(JSON.parse(row.statistics) as Omit<RepositoryStatistics, 'lines'>) };
    return { refs: row.refs_state, statistics, listed: row.years !== 'null' };
  }

  /** Keeps what was counted of a repository that is there still; it is on the disk with what follows. */
  keep(repositoryId: number, refs: string, statistics: RepositoryStatistics): void {
    this.#store.relaxed(() =>
      this.#store
        .sql(
          `INSERT OR REPLACE INTO repository_statistics (repository_id, refs_state, statistics, years)
           SELECT id, @refs, @statistics, @years FROM repositories WHERE id = @repositoryId`,
        )
        .run({
          ...{ repositoryId, refs },
          statistics: JSON.stringify(statistics),
          years: JSON.stringify(yearsOf(statistics)),
        }),
    );
  }
}

/** Oldest first. */
export function yearsOf({ months }: RepositoryStatistics): CommitsOfYear[] {
  const years = new Map<number, number>();
  for (const { month, commits } of months) {
    const year = Number(month.slice(0, 4));
    years.set(year, (years.get(year) ?? 0) + commits);
  }
  return [...years];
}
