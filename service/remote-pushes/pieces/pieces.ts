/**
 * A history that a remote does not take at once goes there in pieces: older commits first, each a push of its own. GitHub takes
 * 2 GB at a time, Bitbucket 3.5, Azure DevOps 5, a proxy often far less; so they advise it themselves (docs.github.com,
 * "Troubleshooting the 2 GB push limit").
 */
import { type Sentence, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { mayPass } from '../../network/patience.ts';
import { runInWorker } from '../../processes/workers.ts';
import { isWithin } from '../../sources/commits/source-changes.ts';
import { refusalsOf } from '../refusal-words.ts';
import { type SendJob, send } from '../send.ts';
import type { Piece, Plan, PlanJob } from './plan.ts';

/** Branches of the remote that hold pieces which no branch of ours can hold yet; removed once everything is there. */
const MARK = /^refs\/heads\/gantry-piece-[0-9a-f]{16}$/;
/** Refs named in one command line, which has an end (32,767 characters on Windows). */
export const REFS_AT_ONCE = 150;

/** Who takes no more bytes than this takes nothing. */
const LEAST = 1024;

/** Whether a ref of a remote only holds a piece. */
export function isMark(ref: string): boolean {
  return MARK.test(ref);
}

export interface WantedRef {
  name: string;
  oid: string;
  /** What the remote has under the name, where ours takes the place of other history; else null. */
  overwrites: string | null;
}

/** What each overwritten ref must still be there. */
export function leases(refs: readonly WantedRef[]): Map<string, string> {
  return new Map(refs.flatMap(({ name, overwrites }) => (overwrites === null ? [] : [[name, overwrites] as const])));
}

/** What a remote takes with one push. */
export interface Limits {
  bytes: number;
  /** Branches and tags; null where it names no number. */
  refs: number | null;
}

export interface PiecesJob extends SendJob {
  /** The default branch first: hosts take the first one that arrives for theirs. */
  refs: readonly WantedRef[];
  /** What the remote has: full names, and objects. */
  there: ReadonlyMap<string, string>;
  /** Lowered where the remote takes less. */
  limits: Limits;
  onProgress: (fraction: number, text: Sentence) => void;
}

/** What a remote said that took no push as large; null for any other failure. */
export function sizeRefusal(error: unknown): string | null {
  const { key, parameters } = asFailure(error);
  if (key === 'push.too_large') return String((parameters as { said: string }).said);
  return key === 'connection.too_large' ? `HTTP ${(parameters as { status?: number }).status ?? 413}` : null;
}

export class Pieces {
  readonly #job: PiecesJob;
  readonly #there: Map<string, string>;
  readonly #have: Set<string>;
  #total: number | null = null;
  #arrived = 0;

  constructor(job: PiecesJob) {
    this.#job = job;
    this.#there = new Map(job.there);
    this.#have = new Set(job.there.values());
  }

  /**
   * Sends so much that one push takes the rest.
   * @throws Failure, `push.commit_too_large` where a single commit is what the remote does not take
   */
  async sendAhead(): Promise<void> {
    await this.#ahead(this.#job.refs);
  }

  /** The remote did not take the rest at once. */
  async takeLess(said: string): Promise<void> {
    const { bytes } = await this.#plan(this.#job.refs.map(({ oid }) => oid));
    this.#shrinkTo(bytes, said);
  }

  /** Takes away the branches that held pieces, those of an earlier push too. @throws Failure when the remote keeps some */
  async removeMarks(): Promise<void> {
    const marks = [...this.#there.keys()].filter(isMark);
    const most = this.#refsAtOnce;
    for (let at = 0; at < marks.length; at += most) {
      const only = marks.slice(at, at + most).map((mark) => ['', mark] as const);
      const { refused } = await send(this.#job, { only });
      if (refused.length > 0) throw Failure.of('push.pieces_left', { refs: refused.map(({ ref }) => ref).slice(0, 3) });
    }
  }

  /** Takes the marks away where no further try needs them; that it does not work adds nothing to why it gives up. */
  async giveUp(why: unknown): Promise<void> {
    if (this.#job.signal.aborted || mayPass(asFailure(why))) return;
    await this.removeMarks().catch(() => undefined);
  }

  get #budget(): number {
    return this.#job.limits.bytes;
  }

  get #refsAtOnce(): number {
    return Math.min(REFS_AT_ONCE, this.#job.limits.refs ?? REFS_AT_ONCE);
  }

  async #ahead(refs: readonly WantedRef[]): Promise<void> {
    const { bytes } = await this.#plan(refs.map(({ oid }) => oid));
    this.#total ??= bytes;
    if (bytes <= this.#budget) return;
    const [ref, ...more] = refs;
    if (ref === undefined) return;
    if (more.length === 0) {
      const commit = await this.#commitOf(ref.oid);
      // A file or folder that a tag names cannot be cut.
      if (commit !== null) await this.#line(commit, ref);
      return;
    }
    const half = Math.ceil(refs.length / 2);
    const first = refs.slice(0, half);
    await this.#ahead(first);
    await this.#ahead(refs.slice(half));
    const left = await this.#plan(refs.map(({ oid }) => oid));
    if (left.bytes > this.#budget) await this.#sendRefs(first);
  }

  /** What is left of these refs, which is small enough by itself. */
  async #sendRefs(refs: readonly WantedRef[]): Promise<void> {
    for (let at = 0; at < refs.length; ) {
      const some = refs.slice(at, at + this.#refsAtOnce);
      const { bytes } = await this.#plan(some.map(({ oid }) => oid));
      try {
        await this.#push(
          some.map(({ name }) => [name, name] as const),
          bytes,
          leases(some),
        );
        for (const { name, oid } of some) this.#arrive(name, oid);
        at += some.length;
      } catch (error) {
        const said = sizeRefusal(error);
        if (said === null) throw error;
        this.#shrinkTo(bytes, said);
        await this.#ahead(some);
      }
    }
  }

  /** Sends what a commit reaches, but for a rest that is small enough. @param ref whose commit it is; null for none of ours */
  async #line(commit: string, ref: WantedRef | null): Promise<void> {
    for (;;) {
      const { bytes, pieces, blocked } = await this.#plan([commit], commit);
      if (bytes <= this.#budget) return;
      let piece: Piece | undefined;
      try {
        for (piece of pieces) await this.#sendPiece(piece, ref);
        if (blocked === null) return;
        piece = blocked;
        await this.#sendBlocked(blocked, ref);
      } catch (error) {
        const said = sizeRefusal(error);
        if (said === null || piece === undefined) throw error;
        if ((await this.#commitsOf(piece.commit)) === 1) {
          throw Failure.of('push.commit_too_large', { commit: piece.commit, size: piece.bytes, said });
        }
        this.#shrinkTo(piece.bytes, said);
      }
    }
  }

  /** A commit that is too large with what it merges: that goes first, and the commit itself once it is there. */
  async #sendBlocked(blocked: Piece, ref: WantedRef | null): Promise<void> {
    const { stdout } = await this.#git(['rev-list', '--parents', '--max-count=1', blocked.commit, '--']);
    let sentOne = false;
    for (const parent of stdout.trim().split(' ').slice(1)) {
      if ((await this.#commitsOf(parent)) === 0) continue;
      await this.#line(parent, null);
      const { bytes } = await this.#plan([parent]);
      await this.#sendPiece({ commit: parent, bytes }, null);
      sentOne = true;
    }
    if (!sentOne) await this.#sendPiece(blocked, ref);
  }

  async #sendPiece(piece: Piece, ref: WantedRef | null): Promise<void> {
    const to = await this.#placeFor(piece.commit, ref);
    await this.#push([[piece.commit, to]], piece.bytes);
    this.#arrive(to, piece.commit);
  }

  /** The branch itself, where it only moves forward; else one for this piece alone. */
  async #placeFor(commit: string, ref: WantedRef | null): Promise<string> {
    const mark = `refs/heads/gantry-piece-${commit.slice(0, 16)}`;
    if (ref === null || ref.overwrites !== null || !ref.name.startsWith('refs/heads/')) return mark;
    const now = this.#there.get(ref.name);
    if (now === undefined) return ref.name;
    return (await isWithin(this.#job.repositoryPath, now, commit, this.#job.signal)) ? ref.name : mark;
  }

  async #push(
    only: readonly (readonly [from: string, to: string])[],
    bytes: number,
    overwrite: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> {
    const total = Math.max(this.#total ?? 0, this.#arrived + bytes, 1);
    const megabytes = (count: number) => Math.round(count / 1_048_576);
    const tell = (fraction: number) => {
      const done = this.#arrived + fraction * bytes;
      const text = say('Sending the history in pieces, {done} of {total} MB.', {
        done: megabytes(done),
        total: megabytes(total),
      });
      this.#job.onProgress(done / total, text);
    };
    tell(0);
    const sent = await send(this.#job, { only, overwrite, onProgress: tell });
    if (sent.refused.length > 0) throw Failure.of('push.refs_refused', refusalsOf(sent));
    this.#arrived += bytes;
  }

  #arrive(ref: string, oid: string): void {
    this.#there.set(ref, oid);
    this.#have.add(oid);
  }

  /** @param bytes what was refused @param said by the remote, which may name its limit */
  #shrinkTo(bytes: number, said: string): void {
    // What a push takes is not quite what the objects take here, so well below.
    this.#job.limits.bytes = Math.floor(Math.min(this.#budget, bytes, limitIn(said)) / 2);
    if (this.#budget < LEAST) throw Failure.of('push.too_large', { said });
  }

  #plan(tips: string[], line: string | null = null): Promise<Plan> {
    const { repositoryPath, signal } = this.#job;
    return runInWorker<PlanJob, Plan, never>(
      import.meta.url,
      './plan-worker',
      { path: repositoryPath, tips, have: [...this.#have], line, budget: this.#budget },
      { signal },
    );
  }

  async #commitOf(oid: string): Promise<string | null> {
    const { code, stdout } = await this.#git(['rev-parse', '--verify', '--quiet', `${oid}^{commit}`], 'any');
    return code === 0 ? stdout.trim() : null;
  }

  /** Commits that would be sent with this one. */
  async #commitsOf(commit: string): Promise<number> {
    const have = [...this.#have].map((oid) => `^${oid}\n`).join('');
    const { stdout } = await this.#git(
      ['rev-list', '--count', '--ignore-missing', '--stdin'],
      undefined,
      `${commit}\n${have}`,
    );
    return Number(stdout);
  }

  #git(args: string[], successExitCodes?: 'any', stdin?: string) {
    return runGit({
      args: ['--git-dir', this.#job.repositoryPath, ...args],
      signal: this.#job.signal,
      ...(successExitCodes === undefined ? {} : { successExitCodes }),
      ...(stdin === undefined ? {} : { stdin }),
    }).done;
  }
}

/** The limit in `pack exceeds maximum allowed size (2.00 GiB)` (git's strbuf.c, `strbuf_humanise`), in bytes; infinite without one. */
function limitIn(said: string): number {
  const [, number, unit] = /\((\d+(?:\.\d+)?) (bytes?|KiB|MiB|GiB)\)/.exec(said) ?? [];
  if (number === undefined || unit === undefined) return Number.POSITIVE_INFINITY;
  const power = ['bytes', 'KiB', 'MiB', 'GiB'].indexOf(unit);
  return Number(number) * 1024 ** Math.max(0, power);
}
