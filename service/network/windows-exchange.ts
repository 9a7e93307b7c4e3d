/** Exchanges with one server as a Windows account: as many connections as there are exchanges at a time, each signed in. */
import type { HttpAnswer } from './answer.ts';
import { type Exchange, exchange } from './exchange.ts';
import { readAway, SignedLine, type WindowsAccount } from './windows-account.ts';

export class WindowsExchange {
  readonly #origin: string;
  readonly #account: WindowsAccount;
  readonly #free: SignedLine[] = [];
  #wasAsked = false;
  #isLetIn = false;

  /** @param origin the server that the account is for; nothing of it goes to any other */
  constructor(origin: string, account: WindowsAccount) {
    this.#origin = origin;
    this.#account = account;
  }

  /** Whether the server ever asked for the proof of an account; one that takes Kerberos tickets alone does not. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  /** Whether the server took the account. */
  get isLetIn(): boolean {
    return this.#isLetIn;
  }

  /** Exchanges as `exchange` does; 401 where the account is not taken. @throws what `exchange` throws */
  readonly exchange = async (request: Exchange): Promise<HttpAnswer> => {
    if (request.url.origin !== this.#origin) return await exchange(request);
    const line = this.#free.pop() ?? new SignedLine(this.#account);
    try {
      const answer = await this.#over(line, request);
      this.#isLetIn ||= answer.status !== 401;
      return free(answer, () => this.#free.push(line));
    } catch (error) {
      this.#free.push(line);
      throw error;
    } finally {
      this.#wasAsked ||= line.wasAsked;
    }
  };

  async #over(line: SignedLine, request: Exchange): Promise<HttpAnswer> {
    let isGreeted = false;
    const answer = await line.answer((authorization, on, isGreeting) => {
      isGreeted = isGreeting === true;
      return exchange({
        ...request,
        headers: { ...request.headers, ...(authorization === null ? {} : { authorization }) },
        line: on ?? undefined,
        ...(isGreeted && request.body !== undefined ? { body: undefined, length: 0 } : {}),
      });
    });
    if (!isGreeted || answer.status === 401) return answer;
    // Nobody has to sign in here, and what was sent went without its body.
    await readAway(answer);
    return await exchange(request);
  }
}

/** Says when the connection of an answer may serve the next exchange. */
function free(answer: HttpAnswer, done: () => void): HttpAnswer {
  return {
    ...answer,
    drop() {
      answer.drop();
      done();
    },
    async *pieces() {
      try {
        yield* answer.pieces();
      } finally {
        done();
      }
    },
  };
}
