/** A copy that comes in pieces, each a pull of its own of revision numbers of the server. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { Arriving, IN_PIECES, stopsAnyFetch } from '../commits/arriving.ts';
import type { SourceContext } from '../source.ts';
import { askServer } from './bookmarks.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { linkRepository, requireSameHistory, takeBookmarks } from './pulled-copy.ts';
import { ALL_EXTENSIONS, needsLargefiles } from './requirements.ts';
import type { WantedHeads } from './unnamed-heads.ts';

interface State {
  /** Revision numbers of the server below this were asked for. */
  next: number;
  /** Numbers of the next piece. */
  step: number;
  /** How many numbers the server had when they were counted; null before. */
  total: number | null;
  /** Numbers that it has and does not give; absent in what earlier versions kept. */
  hidden?: number[];
  /** Whether it goes on from what an earlier fetch copied, of which the server may lack some by now. */
  isKept?: boolean;
  /** Pieces in a row that it refused without saying why. */
  misses: number;
  /** Whether the server has no more numbers, or does not tell: what is left comes at once. */
  isLast: boolean;
}

const FIRST: State = { next: 0, step: 64, total: null, hidden: [], misses: 0, isLast: false };

/** So many refusals in a row are taken for a server that gives no numbers. */
const MOST_MISSES = 8;

/**
 * Numbers of one piece. Each is asked for, as the last one brings only what it comes from, and the copy would have another order than the
 * source, by which hg tells the newest head of a branch. They go in one question (`batch`), and their ids in the next, in headers:
 * 5 KB, as a repository with so many heads has them in any pull.
 */
const AT_ONCE = 128;

export class ArrivingCopy extends Arriving<State> {
  /** @param importFolder see `Arriving` */
  constructor(importFolder: string, url: string) {
    super(importFolder, url, FIRST);
  }

  get #copy(): string {
    return join(this.folder, 'copy');
  }

  /** From now on what is new comes in pieces: a pull into what came before broke off. @param kept the copy of the fetch before */
  async beginFrom(kept: string, context: SourceContext): Promise<void> {
    await this.begin();
    await linkRepository(kept, this.#copy);
    const { stdout } = await runHg(context, null, { args: ['-R', this.#copy, 'log', '-r', 'tip', '-T', '{rev}'] }).done;
    await this.save({ ...FIRST, next: Number(stdout) + 1, hidden: [], isKept: true });
  }

  protected async complete(path: string, context: SourceContext): Promise<void> {
    // Earlier versions did not ask for each number.
    if ((await this.state()).hidden === undefined) await this.begin();
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
    await this.#pullTheRest(context);
    if ((await this.state()).isKept === true) await requireSameHistory(this.#copy, this.url, context);
    else await this.#requireAllThere(context);
    await takeBookmarks(this.#copy, this.url, context);
    await renamePatiently(this.#copy, path);
  }

  /** @returns the state behind the next piece @throws Failure, with a smaller next piece where it broke off */
  async #piece(state: State, context: SourceContext): Promise<State> {
    const total = state.total ?? (await this.#count(context));
    if (state.next >= total) return { ...state, total, isLast: true };
    const length = Math.min(state.step, AT_ONCE, total - state.next);
    const end = state.next + length;
    const hidden = [...(state.hidden ?? [])];
    const here = { ...state, total, hidden };
    for (;;) {
      const numbers = Array.from({ length }, (_, n) => state.next + n).filter((n) => !hidden.includes(n));
      try {
        if (numbers.length > 0) await this.#pull(context, numbers);
        return { ...here, next: end, step: length * 2, misses: 0 };
      } catch (error) {
        context.signal.throwIfAborted();
        const failure = asFailure(error);
        const smaller = { ...here, step: Math.floor(length / 2) };
        if (mayPass(failure) && length > 1) await this.save(smaller);
        if (stopsAnyFetch(failure)) throw error;
        const refused = numbers.find((number) => failure.detail.includes(`'${number}'`));
        if (refused !== undefined) hidden.push(refused);
        else if (length > 1) return smaller;
        else return { ...here, next: end, misses: state.misses + 1, isLast: state.misses + 1 >= MOST_MISSES };
      }
    }
  }

  /**
   * How many numbers the server has, those among them that it hides. It is asked for numbers from behind, as it takes one that it does not
   * have for the beginning of an id, but none below zero. @throws Failure
   */
  async #count(context: SourceContext): Promise<number> {
    const answerTo = async (back: number): Promise<string> => {
      try {
        await askServer(this.url, ['identify', '--id', `--rev=-${back}`, '--', this.url], context);
        return '';
      } catch (error) {
        const failure = asFailure(error);
        if (stopsAnyFetch(failure)) throw error;
        return failure.detail.replaceAll(`-${back}`, '');
      }
    };
    // In whatever language the server speaks.
    const unknown = await answerTo(2 ** 31 - 1);
    const has = async (numbers: number) => (await answerTo(numbers)) !== unknown;
    let [least, most] = [0, AT_ONCE];
    while (most < 2 ** 31 && (await has(most))) [least, most] = [most, most * 4];
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2);
      if (await has(middle)) least = middle;
      else most = middle;
    }
    return least;
  }

  /** What is new since. @throws Failure; it comes by its numbers as well where that broke off */
  async #pullTheRest(context: SourceContext): Promise<void> {
    try {
      await this.#pull(context, []);
    } catch (error) {
      context.signal.throwIfAborted();
      if (mayPass(asFailure(error))) {
        await this.save({ ...(await this.state()), total: null, misses: 0, isLast: false });
      }
      throw error;
    }
  }

  /** @param numbers none for all */
  async #pull(context: SourceContext, numbers: readonly number[]): Promise<void> {
    const args = [
      ...['-R', this.#copy, 'pull', '--debug', '--config', 'progress.debug=True'],
      ...numbers.map((number) => `--rev=${number}`),
      ...['--', this.url],
    ];
    await this.#hg(context, args, [0], numbers.length === 0 ? 'all' : 'named');
    // Contents of the extension would have to come as well, for all that came before.
    if (needsLargefiles(this.#copy)) throw Failure.of('mercurial.unreadable', { url: this.url }, 'largefiles');
  }

  /** What was stripped or hidden since its piece came is not the source's any more. */
  async #requireAllThere(context: SourceContext): Promise<void> {
    const { code } = await this.#hg(context, ['-R', this.#copy, 'outgoing', '--quiet', '--', this.url], [0, 1]);
    if (code === 0) throw Failure.of('mercurial.unreadable', { url: this.url }, 'changesets that came are gone there');
  }

  async #hg(
    context: SourceContext,
    args: string[],
    successExitCodes = [0],
    fewHeads: WantedHeads = 'named',
  ): Promise<{ code: number | null }> {
    context.onProgress({
      step: 'raw',
      fraction: null,
      done: null,
      total: null,
      unit: 'commits',
      status_text: IN_PIECES,
    });
    return await runHg({ ...context, extensions: ALL_EXTENSIONS, fewHeads }, this.url, {
      args,
      successExitCodes,
      cwd: context.privateFolder,
      onStdout: 'ignore',
      silenceMs: context.silenceMs ?? SILENCE_MS,
      failure: ({ stderrTail }) => hgFailure(stderrTail, this.url, context.credentials !== null),
    }).done;
  }
}
