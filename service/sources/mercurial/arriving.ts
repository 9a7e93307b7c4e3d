/** A copy that comes in pieces, each a pull of its own up to a revision number of the server. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { writeDurably } from '../../files/durable-file.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { Arriving, IN_PIECES, stopsAnyFetch } from '../commits/arriving.ts';
import type { SourceContext } from '../source.ts';
import { toldBookmarks } from './bookmarks.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { ALL_EXTENSIONS, needsLargefiles } from './requirements.ts';

interface State {
  /** Revision numbers of the server below this were asked for. */
  next: number;
  /** Numbers of the next piece. */
  step: number;
  /** Numbers in a row that it did not give. */
  misses: number;
  /** Whether the server has no more numbers, or does not tell: what is left comes at once. */
  isLast: boolean;
}

const FIRST: State = { next: 0, step: 64, misses: 0, isLast: false };

/** So many numbers in a row that are not given are taken for the end; what comes behind them comes at once. */
const MOST_MISSES = 8;

export class ArrivingCopy extends Arriving<State> {
  /** @param importFolder see `Arriving` */
  constructor(importFolder: string, url: string) {
    super(importFolder, url, FIRST);
  }

  get #copy(): string {
    return join(this.folder, 'copy');
  }

  protected async complete(path: string, context: SourceContext): Promise<void> {
    if (!existsSync(join(this.#copy, '.hg', 'requires'))) {
      await rm(this.#copy, { recursive: true, force: true });
      await this.#hg(context, ['init', '--', this.#copy]);
    } else if (existsSync(join(this.#copy, '.hg', 'store', 'journal'))) {
      // It was killed in the middle.
      await this.#hg(context, ['-R', this.#copy, 'recover']);
    }
    for (;;) {
      const state = await this.state();
      if (state.isLast) break;
      await this.save(await this.#piece(state, context));
      context.onArrived?.();
    }
    await this.#pull(context, []);
    await this.#requireAllThere(context);
    await this.#takeBookmarks(context);
    await renamePatiently(this.#copy, path);
  }

  /** @returns the state behind the next piece @throws Failure, with a smaller next piece where it broke off */
  async #piece(state: State, context: SourceContext): Promise<State> {
    const next = state.next + state.step;
    try {
      await this.#pull(context, ['--rev', String(next - 1)]);
      return { ...state, next, step: state.step * 2, misses: 0 };
    } catch (error) {
      context.signal.throwIfAborted();
      const failure = asFailure(error);
      if (mayPass(failure) && state.step > 1) await this.save({ ...state, step: Math.floor(state.step / 2) });
      if (stopsAnyFetch(failure)) throw error;
      // Beyond the last one: smaller ones may be there. Or one that is hidden: the next may not be.
      if (state.step > 1) return { ...state, step: Math.floor(state.step / 2) };
      return { ...state, next, misses: state.misses + 1, isLast: state.misses + 1 >= MOST_MISSES };
    }
  }

  async #pull(context: SourceContext, options: string[]): Promise<void> {
    await this.#hg(context, [
      ...['-R', this.#copy, 'pull', '--debug', '--config', 'progress.debug=True', ...options],
      ...['--', this.url],
    ]);
    // Contents of the extension would have to come as well, for all that came before.
    if (needsLargefiles(this.#copy)) throw Failure.of('mercurial.unreadable', { url: this.url }, 'largefiles');
  }

  /** What was stripped or hidden since its piece came is not the source's any more. */
  async #requireAllThere(context: SourceContext): Promise<void> {
    const { code } = await this.#hg(context, ['-R', this.#copy, 'outgoing', '--quiet', '--', this.url], [0, 1]);
    if (code === 0) throw Failure.of('mercurial.unreadable', { url: this.url }, 'changesets that came are gone there');
  }

  /** As a clone does; a pull takes only those that it knows. */
  async #takeBookmarks(context: SourceContext): Promise<void> {
    const told = await toldBookmarks(this.url, context);
    const lines = told.map(({ name, node }) => `${node} ${name}\n`);
    await writeDurably(join(this.#copy, '.hg', 'bookmarks'), lines.join(''));
  }

  async #hg(context: SourceContext, args: string[], successExitCodes = [0]): Promise<{ code: number | null }> {
    context.onProgress({
      step: 'raw',
      fraction: null,
      done: null,
      total: null,
      unit: 'commits',
      status_text: IN_PIECES,
    });
    return await runHg({ ...context, extensions: ALL_EXTENSIONS }, this.url, {
      args,
      successExitCodes,
      cwd: context.privateFolder,
      onStdout: 'ignore',
      silenceMs: context.silenceMs ?? SILENCE_MS,
      failure: ({ stderrTail }) => hgFailure(stderrTail, this.url, context.credentials !== null),
    }).done;
  }
}
