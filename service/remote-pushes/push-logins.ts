/** With what login a push signs in, and which logins servers refused: forty repositories with one wrong password would lock the account. */
import { RefusedLogins } from '../credentials/refused-logins.ts';
import type { RememberedCredentials } from '../credentials/remembered-credentials.ts';
import { dataOf, Failure, type FailureData } from '../failures/failure.ts';
import type { Log } from '../log.ts';
import type { RemotePushRow } from '../store/remote-pushes.ts';
import type { Credentials } from '../vocabulary/credentials.ts';

/** Of a push, and for none but its address. */
export interface PushLogin {
  accountId: number;
  /** Null to use what the account has remembered for the address. */
  credentials: Credentials | null;
  /** Whether the keychain is to keep them once the remote took them. */
  remember: boolean;
}

export class PushLogins {
  readonly #remembered: RememberedCredentials;
  readonly #log: Log;
  readonly #refused = new RefusedLogins();

  constructor(remembered: RememberedCredentials, log: Log) {
    this.#remembered = remembered;
    this.#log = log;
  }

  /** A person wants it tried, whatever servers said before. */
  forgive(): void {
    this.#refused.forgive();
  }

  /** @throws Failure for a login that the server has refused to another push, and let none in with */
  async of(address: string, { accountId, credentials }: PushLogin): Promise<Credentials | null> {
    const used = credentials ?? (await this.#remembered.lookUp(accountId, address));
    const host = this.#refused.refuserOf(address, used);
    if (host !== null) throw Failure.of('push.login_refused_before', { host });
    return used;
  }

  letIn(address: string, used: Credentials | null): void {
    this.#refused.letIn(address, used);
  }

  /** Whatever else a push failed of says nothing of its login. */
  failed(address: string, used: Credentials | null, { key }: FailureData): void {
    if (key === 'credentials.login_refused') this.#refused.refused(address, used);
  }

  /** @returns what to say when the keychain did not take them */
  async keep({ id, remote_url }: RemotePushRow, request: PushLogin): Promise<FailureData | null> {
    if (!request.remember || request.credentials === null) return null;
    try {
      await this.#remembered.keep(request.accountId, remote_url, request.credentials);
      return null;
    } catch (error) {
      this.#log('warning', `Push ${id}: the keychain refused. ${String(error)}`);
      return dataOf(Failure.of('push.password_not_remembered', {}));
    }
  }
}
