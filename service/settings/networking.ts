/** What the owners say about the network: kept, and made to hold for everything that talks to servers. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RememberedCredentials } from '../credentials/remembered-credentials.ts';
import type { Log } from '../log.ts';
import { writeAuthorities } from '../network/authorities.ts';
import { checkNetwork } from '../network/check-settings.ts';
import { applyNetwork } from '../network/current.ts';
import { proxyAddress, proxyFor } from '../network/proxy-choice.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from '../network/settings.ts';
import { nullAfter } from '../processes/bounded-waits.ts';
import type { Settings } from './settings.ts';

export interface NetworkChange {
  proxy?:
    | {
        mode?: NetworkSettings['proxy']['mode'] | undefined;
        address?: string | undefined;
        username?: string | undefined;
        exceptions?: string[] | undefined;
        /** '' for none. Kept in memory, and by the keychain when `remember` is set. */
        password?: string | undefined;
        remember?: boolean | undefined;
      }
    | undefined;
  authorities?: string | undefined;
  client_certificates?: NetworkSettings['client_certificates'] | undefined;
  /** 0 for not at all. */
  wait_minutes?: number | undefined;
}

export interface NetworkingRooms {
  dataFolder: string;
  settings: Settings;
  remembered: RememberedCredentials;
  /** The installation's owner, with whose passwords that of the proxy is remembered; null before there is one. */
  ownerId(): number | null;
  log: Log;
}

/** How long a start waits for the keychain. */
const RECALL_MS = 3_000;

export class Networking {
  readonly #rooms: NetworkingRooms;
  #password: string | null = null;

  /** Makes hold what was said before. */
  constructor(rooms: NetworkingRooms) {
    this.#rooms = rooms;
    rmSync(this.#authorities(), { recursive: true, force: true });
    this.#applyKept();
  }

  /**
   * Has the password of the proxy from the keychain, as far as it gives it out soon: one that waits for its person
   * would hold up the start. Then it holds from when it comes, unless something else was said meanwhile.
   */
  async recall(): Promise<void> {
    const { proxy } = this.values;
    const recalled = this.#rememberedPassword(this.values).then((password) => {
      const now = this.values.proxy;
      if (password === null || this.#password !== null) return;
      if (now.address !== proxy.address || now.username !== proxy.username) return;
      this.#password = password;
      this.#applyKept();
    });
    await nullAfter(RECALL_MS, recalled);
  }

  get values(): NetworkSettings {
    // Earlier versions kept less of it.
    return { ...DEFAULT_NETWORK, ...this.#rooms.settings.values.network };
  }

  /** Whether a password for the entered proxy is at hand. */
  get hasPassword(): boolean {
    return this.#password !== null;
  }

  /** The proxies that the environment names, free of logins; what cannot be read is told as 'unreadable'. */
  environmentProxies(): { http: string | null; https: string | null } {
    const system = { proxy: DEFAULT_NETWORK.proxy };
    const named = (url: string) => {
      try {
        const proxy = proxyFor(new URL(url), system, null);
        return proxy === null ? null : proxyAddress(proxy);
      } catch {
        return 'unreadable';
      }
    };
    return { http: named('http://host.invalid/'), https: named('https://host.invalid/') };
  }

  /**
   * Changes what is named. The password of a proxy is forgotten with its address or its user name.
   * @throws InvalidNetwork; Error when the keychain refuses
   */
  async change(change: NetworkChange): Promise<void> {
    const before = this.values;
    const { password, remember, ...said } = change.proxy ?? {};
    const named = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    const wanted: NetworkSettings = {
      proxy: { ...before.proxy, ...named },
      authorities: change.authorities ?? before.authorities,
      client_certificates: change.client_certificates ?? before.client_certificates,
      wait_minutes: change.wait_minutes ?? before.wait_minutes,
    };
    checkNetwork(wanted);
    const isAnother = wanted.proxy.address !== before.proxy.address || wanted.proxy.username !== before.proxy.username;
    const kept = isAnother ? await this.#rememberedPassword(wanted) : this.#password;
    this.#password = password === undefined ? kept : password === '' ? null : password;
    const owner = this.#rooms.ownerId();
    if (remember === true && this.#password !== null && owner !== null) {
      const { address, username } = wanted.proxy;
      await this.#rooms.remembered.keep(owner, address, { username, password: this.#password });
    }
    this.#apply(wanted);
    this.#rooms.settings.change({ network: wanted });
  }

  async #rememberedPassword({ proxy }: NetworkSettings): Promise<string | null> {
    const owner = this.#rooms.ownerId();
    if (owner === null || proxy.address === '' || proxy.username === '') return null;
    const known = await this.#rooms.remembered.lookUp(owner, proxy.address);
    return known !== null && known.username === proxy.username ? known.password : null;
  }

  /** Makes hold what was said before, with what of it is still there. */
  #applyKept(): void {
    try {
      this.#apply(this.values);
    } catch (error) {
      // The file of authorities is gone: requests say so, each for itself.
      this.#rooms.log('warning', error instanceof Error ? error.message : String(error));
      applyNetwork({ ...this.values, proxyPassword: this.#password, authoritiesFolder: null });
    }
  }

  #apply(values: NetworkSettings): void {
    const authoritiesFolder = writeAuthorities(values.authorities, this.#authorities());
    applyNetwork({ ...values, proxyPassword: this.#password, authoritiesFolder });
  }

  #authorities(): string {
    return join(this.#rooms.dataFolder, 'authorities');
  }
}
