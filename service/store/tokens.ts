import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface TokenRow {
  id: number;
  account_id: number;
  /** Null for a personal token. */
  grant_id: number | null;
  note: string | null;
  note_url: string | null;
  fingerprint: string | null;
  /** JSON array, normalised and sorted. */
  scopes: string;
  /** Lower-case hex SHA-256 of the token. */
  hashed_token: string;
  token_last_eight: string;
  created_at: string;
  updated_at: string;
}

/** A token with the application that it belongs to; all three null for a personal one. */
export interface TokenWithApplication extends TokenRow {
  application_name: string | null;
  application_url: string | null;
  client_id: string | null;
}

export interface GrantRow {
  id: number;
  account_id: number;
  application_id: number;
  created_at: string;
  updated_at: string;
}

export interface GrantWithApplication extends GrantRow {
  application_name: string;
  application_url: string;
  client_id: string;
  /** JSON array of the scope arrays of its tokens. */
  token_scopes: string;
}

/** Columns of a token `t` with its application's. */
const withApplication = (tokens: string) =>
  `SELECT t.*, a.name AS application_name, a.url AS application_url, a.client_id AS client_id
   FROM ${tokens} t LEFT JOIN grants g ON g.id = t.grant_id LEFT JOIN applications a ON a.id = g.application_id`;

const GRANTS = `SELECT g.*, a.name AS application_name, a.url AS application_url, a.client_id AS client_id,
    (SELECT json_group_array(json(t.scopes)) FROM tokens t WHERE t.grant_id = g.id) AS token_scopes
  FROM grants g JOIN applications a ON a.id = g.application_id`;

interface Paging {
  limit: number;
  offset: number;
}

/** Statements on `tokens` and `grants`. */
export class TokenTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(accountId: number, id: number): TokenWithApplication | undefined {
    return this.#store
      .sql<TokenWithApplication>(`${withApplication('tokens')} WHERE t.id = @id AND t.account_id = @accountId`)
      .get({ id, accountId });
  }

  byHash(hashed: string): TokenRow | undefined {
    return this.#store.sql<TokenRow>('SELECT * FROM tokens WHERE hashed_token = @hashed').get({ hashed });
  }

  list(accountId: number, page: Paging): TokenWithApplication[] {
    return this.#store
      .sql<TokenWithApplication>(
        // The page is cut out before the joins: a late page costs little more than the first.
        `${withApplication(
          '(SELECT * FROM tokens WHERE account_id = @accountId ORDER BY id LIMIT @limit OFFSET @offset)',
        )} ORDER BY t.id`,
      )
      .all({ accountId, ...page });
  }

  count(accountId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM tokens WHERE account_id = @accountId')
        .get({ accountId })?.n ?? 0
    );
  }

  /** The token of an application with this fingerprint (null: with none), oldest first. */
  ofGrant(grantId: number, fingerprint: string | null): TokenRow | undefined {
    return this.#store
      .sql<TokenRow>(
        'SELECT * FROM tokens WHERE grant_id = @grantId AND fingerprint IS @fingerprint ORDER BY id LIMIT 1',
      )
      .get({ grantId, fingerprint });
  }

  hasPersonalNote(accountId: number, note: string, except: number): boolean {
    const row = this.#store
      .sql('SELECT 1 FROM tokens WHERE account_id = @accountId AND grant_id IS NULL AND note = @note AND id <> @except')
      .get({ accountId, note, except });
    return row !== undefined;
  }

  hasFingerprint(grantId: number, fingerprint: string, except: number): boolean {
    const row = this.#store
      .sql('SELECT 1 FROM tokens WHERE grant_id = @grantId AND fingerprint = @fingerprint AND id <> @except')
      .get({ grantId, fingerprint, except });
    return row !== undefined;
  }

  insert(row: Omit<TokenRow, 'id' | 'created_at' | 'updated_at'>): number {
    const { id } = this.#store
      .sql(
        `INSERT INTO tokens (account_id, grant_id, note, note_url, fingerprint, scopes, hashed_token, token_last_eight, created_at, updated_at)
         VALUES (@account_id, @grant_id, @note, @note_url, @fingerprint, @scopes, @hashed_token, @token_last_eight, @now, @now)`,
      )
      .run({ ...row, now: timestamp() });
    return id;
  }

  update(
    row: Pick<TokenRow, 'id' | 'note' | 'note_url' | 'fingerprint' | 'scopes' | 'hashed_token' | 'token_last_eight'>,
  ): void {
    this.#store
      .sql(
        `UPDATE tokens SET note = @note, note_url = @note_url, fingerprint = @fingerprint, scopes = @scopes,
           hashed_token = @hashed_token, token_last_eight = @token_last_eight, updated_at = @now WHERE id = @id`,
      )
      .run({
        id: row.id,
        note: row.note,
        note_url: row.note_url,
        fingerprint: row.fingerprint,
        scopes: row.scopes,
        hashed_token: row.hashed_token,
        token_last_eight: row.token_last_eight,
        now: timestamp(),
      });
  }

  delete(id: number): void {
    this.#store.sql('DELETE FROM tokens WHERE id = @id').run({ id });
  }

  grantOf(accountId: number, applicationId: number): GrantRow | undefined {
    return this.#store
      .sql<GrantRow>('SELECT * FROM grants WHERE account_id = @accountId AND application_id = @applicationId')
      .get({ accountId, applicationId });
  }

  grantById(accountId: number, id: number): GrantWithApplication | undefined {
    return this.#store
      .sql<GrantWithApplication>(`${GRANTS} WHERE g.id = @id AND g.account_id = @accountId`)
      .get({ id, accountId });
  }

  listGrants(accountId: number, page: Paging): GrantWithApplication[] {
    return this.#store
      .sql<GrantWithApplication>(`${GRANTS} WHERE g.account_id = @accountId ORDER BY g.id LIMIT @limit OFFSET @offset`)
      .all({ accountId, ...page });
  }

  countGrants(accountId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM grants WHERE account_id = @accountId')
        .get({ accountId })?.n ?? 0
    );
  }

  insertGrant(accountId: number, applicationId: number): number {
    const { id } = this.#store
      .sql(
        `INSERT INTO grants (account_id, application_id, created_at, updated_at)
         VALUES (@accountId, @applicationId, @now, @now)`,
      )
      .run({ accountId, applicationId, now: timestamp() });
    return id;
  }

  touchGrant(id: number): void {
    this.#store.sql('UPDATE grants SET updated_at = @now WHERE id = @id').run({ id, now: timestamp() });
  }

  /** Its tokens go with it. */
  deleteGrant(id: number): void {
    this.#store.sql('DELETE FROM grants WHERE id = @id').run({ id });
  }

  tokensOfGrant(id: number): number {
    return this.#store.sql<{ n: number }>('SELECT count(*) AS n FROM tokens WHERE grant_id = @id').get({ id })?.n ?? 0;
  }
}
