import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface AccountRow {
  id: number;
  type: 'User' | 'Organization';
  login: string;
  name: string | null;
  email: string | null;
  /** Null for an organization. */
  password_hash: string | null;
  site_admin: 0 | 1;
  /** An organization that tokens made with a password cannot reach. */
  saml_enforced: 0 | 1;
  created_at: string;
  updated_at: string;
}

/** Statements on `accounts` and `memberships`. */
export class AccountTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byLogin(login: string): AccountRow | undefined {
    return this.#store.sql<AccountRow>('SELECT * FROM accounts WHERE login = @login').get({ login });
  }

  byId(id: number): AccountRow | undefined {
    return this.#store.sql<AccountRow>('SELECT * FROM accounts WHERE id = @id').get({ id });
  }

  /** The first person of the installation, or undefined before the set-up. */
  first(): AccountRow | undefined {
    return this.#store.sql<AccountRow>("SELECT * FROM accounts WHERE type = 'User' ORDER BY id LIMIT 1").get();
  }

  insert(account: Pick<AccountRow, 'type' | 'login' | 'name' | 'email' | 'password_hash' | 'site_admin'>): AccountRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO accounts (type, login, name, email, password_hash, site_admin, created_at, updated_at)
         VALUES (@type, @login, @name, @email, @password_hash, @site_admin, @now, @now)`,
      )
      .run({ ...account, now: timestamp() });
    return this.byId(id) as AccountRow;
  }

  addOwner(organizationId: number, accountId: number): void {
    this.#store
      .sql('INSERT INTO memberships (organization_id, account_id, role) VALUES (@organizationId, @accountId, @role)')
      .run({ organizationId, accountId, role: 'owner' });
  }

  isMember(organizationId: number, accountId: number): boolean {
    const row = this.#store
      .sql('SELECT 1 FROM memberships WHERE organization_id = @organizationId AND account_id = @accountId')
      .get({ organizationId, accountId });
    return row !== undefined;
  }

  organizationsOf(accountId: number, page: { limit: number; offset: number }): AccountRow[] {
    return this.#store
      .sql<AccountRow>(
        `SELECT a.* FROM accounts a JOIN memberships m ON m.organization_id = a.id
         WHERE m.account_id = @accountId ORDER BY a.id LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...page });
  }

  countOrganizationsOf(accountId: number): number {
    const row = this.#store
      .sql<{ n: number }>('SELECT count(*) AS n FROM memberships WHERE account_id = @accountId')
      .get({ accountId });
    return row?.n ?? 0;
  }
}
