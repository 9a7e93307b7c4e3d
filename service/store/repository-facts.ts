import type { Store } from './open.ts';

/** What was found by looking into a repository and into its records. */
export interface RepositoryFacts {
  /** Most of its code; null for none that is known. */
  language: string | null;
  /** SPDX identifier, 'NOASSERTION' for a licence that is not known; null for none. */
  license: string | null;
  has_wiki: boolean;
  has_issues: boolean;
  /** Issues and pull requests, as the original counts them. */
  open_issues: number;
  archived: boolean;
  topics: string[];
}

interface FactsRow {
  language: string | null;
  license: string | null;
  has_wiki: 0 | 1;
  has_issues: 0 | 1;
  open_issues: number;
  archived: 0 | 1;
  topics: string;
}

/** Statements on `repository_facts`. */
export class RepositoryFactsTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** What was found last, perhaps before the last change; undefined when nobody has looked yet. */
  of(repositoryId: number): RepositoryFacts | undefined {
    const row = this.#store
      .sql<FactsRow>('SELECT * FROM repository_facts WHERE repository_id = @repositoryId')
      .get({ repositoryId });
    if (row === undefined) return undefined;
    const { language, license, open_issues } = row;
    return {
      ...{ language, license, open_issues, topics: JSON.parse(row.topics) as string[] },
      ...{ has_wiki: row.has_wiki === 1, has_issues: row.has_issues === 1, archived: row.archived === 1 },
    };
  }

  /** Those of the repositories that nobody has looked into since their last change; without `ids` of all. */
  stale(ids: readonly number[] | null): number[] {
    return this.#store
      .sql<{ id: number }>(
        `SELECT r.id FROM repositories r LEFT JOIN repository_facts f ON f.repository_id = r.id
         WHERE (f.content_version IS NULL OR f.content_version <> r.content_version)
           AND (@ids IS NULL OR r.id IN (SELECT value FROM json_each(@ids))) ORDER BY r.id`,
      )
      .all({ ids: ids === null ? null : JSON.stringify(ids) })
      .map(({ id }) => id);
  }

  contentVersion(repositoryId: number): number | undefined {
    return this.#store
      .sql<{ content_version: number }>('SELECT content_version FROM repositories WHERE id = @repositoryId')
      .get({ repositoryId })?.content_version;
  }

  /**
   * Keeps what was found of a repository that is there still. What a power cut takes is looked up again, so nobody waits for the
   * disk.
   * @param version its content's when the look began
   */
  keep(repositoryId: number, version: number, facts: RepositoryFacts): void {
    const { language, license, open_issues } = facts;
    const keep = this.#store.sql(
      `INSERT OR REPLACE INTO repository_facts
           (repository_id, content_version, language, license, has_wiki, has_issues, open_issues, archived, topics)
         SELECT id, @version, @language, @license, @has_wiki, @has_issues, @open_issues, @archived, @topics
         FROM repositories WHERE id = @repositoryId`,
    );
    this.#store.relaxed(() =>
      keep.run({
        ...{ repositoryId, version, language, license, open_issues, topics: JSON.stringify(facts.topics) },
        has_wiki: facts.has_wiki ? 1 : 0,
        has_issues: facts.has_issues ? 1 : 0,
        archived: facts.archived ? 1 : 0,
      }),
    );
  }
}
