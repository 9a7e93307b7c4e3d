/** A mirror that comes in pieces: the default branch by its newest commits, then other refs, some at a time. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { CLONE_PHASES, isProgressNoise, readProgress } from '../../git/progress-lines.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { removeEmptyRefs, removeStaleLocks } from '../../git/stale-locks.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { Arriving, IN_PIECES } from '../commits/arriving.ts';
import type { SourceContext } from '../source.ts';
import { borrow, ownEverything } from './borrowed.ts';

const MIRROR = '+refs/*:refs/*';

interface State {
  /** Refs of the next piece. */
  refs: number;
  /** A ref whose history comes from its newest commit on, and how much of it is there; null where pieces are whole refs. */
  line: { ref: string; depth: number; step: number } | null;
}

const FIRST: State = { refs: 256, line: null };

export class ArrivingMirror extends Arriving<State> {
  readonly #earlier: string | null;
  #hasRefs = false;

  /** @param importFolder see `Arriving` @param earlier mirror of an earlier fetch, whose objects need not be sent again; null for none */
  constructor(importFolder: string, url: string, earlier: string | null) {
    super(importFolder, url, FIRST);
    this.#earlier = earlier;
  }

  get #mirror(): string {
    return join(this.folder, 'mirror.git');
  }

  protected async complete(staging: string, context: SourceContext): Promise<void> {
    if (!existsSync(join(this.#mirror, 'HEAD'))) {
      await rm(this.#mirror, { recursive: true, force: true });
      await this.#git(context, ['init', '--quiet', '--bare', '--template=', '--', this.#mirror]);
    }
    await borrow(this.#mirror, this.#earlier);
    removeStaleLocks(this.#mirror);
    removeEmptyRefs(this.#mirror);
    let source = await this.#look(context);
    const whole = new Set<string>();
    for (;;) {
      const state = await this.state();
      const pending = await this.#pending(source, whole, context);
      if (state.line === null && pending.length === 0) break;
      const piece = this.#next(state, pending);
      try {
        const { isWhole, next } = await this.#fetchPiece(state, piece, context);
        if (isWhole) for (const ref of refsOf(piece)) whole.add(ref);
        await this.save(next);
      } catch (error) {
        context.signal.throwIfAborted();
        if (mayPass(asFailure(error))) {
          await this.save(smaller(state, piece));
          throw error;
        }
        source = await this.#look(context);
        if (refsOf(piece).every((ref) => source.refs.has(ref))) throw error;
        // Refs that were deleted meanwhile.
        await this.save({ ...state, line: null });
      }
      context.onArrived?.();
    }
    source = await this.#look(context);
    // A ref that moved or went while its commits came leaves the rest of them behind; others may need that rest.
    const rest = this.#boundary() === '' ? [] : ['--unshallow'];
    const head = source.head?.kind === 'commit' ? ['HEAD'] : [];
    // What moved meanwhile; and then everything is walked through, and put into one pack.
    await this.#fetch(context, ['--prune', '--no-tags', ...rest], [MIRROR, ...head]);
    if (source.head !== null) await this.#takeHead(source.head, context);
    await ownEverything(this.#mirror, context.signal);
    await renamePatiently(this.#mirror, staging);
  }

  /** The default branch comes first, and alone: where most of the history is. So does a ref that does not come whole. */
  #next(state: State, pending: string[]): Piece {
    if (state.line !== null) return { line: state.line };
    const [first] = pending;
    const isAlone = state.refs === 0 || !this.#hasRefs;
    return isAlone && first !== undefined
      ? { line: { ref: first, depth: 0, step: 1 } }
      : { refs: pending.slice(0, state.refs) };
  }

  /** @returns whether its refs are whole now, and the state behind it @throws Failure */
  async #fetchPiece(state: State, piece: Piece, context: SourceContext): Promise<{ isWhole: boolean; next: State }> {
    if ('refs' in piece) {
      await this.#fetch(context, ['--no-tags'], piece.refs.map(specOf));
      return { isWhole: true, next: { ...state, refs: Math.min(FIRST.refs, state.refs * 2) } };
    }
    const { line } = piece;
    const before = this.#boundary();
    const depth = line.depth + line.step;
    await this.#fetch(context, ['--no-tags', `--depth=${depth}`], [specOf(line.ref)]);
    const now = this.#boundary();
    // The same twice: the source itself has no more.
    const isWhole = now === '' || now === before;
    const next = isWhole
      ? { ...state, line: null, refs: Math.max(1, state.refs) }
      : { ...state, line: { ...line, depth, step: line.step * 2 } };
    return { isWhole, next };
  }

  /** Refs that the source has and that did not come yet, nor before; the one that HEAD names first. */
  async #pending({ refs, head }: Source, whole: ReadonlySet<string>, { signal }: SourceContext): Promise<string[]> {
    const here = new Map<string, string>();
    await eachRef(this.#mirror, (name, oid) => here.set(name, oid), signal);
    this.#hasRefs = here.size > 0;
    const lacking = [...refs].filter(([name, oid]) => here.get(name) !== oid && !whole.has(name)).map(([name]) => name);
    const isFirst = (name: string) => (head?.kind === 'branch' && head.name === name ? 0 : 1);
    return lacking.sort((a, b) => isFirst(a) - isFirst(b));
  }

  /** Commits whose parents are not there yet. */
  #boundary(): string {
    const file = join(this.#mirror, 'shallow');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  async #look(context: SourceContext): Promise<Source> {
    const refs = new Map<string, string>();
    let head: Source['head'] = null;
    await this.#git(context, ['ls-remote', '--symref', '--', this.url], {
      onStdout: (line) => {
        const [value = '', name = ''] = line.split('\t');
        const branch = /^ref: (.+)$/.exec(value)?.[1];
        if (name === 'HEAD' && branch !== undefined) head = { kind: 'branch', name: branch };
        else if (name === 'HEAD') head ??= { kind: 'commit', name: value };
        else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, value);
      },
    });
    return { refs, head };
  }

  /** As a clone leaves it. */
  async #takeHead(head: NonNullable<Source['head']>, context: SourceContext): Promise<void> {
    if (head.kind === 'branch') {
      await this.#git(context, ['--git-dir', this.#mirror, 'symbolic-ref', 'HEAD', head.name]);
      return;
    }
    await this.#git(context, ['--git-dir', this.#mirror, 'update-ref', '--no-deref', 'HEAD', head.name]);
  }

  #fetch(context: SourceContext, options: string[], specs: string[]) {
    return this.#git(
      context,
      [
        ...['-c', 'fetch.unpackLimit=1', '--git-dir', this.#mirror, 'fetch', '--progress', '--no-write-fetch-head'],
        ...[...options, '--stdin', '--', this.url],
      ],
      { stdin: `${specs.join('\n')}\n` },
    );
  }

  async #git(
    context: SourceContext,
    args: string[],
    more: { stdin?: string; onStdout?: (line: string) => void } = {},
  ): Promise<void> {
    const { env, secrets, mostMemory } = sourceEnvironment(this.url, context.credentials, context.privateFolder);
    await runGit({
      ...{ args, env, secrets, mostMemory, signal: context.signal, ...more },
      silenceMs: context.silenceMs ?? SILENCE_MS,
      onStderrLine: (line) => {
        const progress = readProgress(line, CLONE_PHASES);
        if (progress !== null) {
          const { done, total } = progress;
          context.onProgress({ step: 'raw', fraction: null, done, total, unit: 'objects', status_text: IN_PIECES });
        } else if (!isProgressNoise(line)) context.onLog('info', `git: ${line}`);
      },
      failure: ({ stderrTail }) => gitFailure(stderrTail, this.url, context.credentials !== null),
    }).done;
  }
}

type Line = NonNullable<State['line']>;
/** Whole refs, or one by its newest commits. */
type Piece = { refs: string[] } | { line: Line };

interface Source {
  refs: Map<string, string>;
  head: { kind: 'branch' | 'commit'; name: string } | null;
}

function specOf(ref: string): string {
  return `+${ref}:${ref}`;
}

function refsOf(piece: Piece): string[] {
  return 'refs' in piece ? piece.refs : [piece.line.ref];
}

/** Half of what broke off; a ref alone comes by its newest commits, and no less than one more of them. */
function smaller(state: State, piece: Piece): State {
  if ('refs' in piece) return { ...state, refs: Math.floor(piece.refs.length / 2) };
  const { line } = piece;
  return { ...state, line: { ...line, step: Math.max(1, Math.floor(line.step / 2)) } };
}
