import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface ApplicationRow {
  id: number;
  owner_id: number;
  name: string;
  url: string;
  client_id: string;
  /** Lower-case hex SHA-256. */
  client_secret_hash: string;
  created_at: string;
  updated_at: string;
}

/** Statements on `applications`. */
export class ApplicationTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): ApplicationRow | undefined {
    return this.#store.sql<ApplicationRow>('SELECT * FROM applications WHERE id = @id').get({ id });
  }

  byClientId(clientId: string): ApplicationRow | undefined {
    return this.#store.sql<ApplicationRow>('SELECT * FROM applications WHERE client_id = @clientId').get({ clientId });
  }

  ownedBy(ownerId: number, page: { limit: number; offset: number }): ApplicationRow[] {
    return this.#store
      .sql<ApplicationRow>(
        'SELECT * FROM applications WHERE owner_id = @ownerId ORDER BY id LIMIT @limit OFFSET @offset',
      )
      .all({ ownerId, ...page });
  }

  countOwnedBy(ownerId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM applications WHERE owner_id = @ownerId')
        .get({ ownerId })?.n ?? 0
    );
  }

  insert(row: Pick<ApplicationRow, 'owner_id' | 'name' | 'url' | 'client_id' | 'client_secret_hash'>): ApplicationRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO applications (owner_id, name, url, client_id, client_secret_hash, created_at, updated_at)
         VALUES (@owner_id, @name, @url, @client_id, @client_secret_hash, @now, @now)`,
      )
      .run({ ...row, now: timestamp() });
    return this.byId(id) as ApplicationRow;
  }

  /** Logins of those who granted it something. */
  grantedBy(id: number): string[] {
    return this.#store
      .sql<{ login: string }>(
        'SELECT a.login FROM grants g JOIN accounts a ON a.id = g.account_id WHERE g.application_id = @id ORDER BY a.id',
      )
      .all({ id })
      .map(({ login }) => login);
  }

  /** Its grants and tokens go with it. */
  delete(id: number): void {
    this.#store.sql('DELETE FROM applications WHERE id = @id').run({ id });
  }
}
