/** With what credentials an import reads its source: those in memory, else those that were remembered. */

import type { RememberedCredentials } from '../../credentials/remembered-credentials.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import type { ImportTable } from '../../store/imports.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';

/** Credentials as a request brings them. */
export interface GivenCredentials {
  accountId: number;
  /** Null to use what the account has remembered for the address. */
  credentials: Credentials | null;
  /** Whether the keychain is to keep them once the source took them. */
  remember: boolean;
}

export class ImportCredentials {
  readonly #remembered: RememberedCredentials;
  readonly #table: ImportTable;
  /** With the address that they were given for: an import whose address changes takes none along. */
  readonly #memory = new Map<number, { address: string; credentials: Credentials }>();
  /** Accounts that want to have the credentials remembered, by import. */
  readonly #wanted = new Map<number, number>();

  constructor(remembered: RememberedCredentials, table: ImportTable) {
    this.#remembered = remembered;
    this.#table = table;
  }

  /**
   * Takes over what a request brings.
   * @returns what the row says of it, to be written with the address that it is for
   */
  take(
    importId: number,
    address: string,
    { accountId, credentials, remember }: GivenCredentials,
  ): Pick<ImportChange, 'credentials_used' | 'remembered_credentials'> {
    this.forget(importId);
    const id = credentials === null ? this.#remembered.find(accountId, address) : null;
    if (credentials !== null) this.#memory.set(importId, { address, credentials });
    if (credentials !== null && remember) this.#wanted.set(importId, accountId);
    return { credentials_used: credentials !== null || id !== null, remembered_credentials: id };
  }

  /** Whether there are credentials: in memory, or remembered, whether or not the keychain gives them out. */
  has(record: ImportRecord): boolean {
    if (this.#inMemory(record) !== undefined) return true;
    return record.remembered_credentials !== null && this.#remembered.has(record.remembered_credentials);
  }

  /** Never rejects: null where the keychain does not give them out. */
  async of(record: ImportRecord): Promise<Credentials | null> {
    const inMemory = this.#inMemory(record);
    if (inMemory !== undefined) return inMemory;
    return record.remembered_credentials === null ? null : this.#remembered.open(record.remembered_credentials);
  }

  /**
   * The source took the credentials: those to be remembered are from now on.
   * @throws Error when the keychain or the disk refuses
   */
  async proved(record: ImportRecord): Promise<void> {
    const accountId = this.#wanted.get(record.id);
    const credentials = this.#inMemory(record);
    if (accountId === undefined || credentials === undefined) return;
    this.#wanted.delete(record.id);
    const id = await this.#remembered.keep(accountId, record.vcs_url, credentials);
    this.#table.update(record.id, { remembered_credentials: id });
  }

  #inMemory({ id, vcs_url }: ImportRecord): Credentials | undefined {
    const known = this.#memory.get(id);
    return known?.address === vcs_url ? known.credentials : undefined;
  }

  /** Drops what is in memory; the keychain keeps what it has. */
  forget(importId: number): void {
    this.#memory.delete(importId);
    this.#wanted.delete(importId);
  }
}
