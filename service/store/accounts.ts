import { timestamp } from './clock.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, signedOn } from './reach.ts';

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

export interface MemberRow extends AccountRow {
  role: MemberRole;
}

export type MemberRole = 'owner' | 'member';

interface Paging {
  limit: number;
  offset: number;
}

/** Its own organizations; owners of the installation use all of them, also restored ones that nobody here is in. */
const ORGANIZATION_OF = `a.type = 'Organization'
  AND (a.id IN (SELECT organization_id FROM memberships WHERE account_id = @accountId)
    OR EXISTS (SELECT 1 FROM accounts o WHERE o.id = @accountId AND o.site_admin = 1))`;

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

  /** Makes the account a member, or changes its role. */
  setRole(organizationId: number, accountId: number, role: MemberRole): void {
    this.#store
      .sql(
        `INSERT INTO memberships (organization_id, account_id, role) VALUES (@organizationId, @accountId, @role)
         ON CONFLICT (organization_id, account_id) DO UPDATE SET role = excluded.role`,
      )
      .run({ organizationId, accountId, role });
  }

  removeMember(organizationId: number, accountId: number): void {
    this.#store
      .sql('DELETE FROM memberships WHERE organization_id = @organizationId AND account_id = @accountId')
      .run({ organizationId, accountId });
  }

  /** Null for one who is no member. */
  role(organizationId: number, accountId: number): MemberRole | null {
    const row = this.#store
      .sql<{ role: MemberRole }>(
        'SELECT role FROM memberships WHERE organization_id = @organizationId AND account_id = @accountId',
      )
      .get({ organizationId, accountId });
    return row?.role ?? null;
  }

  members(organizationId: number, page: Paging): MemberRow[] {
    return this.#store
      .sql<MemberRow>(
        `SELECT a.*, m.role FROM accounts a JOIN memberships m ON m.account_id = a.id
         WHERE m.organization_id = @organizationId ORDER BY a.id LIMIT @limit OFFSET @offset`,
      )
      .all({ organizationId, ...page });
  }

  countMembers(organizationId: number): number {
    return this.#count('SELECT count(*) AS n FROM memberships WHERE organization_id = @organizationId', {
      organizationId,
    });
  }

  countOwners(organizationId: number): number {
    return this.#count(
      "SELECT count(*) AS n FROM memberships WHERE organization_id = @organizationId AND role = 'owner'",
      { organizationId },
    );
  }

  people(page: Paging): AccountRow[] {
    return this.#store
      .sql<AccountRow>("SELECT * FROM accounts WHERE type = 'User' ORDER BY id LIMIT @limit OFFSET @offset")
      .all({ ...page });
  }

  countPeople(): number {
    return this.#count("SELECT count(*) AS n FROM accounts WHERE type = 'User'", {});
  }

  setPasswordHash(id: number, password_hash: string): void {
    this.#store
      .sql('UPDATE accounts SET password_hash = @password_hash, updated_at = @now WHERE id = @id')
      .run({ id, password_hash, now: timestamp() });
  }

  setSamlEnforced(id: number, enforced: boolean): void {
    this.#store
      .sql('UPDATE accounts SET saml_enforced = @enforced, updated_at = @now WHERE id = @id')
      .run({ id, enforced: enforced ? 1 : 0, now: timestamp() });
  }

  /** Ids of the account's organizations that enforce single sign-on. */
  singleSignOnOf(accountId: number): number[] {
    return this.#store
      .sql<{ id: number }>(
        `SELECT a.id FROM accounts a JOIN memberships m ON m.organization_id = a.id
         WHERE m.account_id = @accountId AND a.saml_enforced = 1 ORDER BY a.id`,
      )
      .all({ accountId })
      .map(({ id }) => id);
  }

  /** @param reach without `singleSignOn`, organizations that enforce it are left out */
  organizationsOf(accountId: number, reach: Reach, page: Paging): AccountRow[] {
    return this.#store
      .sql<AccountRow>(
        `SELECT a.* FROM accounts a WHERE ${ORGANIZATION_OF} AND ${signedOn('a')}
         ORDER BY a.id LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...reachParameters(reach), ...page });
  }

  countOrganizationsOf(accountId: number, reach: Reach): number {
    return this.#count(`SELECT count(*) AS n FROM accounts a WHERE ${ORGANIZATION_OF} AND ${signedOn('a')}`, {
      accountId,
      ...reachParameters(reach),
    });
  }

  #count(text: string, parameters: Record<string, string | number>): number {
    return this.#store.sql<{ n: number }>(text).get(parameters)?.n ?? 0;
  }
}
