/** The engine's thread as the app's own sees it. */
import type { ApiEvent } from '../../service/api/events.ts';
import type { Log, Vault } from '../../service/index.ts';
import { umaskOfPerson } from '../../service/processes/umask.ts';
import { EngineAnswer } from './answer.ts';
import type { AppCalls, EngineCalls, EngineTold, HearerTold, OpenOptions, RequestData } from './calls.ts';
import { Line } from './line.ts';
import type { EngineThread } from './start.ts';

/** What the engine tells by itself. */
export interface Listeners {
  /** @param login of the account that hears it */
  onEvent(event: ApiEvent, login: string): void;
  onPasswordChanged(login: string): void;
}

export class EngineDoor {
  readonly #worker: EngineThread['worker'];
  readonly #log: Log;
  readonly #line: Line<AppCalls, EngineCalls, EngineTold, HearerTold>;
  /** Resolves with why the thread ended without having been told to. */
  readonly broken: Promise<Error>;
  #listeners: Listeners | null = null;
  #closing = false;

  /** @param vault the keychain, which only the app's own thread may ask */
  constructor({ worker, ended }: EngineThread, vault: Vault, log: Log) {
    this.#worker = worker;
    this.#log = log;
    this.#line = new Line<AppCalls, EngineCalls, EngineTold, HearerTold>(
      worker,
      {
        vaultState: () => vault.state(),
        seal: (text) => vault.seal(text),
        unseal: (sealed) => vault.open(sealed),
      },
      (told) => this.#hear(told),
    );
    const broken = Promise.withResolvers<Error>();
    this.broken = broken.promise;
    void ended.then((reason) => {
      this.#line.cut(reason);
      if (!this.#closing) broken.resolve(reason);
    });
  }

  /**
   * Opens the engine on a data folder.
   * @returns login of the account that set the installation up; null before that
   * @throws Error named as what `createService` threw
   */
  async open(options: Omit<OpenOptions, 'umask'>): Promise<string | null> {
    const { owner } = await this.#line.ask('open', { ...options, umask: umaskOfPerson() });
    return owner;
  }

  listen(listeners: Listeners): void {
    this.#listeners = listeners;
  }

  /** Who hears events from now on; null for nobody. */
  hearAs(hearer: HearerTold): void {
    this.#line.tell(hearer);
  }

  /** @throws what the engine threw, or an abort */
  async fetch(asked: RequestData, signal?: AbortSignal): Promise<EngineAnswer> {
    const { status, headers, body, rest } = await this.#line.ask('request', asked, signal);
    return new EngineAnswer(status, headers, rest === null || body === null ? body : this.#pieces(body, rest));
  }

  owner(): Promise<string | null> {
    return this.#line.ask('owner', undefined);
  }

  archivePath(guid: string): Promise<string | null> {
    return this.#line.ask('archivePath', guid);
  }

  /** Keys of what runs or waits, of all accounts. */
  underWay(): Promise<string[]> {
    return this.#line.ask('underWay', undefined);
  }

  /** @throws Failure when Subversion is not there, or did not do it */
  makePractice(folder: string): Promise<string> {
    return this.#line.ask('practice', folder);
  }

  loopDelay(reset: boolean): Promise<EngineCalls['loopDelay']['output']> {
    return this.#line.ask('loopDelay', reset);
  }

  /** Ends all work and gives the data folder back. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#line.ask('close', undefined);
    await this.#worker.terminate();
  }

  async *#pieces(beginning: string | Uint8Array, rest: number): AsyncGenerator<string | Uint8Array> {
    let isWhole = false;
    try {
      yield beginning;
      for (;;) {
        const piece = await this.#line.ask('more', rest);
        if (piece === null) break;
        yield piece;
      }
      isWhole = true;
    } finally {
      if (!isWhole) await this.#line.ask('enough', rest);
    }
  }

  #hear(told: EngineTold): void {
    try {
      if (told.type === 'log') this.#log(told.level, told.text);
      else if (told.type === 'event') this.#listeners?.onEvent(told.event, told.login);
      else this.#listeners?.onPasswordChanged(told.login);
    } catch (error) {
      this.#log('error', `event: ${String(error)}`);
    }
  }
}
