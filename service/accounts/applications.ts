/** OAuth applications: what tokens can be made for. */
import { randomBytes } from 'node:crypto';
import type { AccountRow } from '../store/accounts.ts';
import { type ApplicationRow, ApplicationTable } from '../store/applications.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import { hashSecret, newSecret } from './tokens.ts';

/** Bytes of a client id; written as 20 hex digits (service.md "Limits"). */
const CLIENT_ID_BYTES = 10;

export class Applications {
  readonly #table: ApplicationTable;

  constructor(store: Store) {
    this.#table = new ApplicationTable(store);
  }

  /** Registers an application. `secret` is shown once and stored nowhere. */
  register(owner: AccountRow, application: { name: string; url: string }): { row: ApplicationRow; secret: string } {
    const secret = newSecret();
    const row = this.#table.insert({
      owner_id: owner.id,
      name: application.name,
      url: application.url,
      client_id: randomBytes(CLIENT_ID_BYTES).toString('hex'),
      client_secret_hash: hashSecret(secret),
    });
    return { row, secret };
  }

  byClientId(clientId: string): ApplicationRow | undefined {
    return this.#table.byClientId(clientId);
  }

  /** Applications that the account registered, oldest first. */
  ownedBy(ownerId: number, range: ListRange): Listing<ApplicationRow> {
    return { rows: this.#table.ownedBy(ownerId, range), total: this.#table.countOwnedBy(ownerId) };
  }

  /**
   * Removes an application; its grants and tokens go with it.
   * @returns logins of those whose they were
   */
  remove(application: ApplicationRow): string[] {
    const logins = this.#table.grantedBy(application.id);
    this.#table.delete(application.id);
    return logins;
  }
}
