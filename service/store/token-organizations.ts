import { timestamp } from './clock.ts';
import type { Listing, ListRange } from './listing.ts';
import type { Store } from './open.ts';

/** A personal token that reaches an organization which enforces single sign-on. */
export interface AllowedTokenRow {
  token_id: number;
  account_id: number;
  login: string;
  note: string | null;
  /** JSON array. */
  scopes: string;
  token_last_eight: string;
  created_at: string;
}

const OF_ORGANIZATION =
  'FROM token_organizations x JOIN tokens t ON t.id = x.token_id JOIN accounts a ON a.id = t.account_id WHERE x.organization_id = @organizationId';

/** Statements on `token_organizations`. */
export class TokenOrganizationTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Ids of the organizations that a token is allowed for. */
  ofToken(tokenId: number): number[] {
    return this.#store
      .sql<{ id: number }>(
        'SELECT organization_id AS id FROM token_organizations WHERE token_id = @tokenId ORDER BY id',
      )
      .all({ tokenId })
      .map(({ id }) => id);
  }

  allow(tokenId: number, organizationId: number): void {
    this.#store
      .sql(
        `INSERT INTO token_organizations (token_id, organization_id, created_at) VALUES (@tokenId, @organizationId, @now)
         ON CONFLICT DO NOTHING`,
      )
      .run({ tokenId, organizationId, now: timestamp() });
  }

  /** @returns false when it was not allowed */
  forbid(tokenId: number, organizationId: number): boolean {
    return (
      this.#store
        .sql('DELETE FROM token_organizations WHERE token_id = @tokenId AND organization_id = @organizationId')
        .run({ tokenId, organizationId }).changes === 1
    );
  }

  /** Tokens that an organization lets in, oldest first. */
  ofOrganization(organizationId: number, range: ListRange): Listing<AllowedTokenRow> {
    const total =
      this.#store.sql<{ n: number }>(`SELECT count(*) AS n ${OF_ORGANIZATION}`).get({ organizationId })?.n ?? 0;
    const rows = this.#store
      .sql<AllowedTokenRow>(
        `SELECT x.token_id, t.account_id, a.login, t.note, t.scopes, t.token_last_eight, x.created_at ${OF_ORGANIZATION}
         ORDER BY x.token_id LIMIT @limit OFFSET @offset`,
      )
      .all({ organizationId, ...range });
    return { rows, total };
  }
}
