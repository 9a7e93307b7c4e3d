/**
 * Signing in with a Windows account: NTLM, in the server's own scheme of that name or within Negotiate, which takes the same
 * messages (RFC 4559, 4; MS-NLMP). It is a connection that is signed in, so that each has a line of its own.
 */
import { createType1Message, createType3Message, parseType2Message } from '@node-ntlm/core';
import type { HttpAnswer } from './answer.ts';
import { bytesOf } from './client.ts';
import { Line } from './line.ts';
import { waysOf } from './offered-ways.ts';

export interface WindowsAccount {
  domain: string;
  username: string;
  password: string;
}

/** `DOMAIN\\name`, `.\\name` for an account of the server's own, `name@domain.example`, or a name alone. */
export function windowsAccount(name: string, password: string): WindowsAccount {
  const at = name.indexOf('\\');
  const domain = at < 0 ? '' : name.slice(0, at);
  return { domain: domain === '.' ? '' : domain, username: name.slice(at + 1), password };
}

/**
 * Sends one request again and again, each time with other words of `Authorization`.
 * @param isGreeting whether the answer is sure to be another question, so that a body would be sent for nothing
 */
export type Send = (authorization: string | null, line: Line | null, isGreeting?: boolean) => Promise<HttpAnswer>;

type Scheme = 'NTLM' | 'Negotiate';

/** Bytes of an answer that is read only so that its connection can go on. */
const LARGEST_REFUSAL = 1 << 20;

export class SignedLine {
  readonly #line = new Line();
  readonly #account: WindowsAccount;
  #isSignedIn = false;
  #wasAsked = false;

  constructor(account: WindowsAccount) {
    this.#account = account;
  }

  /** Whether the server ever asked for the proof of an account; one that takes Kerberos tickets alone does not. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  /** The answer to a request over this line; 401 when the server does not take the account. */
  async answer(send: Send): Promise<HttpAnswer> {
    // A body of gigabytes would only find out that the server knows nobody on a new connection.
    if (this.#isSignedIn && this.#line.isOpen) {
      const answer = await send(null, this.#line);
      if (answer.status !== 401) return answer;
      await readAway(answer);
    }
    this.#isSignedIn = false;
    let answer = await this.#handshake(send, 'NTLM');
    if (answer.status === 401 && !this.#isSignedIn && onlyNegotiates(answer)) {
      await readAway(answer);
      answer = await this.#handshake(send, 'Negotiate');
    }
    return answer;
  }

  async #handshake(send: Send, scheme: Scheme): Promise<HttpAnswer> {
    const { domain, username, password } = this.#account;
    const hello = createType1Message({ domain: '', workstation: '' });
    const asked = await send(inScheme(hello, scheme), this.#line, true);
    const challenge = asked.status === 401 ? challengeOf(asked, scheme) : null;
    if (challenge === null) return asked;
    this.#wasAsked = true;
    await readAway(asked);
    const proof = createType3Message(parseType2Message(`NTLM ${challenge}`), {
      domain,
      username,
      password,
      workstation: '',
    });
    const answer = await send(inScheme(proof, scheme), this.#line);
    this.#isSignedIn = answer.status !== 401;
    return answer;
  }
}

function inScheme(message: string, scheme: Scheme): string {
  return `${scheme}${message.slice('NTLM'.length)}`;
}

/** The server's message of a scheme, base64; null when it has none, which is a refusal. */
function challengeOf({ headers }: HttpAnswer, scheme: Scheme): string | null {
  const found = new RegExp(`(?:^|,)\\s*${scheme} +(TlRMTVNT[A-Za-z0-9+/=]+)`, 'i').exec(
    headers.get('www-authenticate') ?? '',
  );
  return found?.[1] ?? null;
}

function onlyNegotiates({ headers }: HttpAnswer): boolean {
  const ways = waysOf(headers);
  return ways.has('negotiate') && !ways.has('ntlm');
}

/** Reads what nobody wants to know: a connection whose answer is left in the middle is closed. */
export async function readAway(answer: HttpAnswer): Promise<void> {
  await bytesOf(answer, LARGEST_REFUSAL, true);
}
