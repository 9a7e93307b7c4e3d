/** Who asks: nobody, somebody with a token (Basic), or a Windows account (NTLM). */
import type { HttpAnswer } from '../../../network/answer.ts';
import { waysOf } from '../../../network/offered-ways.ts';
import {
  readAway,
  type Send,
  SignedLine,
  type WindowsAccount,
  windowsAccount,
} from '../../../network/windows-account.ts';
import type { Credentials } from '../../../vocabulary/credentials.ts';

/** 'unknown' before the server has said what it takes; 'either' while what it refused as a token is tried as a Windows account. */
type Way = 'nobody' | 'token' | 'windows' | 'unknown' | 'either';

export class SignIn {
  readonly #credentials: Credentials | null;
  readonly #basic: string | null;
  readonly #account: WindowsAccount | null;
  readonly #lines: SignedLine[] = [];
  #way: Way;
  /** The refusal of what may have been a token. */
  #refused: Headers | null = null;

  constructor(credentials: Credentials | null) {
    this.#credentials = credentials;
    const { username = '', password = '' } = credentials ?? {};
    this.#basic = credentials === null ? null : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    this.#account = username === '' ? null : windowsAccount(username, password);
    if (credentials === null) this.#way = 'nobody';
    else if (username === '') this.#way = 'token';
    // Only Windows accounts are written so. Of other names the server decides, before it is told a password.
    else this.#way = username.includes('\\') ? 'windows' : 'unknown';
  }

  get way(): Way {
    return this.#way;
  }

  /** Headers of the first of two refusals, where both ways were tried. */
  get refused(): Headers | null {
    return this.#way === 'either' ? this.#refused : null;
  }

  /** What must not be seen in any sentence. */
  get secrets(): string[] {
    return [this.#credentials?.password, this.#basic?.slice('Basic '.length)].filter(
      (secret) => secret !== undefined && secret !== '',
    ) as string[];
  }

  /** Sends a request with what the server takes. @param use reads the answer to its end */
  async through<Result>(send: Send, use: (answer: HttpAnswer) => Promise<Result>): Promise<Result> {
    if (this.#way === 'unknown') await this.#findOut(send);
    if (this.#way !== 'windows' && this.#way !== 'either') {
      const answer = await send(this.#way === 'nobody' ? null : this.#basic, null);
      if (answer.status !== 401 || this.#account === null || !offersWindows(answer)) return await use(answer);
      await readAway(answer);
      this.#refused = answer.headers;
      this.#way = 'either';
    }
    const line = this.#lines.pop() ?? new SignedLine(this.#account as WindowsAccount);
    try {
      const answer = await line.answer(send);
      if (answer.status !== 401) this.#way = 'windows';
      return await use(answer);
    } finally {
      this.#lines.push(line);
    }
  }

  async #findOut(send: Send): Promise<void> {
    const answer = await send(null, null);
    const ways = waysOf(answer.headers);
    const onlyWindows = answer.status === 401 && offersWindows(answer) && !ways.has('basic') && !ways.has('bearer');
    // Digest is there so that nobody on the way reads a password.
    const isHidden = ways.has('digest') && !offersWindows(answer) && !ways.has('basic') && !ways.has('bearer');
    answer.drop();
    this.#way = onlyWindows ? 'windows' : isHidden ? 'nobody' : 'token';
  }
}

function offersWindows({ headers }: HttpAnswer): boolean {
  const ways = waysOf(headers);
  return ways.has('ntlm') || ways.has('negotiate');
}
