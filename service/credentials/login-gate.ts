import { asFailure } from '../failures/as-failure.ts';
import { Failure } from '../failures/failure.ts';
import { unlessAborted } from '../processes/bounded-waits.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { loginOf, saysRefused } from './refused-logins.ts';

/** Who asks for many things at once asks for the last one about so long after the first. */
const SAME_ASKING_MS = 60_000;

interface Answer {
  /** Of `performance.now()`. */
  at: number;
  isLetIn: boolean;
}

/**
 * Shows a server a login once where many works begin with it at the same time: forty updates with a remembered password that was
 * changed since would lock the account. In memory only.
 */
export class LoginGate {
  readonly #answers = new Map<string, Answer>();
  /** By login, while one shows it: whether the next one looks again, at what was said or whether to show it. */
  readonly #trials = new Map<string, Promise<boolean>>();

  /** A person gave it just now. */
  forgive(address: string, credentials: Credentials | null): void {
    const login = loginOf(address, credentials);
    if (login !== null && !this.#answers.get(login)?.isLetIn) this.#answers.delete(login);
  }

  /**
   * Does what shows the login, after whoever shows it just now.
   * @param askedAt when the work was asked for, of `performance.now()`
   * @param work is handed what it calls once the server has let the login in
   * @throws Failure for a login that the server has refused since, or a moment before; else as `work`
   */
  async pass<Result>(
    { address, credentials }: { address: string; credentials: Credentials | null },
    { askedAt, signal }: { askedAt: number; signal: AbortSignal },
    work: (letIn: () => void) => Promise<Result>,
  ): Promise<Result> {
    const login = loginOf(address, credentials);
    if (login === null) return work(() => undefined);
    const since = askedAt - SAME_ASKING_MS;
    let shownBefore = this.#trials.get(login);
    while (shownBefore !== undefined && this.#answerSince(login, since) === null) {
      // Of a server that cannot be reached nobody waits for the other.
      if (!(await unlessAborted(shownBefore, signal))) break;
      shownBefore = this.#trials.get(login);
    }
    if (this.#answerSince(login, since)?.isLetIn === false) {
      throw Failure.of('import.login_refused_before', { host: new URL(address).host });
    }
    return this.#show(login, { since, signal }, work);
  }

  async #show<Result>(
    login: string,
    { since, signal }: { since: number; signal: AbortSignal },
    work: (letIn: () => void) => Promise<Result>,
  ): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#trials.set(login, promise);
    const answered = (isLetIn: boolean) => {
      this.#answers.set(login, { at: performance.now(), isLetIn });
      resolve(true);
    };
    try {
      return await work(() => answered(true));
    } catch (error) {
      // One that is let in may be refused at another repository for reasons of its own.
      if (saysRefused(asFailure(error)) && this.#answerSince(login, since)?.isLetIn !== true) answered(false);
      throw error;
    } finally {
      // In place of one that was cancelled the next one shows it.
      resolve(signal.aborted);
      if (this.#trials.get(login) === promise) this.#trials.delete(login);
    }
  }

  #answerSince(login: string, since: number): Answer | null {
    const answer = this.#answers.get(login);
    return answer !== undefined && answer.at >= since ? answer : null;
  }
}
