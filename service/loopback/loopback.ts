/** The loopback server as a setting: opened and closed as the setting says, with its last requests in memory. */

import type { Sentence } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { timestamp } from '../store/clock.ts';
import { type Answering, type ApiServer, type Served, startServer } from './server.ts';
import type { LoopbackSetting } from './setting.ts';

/** Requests that are remembered. */
const MOST_REQUESTS = 200;

export interface ServedRequest extends Served {
  at: string;
}

export class Loopback {
  readonly #mayListen: boolean;
  readonly #answering: Answering;
  readonly #changed: () => void;
  readonly #requests: ServedRequest[] = [];
  /** Servers that were closed and still answer their last requests. */
  readonly #ending = new Set<Promise<void>>();
  #server: ApiServer | null = null;
  /** The port that was asked for; 0 for any. */
  #asked = 0;
  #error: Sentence | null = null;
  #queue: Promise<void> = Promise.resolve();

  /**
   * @param mayListen false where somebody else listens, as `serve` does
   * @param changed told when a server was opened or closed
   */
  constructor(mayListen: boolean, answering: Answering, changed: () => void) {
    this.#mayListen = mayListen;
    this.#answering = answering;
    this.#changed = changed;
  }

  state(): { base_url: string | null; error: Sentence | null } {
    return { base_url: this.#server?.baseUrl ?? null, error: this.#error };
  }

  /** The last requests, newest first. */
  requests(): ServedRequest[] {
    return this.#requests.toReversed();
  }

  /** Opens or closes the server as the setting says; what hinders it is told by `state`. Never rejects. */
  follow(setting: LoopbackSetting): Promise<void> {
    this.#queue = this.#queue.then(() => this.#apply(setting));
    return this.#queue;
  }

  async close(): Promise<void> {
    await this.#queue;
    this.#endServer();
    await Promise.all(this.#ending);
  }

  async #apply(setting: LoopbackSetting): Promise<void> {
    if (!this.#mayListen) return;
    this.#error = null;
    const stays = this.#server !== null && this.#asked === setting.port;
    if (setting.enabled && stays) return;
    this.#endServer();
    if (setting.enabled) {
      try {
        this.#server = await startServer(this.#answering, setting.port, (request) => this.#remember(request));
        this.#asked = setting.port;
      } catch (error) {
        this.#error = error instanceof SaidError ? error.said : (error as Error).message;
      }
    }
    this.#changed();
  }

  /** Does not wait for its last requests: the one that switches the server off may come through itself. */
  #endServer(): void {
    if (this.#server === null) return;
    const ending = this.#server.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    this.#server = null;
  }

  #remember(request: Served): void {
    this.#requests.push({ at: timestamp(), ...request });
    if (this.#requests.length > MOST_REQUESTS) this.#requests.shift();
  }
}
