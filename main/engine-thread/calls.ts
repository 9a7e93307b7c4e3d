/** What the app's own thread and the engine's ask and tell each other. */

import type { Language } from '../../language/languages.ts';
import type { ApiEvent } from '../../service/api/events.ts';
import type { TrustedIdentity, VaultState } from '../../service/index.ts';
import type { IpcOutput } from '../ipc/contract.ts';

/** A request below `/api/v3`, as data. */
export interface RequestData {
  identity: TrustedIdentity;
  method: string;
  path: string;
  language: string;
  body?: string;
  contentType?: string;
}

/** An answer as data. */
export interface ResponseData {
  status: number;
  headers: [name: string, value: string][];
  /** All of it, or its beginning; null for none. */
  body: string | Uint8Array | null;
  /** Where the rest is had (`more`), or given up (`enough`); null where `body` is all. */
  rest: number | null;
}

/** What the engine's thread answers. */
export type EngineCalls = {
  open: { input: OpenOptions; output: { owner: string | null } };
  request: { input: RequestData; output: ResponseData };
  /** The next piece of a body; null behind the last one. */
  more: { input: number; output: Uint8Array | null };
  enough: { input: number; output: undefined };
  /** Login of the account that set the installation up; null before that. */
  owner: { input: undefined; output: string | null };
  archivePath: { input: string; output: string | null };
  /** What runs or waits, of all accounts, as the keys of the Activity drawer. */
  underWay: { input: undefined; output: string[] };
  /** Makes a repository to practise on in a new folder below this one, and gives its path. */
  practice: { input: string; output: string };
  loopDelay: { input: boolean; output: IpcOutput<'readEventLoopDelay'> | null };
  close: { input: undefined; output: undefined };
};

/** What the app's own thread answers: only it may ask the keychain. */
export type AppCalls = {
  vaultState: { input: undefined; output: VaultState };
  seal: { input: string; output: string };
  unseal: { input: string; output: string };
};

export interface OpenOptions {
  dataFolder: string;
  version: string;
  adopt: boolean;
  /** Octal digits of the umask that the app was started with. */
  umask: string;
}

/** Who hears events from now on, and in which language; null for nobody. */
export type HearerTold = { login: string; language: Language } | null;

export type EngineTold =
  | { type: 'event'; event: ApiEvent; login: string }
  | { type: 'password.changed'; login: string }
  | { type: 'log'; level: 'info' | 'warning' | 'error'; text: string };
