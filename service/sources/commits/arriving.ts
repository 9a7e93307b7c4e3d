/**
 * What comes of a source in pieces, where its connection breaks before all of it was sent: git and hg begin a clone anew each time. It stays
 * in the import's folder, whoever asks for it next.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKind } from '../../failures/entry.ts';
import type { Failure } from '../../failures/failure.ts';
import { writeDurably } from '../../files/durable-file.ts';
import { mayPass } from '../../network/patience.ts';
import type { SourceContext } from '../source.ts';

/** What an importer tells meanwhile. */
export const IN_PIECES = say('The source is fetched in pieces, as the connection broke off.');

const OF_ANY_FETCH: ReadonlySet<FailureKind> = new Set(['disk_full', 'disk_failed', 'auth', 'tool_missing']);

/** What keeps anybody from the server: an ssh that trusts it no more or lets nobody in, a certificate, a proxy. */
const OF_THE_WAY = /^(?:ssh|network)\.|^connection\.certificate_refused$/;

/** Whether it would stop a fetch of all at once as well: it says nothing of pieces, and what came is wanted again. */
export function stopsAnyFetch(failure: Failure): boolean {
  return (
    mayPass(failure) ||
    OF_ANY_FETCH.has(failure.kind) ||
    (failure.kind === 'unreachable' && OF_THE_WAY.test(failure.key))
  );
}

/** `State`: how far it is, as JSON. */
export abstract class Arriving<State extends object> {
  /** Where everything of it lies. */
  protected readonly folder: string;
  /** Address of the source, free of passwords. */
  protected readonly url: string;
  readonly #first: State;

  /** @param importFolder where it lies while it comes, whatever else is fetched meanwhile */
  constructor(importFolder: string, url: string, first: State) {
    this.folder = join(importFolder, 'arriving');
    this.url = url;
    this.#first = first;
  }

  /** From now on it comes in pieces: a clone broke off. */
  async begin(): Promise<void> {
    await this.forget();
    await mkdir(this.folder, { recursive: true });
    await this.save(this.#first);
  }

  /**
   * Goes on with what is there, until all is.
   * @param path where it is put in the end
   * @returns false where no clone broke off before, or the source does not come in pieces
   * @throws Failure; what came is left: it may pass, or somebody can do something about it
   */
  async arrive(path: string, context: SourceContext): Promise<boolean> {
    if (!this.#isBegun()) return false;
    try {
      await this.complete(path, context);
      await this.forget();
      return true;
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = asFailure(error);
      if (stopsAnyFetch(failure)) throw error;
      const detail = failure.detail || failure.message;
      context.onLog(
        'info',
        say('The source does not come in pieces ({detail}): it is asked for all of it.', { detail }),
      );
      await this.forget();
      return false;
    }
  }

  /** @throws Failure */
  protected abstract complete(path: string, context: SourceContext): Promise<void>;

  protected async state(): Promise<State> {
    return (JSON.parse(await readFile(this.#file, 'utf8')) as { state: State }).state;
  }

  protected save(state: State): Promise<void> {
    return writeDurably(this.#file, JSON.stringify({ url: this.url, state }));
  }

  async forget(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.folder, 'state.json');
  }

  #isBegun(): boolean {
    return existsSync(this.#file) && (JSON.parse(readFileSync(this.#file, 'utf8')) as { url: string }).url === this.url;
  }
}
