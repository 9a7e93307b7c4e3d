/** Accounts, memberships and repositories of a restored archive: many rows at once, in little time. */
import type { AccountRow, MemberRole } from './accounts.ts';
import { timestamp } from './clock.ts';
import type { Store } from './open.ts';
import type { RepositoryRow } from './repositories.ts';

export interface AdoptedRows {
  accounts: readonly (Pick<AccountRow, 'type' | 'login' | 'name' | 'email'> & { created_at: string | null })[];
  memberships: readonly { organization: string; login: string; role: MemberRole }[];
  repositories: readonly (Pick<
    RepositoryRow,
    'owner' | 'name' | 'description' | 'private' | 'default_branch' | 'size_kb' | 'records_id'
  > & { created_at: string | null; pushed_at: string | null })[];
}

/** Rows that are laid aside at once: the thread is free in between. */
const AT_ONCE = 500;

const COLUMNS = {
  accounts: ['type', 'login', 'name', 'email', 'created_at'],
  memberships: ['organization', 'login', 'role'],
  repositories: [
    ...[
      'owner',
      'name',
      'description',
      'private',
      'default_branch',
      'size_kb',
      'records_id',
      'created_at',
      'pushed_at',
    ],
  ],
} as const;

type Kind = keyof typeof COLUMNS;

/**
 * Rows are laid aside in temporary tables first, which takes the longest and blocks nobody; then `commit` makes them
 * real, within a transaction of the caller.
 */
export class Adoption {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
    for (const [kind, columns] of Object.entries(COLUMNS)) {
      store.sql(`CREATE TEMP TABLE IF NOT EXISTS adopted_${kind} (${columns.join(', ')})`).run();
    }
    this.#clear();
  }

  #clear(): void {
    for (const kind of Object.keys(COLUMNS)) this.#store.sql(`DELETE FROM temp.adopted_${kind}`).run();
  }

  async lay(rows: AdoptedRows): Promise<void> {
    for (const kind of Object.keys(COLUMNS) as Kind[]) {
      const columns = COLUMNS[kind].map((name) => `value ->> '${name}'`).join(', ');
      for (let at = 0; at < rows[kind].length; at += AT_ONCE) {
        this.#store
          .sql(`INSERT INTO temp.adopted_${kind} SELECT ${columns} FROM json_each(@rows) ORDER BY key`)
          .run({ rows: JSON.stringify(rows[kind].slice(at, at + AT_ONCE)) });
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  /**
   * Call it in a transaction. People get no password: nothing that is typed in fits a hash of this form.
   * @returns how many repositories were made: those without an owner here are left out
   */
  commit(): number {
    const now = timestamp();
    this.#store
      .sql(
        `INSERT INTO accounts (type, login, name, email, password_hash, site_admin, created_at, updated_at)
         SELECT type, login, name, email, CASE type WHEN 'User' THEN '!' END, 0, ifnull(created_at, @now), @now
         FROM temp.adopted_accounts`,
      )
      .run({ now });
    this.#store
      .sql(
        `INSERT OR IGNORE INTO memberships (organization_id, account_id, role)
         SELECT o.id, a.id, m.role FROM temp.adopted_memberships m
         JOIN accounts o ON o.login = m.organization AND o.type = 'Organization'
         JOIN accounts a ON a.login = m.login AND a.type = 'User'`,
      )
      .run();
    const { changes } = this.#store
      .sql(
        `INSERT INTO repositories (owner_id, name, description, private, default_branch, size_kb, records_id,
           created_at, updated_at, pushed_at)
         SELECT a.id, r.name, r.description, r.private, r.default_branch, r.size_kb, r.records_id,
           ifnull(r.created_at, @now), @now, ifnull(r.pushed_at, @now)
         FROM temp.adopted_repositories r JOIN accounts a ON a.login = r.owner ORDER BY r.rowid`,
      )
      .run({ now });
    this.#clear();
    return changes;
  }
}
