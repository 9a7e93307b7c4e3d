/** What the engine is started with, and what it answers with. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiEvent, Hearer } from './api/events.ts';
import type { Vault } from './credentials/vault.ts';
import type { EventListener } from './events/events.ts';
import type { Log } from './log.ts';
import type { Patience } from './network/patience.ts';
import type { Allowances } from './rate-limit/categories.ts';
import type { Looked } from './store/look-ahead.ts';
import type { Sender, TrustedIdentity } from './vocabulary/callers.ts';

export interface ServiceOptions {
  /** Made when it does not exist. One process owns it at a time. */
  dataFolder: string;
  version?: string;
  /** Goes on with a database that does not fit to the files beside it; removes nothing that it does not know. */
  adopt?: boolean;
  /** The folder's databases that `lookAhead` finds whole: they are not looked through again. */
  looked?: Promise<Looked[]>;
  log?: Log;
  /** Whether this engine opens the loopback server of its settings. Default false: the caller listens, or nobody. */
  loopback?: boolean;
  /** The keychain that remembers passwords of sources. Without one they are kept in memory only. */
  vault?: Vault;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
  /** Milliseconds since some moment of this run, whatever the clock says; for tests. Without it `now`, where that is given. */
  elapsed?: () => number;
  /** How to wait for servers that went away; for tests. */
  wait?: Patience['wait'];
  /** How many requests callers have; for tests and measurements. */
  allowances?: Partial<Allowances>;
  /** Imports that work at the same time, two or more; for tests. As many as there are cores unless it is given. */
  importsAtOnce?: number;
  /** Files with more bytes are large; for tests and measurements. */
  largeFileBytes?: number;
  /** scrypt's N of new passwords, a power of two; for tests, which make them by the thousand. */
  passwordCost?: number | undefined;
}

export interface Service {
  /**
   * Answers a request to `<any origin>/api/v3/...`. Never rejects.
   * @param identity who the caller vouches for (the window's session); then no Authorization header is read
   * @param sender where the request came from, for one that came over a network
   */
  fetch(request: Request, identity?: TrustedIdentity | null, sender?: Sender | null): Promise<Response>;
  /**
   * Answers a request over the network to an address outside the API: a repository's or an account's.
   * @returns whether the address is one of those. Never throws
   */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, sender: Sender): boolean;
  events: {
    subscribe(listener: EventListener): () => void;
    /**
     * As `subscribe`, with the rows that lists show of what changed.
     * @param hearer whose rows they are; asked at every event. Null for nobody, who hears nothing
     */
    follow(listener: (event: ApiEvent) => void, hearer: () => Hearer | null): () => void;
  };
  /** Where the finished archive of a migration lies; null when there is none, or none any more. */
  archivePath(migrationGuid: string): string | null;
  /** What runs or waits for its turn, of all accounts, as `<kind>:<id>`: what ends or is interrupted when the engine closes. */
  underWay(): string[];
  /** The account that set the installation up; null before that. */
  ownerIdentity(): TrustedIdentity | null;
  /** First run without a form: makes the owner, unless there is one, and the organization, unless it exists. */
  setUp(first: { login: string; password: string; organization?: string | undefined }): Promise<void>;
  /** Ends all work and gives the data folder back. Running imports go on at the next start. */
  close(): Promise<void>;
}
