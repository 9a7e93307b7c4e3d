/** Credentials that outlive the app's end, because a person asked for it. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { writeDurably } from '../files/durable-file.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import type { Log } from '../log.ts';
import { nullAfter } from '../processes/bounded-waits.ts';
import { timestamp } from '../store/clock.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import type { Vault, VaultState } from './vault.ts';

/** What may be shown of an entry. */
export interface RememberedEntry {
  id: string;
  /** Of a source or a remote, free of passwords: the credentials are used for this address alone. */
  address: string;
  /** Null where the name may itself be a token. */
  username: string | null;
  created_at: string;
}

interface StoredEntry extends RememberedEntry {
  account_id: number;
  /** JSON of the credentials, sealed by the keychain. */
  sealed: string;
}

const FILE = 'remembered-credentials.json';
/** How long a keychain may take that waits for a person, who is asked for the keychain's own password meanwhile. */
const PATIENCE = { stateMs: 3_000, entryMs: 60_000 };
const LOCKED = say('The keychain of this machine is locked, and waits to be opened. Open it, then try again.');
const WAITS: VaultState = { available: false, reason: LOCKED };

export class RememberedCredentials {
  readonly #file: string;
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #changed: () => void;
  #entries: StoredEntry[];
  #writing: Promise<void> = Promise.resolve();
  readonly #patience: typeof PATIENCE;

  constructor(
    dataFolder: string,
    vault: Vault,
    log: Log,
    changed: () => void = () => undefined,
    patience: Partial<typeof PATIENCE> = {},
  ) {
    this.#patience = { ...PATIENCE, ...patience };
    this.#file = join(dataFolder, FILE);
    this.#vault = vault;
    this.#log = log;
    this.#changed = changed;
    this.#entries = this.#read();
  }

  /** Whether the keychain can be used. One that waits for a person is not waited for long. */
  async state(): Promise<VaultState> {
    return (await nullAfter(this.#patience.stateMs, this.#vault.state())) ?? WAITS;
  }

  /** Entries of an account, by address. */
  list(accountId: number): RememberedEntry[] {
    return this.#entries
      .filter((entry) => entry.account_id === accountId)
      .map(({ id, address, username, created_at }) => ({ id, address, username, created_at }))
      .sort((entry, other) => (entry.address < other.address ? -1 : 1));
  }

  /** Id of what an account has remembered for exactly this address; null for nothing. */
  find(accountId: number, address: string): string | null {
    return this.#entries.find((entry) => entry.account_id === accountId && entry.address === address)?.id ?? null;
  }

  /** The credentials that an account has remembered for exactly this address; null as with `open`. */
  async lookUp(accountId: number, address: string): Promise<Credentials | null> {
    const id = this.find(accountId, address);
    return id === null ? null : this.open(id);
  }

  /** The account that had an entry remembered; null where it is gone. */
  accountOf(id: string): number | null {
    return this.#entries.find((entry) => entry.id === id)?.account_id ?? null;
  }

  /** Whether an entry is there. Whether the keychain gives it out is known when it is opened. */
  has(id: string): boolean {
    return this.#entries.some((entry) => entry.id === id);
  }

  /** The credentials of an entry; null when it is gone or the keychain does not open it in time, which the log says. */
  async open(id: string): Promise<Credentials | null> {
    const entry = this.#entries.find((entry) => entry.id === id);
    if (entry === undefined) return null;
    try {
      const opened = await nullAfter(this.#patience.entryMs, this.#vault.open(entry.sealed));
      if (opened === null) throw new SaidError(LOCKED);
      const { username, password } = JSON.parse(opened) as Credentials;
      return { username, password };
    } catch {
      this.#log('warning', `The keychain did not give out the password for ${entry.address}. It must be given again.`);
      return null;
    }
  }

  /**
   * Remembers credentials in place of what was remembered for the address.
   * @returns the entry's id
   * @throws Error when the keychain or the disk refuses
   */
  async keep(accountId: number, address: string, credentials: Credentials): Promise<string> {
    const { username, password } = credentials;
    const sealed = await nullAfter(this.#patience.entryMs, this.#vault.seal(JSON.stringify({ username, password })));
    if (sealed === null) throw new SaidError(LOCKED);
    const entry: StoredEntry = {
      id: randomUUID(),
      account_id: accountId,
      address,
      username: password === '' || username === '' ? null : username,
      sealed,
      created_at: timestamp(),
    };
    // One that was kept for the address while the keychain was waited for is replaced as well.
    const isFor = (kept: StoredEntry) => kept.account_id === accountId && kept.address === address;
    await this.#write((entries) => {
      entry.id = entries.find(isFor)?.id ?? entry.id;
      return [...entries.filter((kept) => !isFor(kept)), entry];
    });
    return entry.id;
  }

  /** @returns whether the account had such an entry */
  async forget(accountId: number, id: string): Promise<boolean> {
    if (!this.#entries.some((entry) => entry.id === id && entry.account_id === accountId)) return false;
    await this.#write((entries) => entries.filter((entry) => entry.id !== id));
    return true;
  }

  /** One after the other: each writes the whole file. */
  #write(change: (entries: StoredEntry[]) => StoredEntry[]): Promise<void> {
    const written = this.#writing.then(async () => {
      const entries = change(this.#entries);
      await writeDurably(this.#file, `${JSON.stringify(entries, null, 2)}\n`);
      this.#entries = entries;
      this.#changed();
    });
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #read(): StoredEntry[] {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
    try {
      const entries: unknown = JSON.parse(text);
      if (Array.isArray(entries) && entries.every(isEntry)) return entries;
    } catch {
      // Said below, as for a file that holds something else.
    }
    renamePatientlyNow(this.#file, `${this.#file}.unreadable`);
    this.#log('warning', `${FILE} could not be read and was put aside. Remembered passwords must be given again.`);
    return [];
  }
}

function isEntry(value: unknown): value is StoredEntry {
  const { id, account_id, address, sealed } = (value ?? {}) as Record<string, unknown>;
  return [id, address, sealed].every((field) => typeof field === 'string') && typeof account_id === 'number';
}
