/** With what credentials an import reads its source: those in memory, else those that were remembered. */

import { LoginGate } from '../../credentials/login-gate.ts';
import type { RememberedCredentials } from '../../credentials/remembered-credentials.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import type { ImportTable } from '../../store/imports.ts';
import { type Credentials, isNameAlone } from '../../vocabulary/credentials.ts';

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
  readonly #memory = new Map<number, { address: string; accountId: number; credentials: Credentials }>();
  /** Accounts that want to have the credentials remembered, by import. */
  readonly #wanted = new Map<number, number>();

  /** What servers say to them. */
  readonly gate = new LoginGate();

  readonly #mayStill: (accountId: number, record: ImportRecord) => boolean;

  /**
   * @param mayStill whether an account reaches the repository of an import, which it did when it gave its credentials: those of
   * somebody who does not any more are not used
   */
  constructor(
    remembered: RememberedCredentials,
    table: ImportTable,
    mayStill: (accountId: number, record: ImportRecord) => boolean,
  ) {
    this.#remembered = remembered;
    this.#mayStill = mayStill;
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
    this.gate.forgive(address, credentials);
    const isWhole = credentials !== null && !isNameAlone(credentials);
    const id = isWhole ? null : this.#remembered.find(accountId, address);
    if (credentials !== null && id === null) this.#memory.set(importId, { address, accountId, credentials });
    if (credentials !== null && id === null && remember) this.#wanted.set(importId, accountId);
    return { credentials_used: credentials !== null || id !== null, remembered_credentials: id };
  }

  /** Whether there are credentials: in memory, or remembered, whether or not the keychain gives them out. */
  has(record: ImportRecord): boolean {
    if (this.#inMemory(record) !== undefined) return true;
    return this.#inKeychain(record) !== null;
  }

  /** Whether an account other than the one that the import worked for last has remembered credentials of its own for the address. */
  hasOwn(accountId: number, { started_by, vcs_url }: ImportRecord): boolean {
    return accountId !== started_by && this.#remembered.find(accountId, vcs_url) !== null;
  }

  /** Never rejects: null where the keychain does not give them out. */
  async of(record: ImportRecord): Promise<Credentials | null> {
    const inMemory = this.#inMemory(record);
    if (inMemory !== undefined) return inMemory;
    const id = this.#inKeychain(record);
    return id === null ? null : this.#remembered.open(id);
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

  #inMemory(record: ImportRecord): Credentials | undefined {
    const known = this.#memory.get(record.id);
    if (known?.address !== record.vcs_url || !this.#mayStill(known.accountId, record)) return undefined;
    return known.credentials;
  }

  /** Id of what is remembered for the import, and may be used. */
  #inKeychain(record: ImportRecord): string | null {
    const id = record.remembered_credentials;
    const accountId = id === null ? null : this.#remembered.accountOf(id);
    return accountId !== null && this.#mayStill(accountId, record) ? id : null;
  }

  /** Drops what is in memory; the keychain keeps what it has. */
  forget(importId: number): void {
    this.#memory.delete(importId);
    this.#wanted.delete(importId);
  }
}
