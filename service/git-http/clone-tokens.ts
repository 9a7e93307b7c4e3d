/**
 * Tokens that live an hour and do one thing in one repository: `temp_clone_token`, and what git-lfs sends with each object.
 * Nothing of them is stored: they are signed, and hold only as long as what they were given for does.
 */
import type { Accounts } from '../accounts/accounts.ts';
import type { SecretBox } from '../accounts/secret-box.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Reach } from '../store/reach.ts';
import type { TokenRow } from '../store/tokens.ts';
import { reachFor } from './reach.ts';

/** How long one lives, in seconds. */
export const LIFE_SECONDS = 3600;
/** How far a clock may go back while a token lives, in seconds. */
const SLACK_SECONDS = 60;
const CONTEXT = 'reading a repository for an hour';
const PREFIX = 'gct_';

/** `clone` reads the repository and its large files; `store` stores its large files. */
export type TokenUse = 'clone' | 'store';

/** Who was given a token, and by what right. */
export interface Given {
  account: AccountRow;
  /** The token that proved it; null for the password. */
  token: TokenRow | null;
}

interface Claims {
  repository: number;
  account: number;
  /** Id of the token that proved the account; 0 for the password. */
  token: number;
  use: TokenUse;
  /** Seconds since 1970. */
  expires: number;
}

export interface Proven {
  repositoryId: number;
  use: TokenUse;
  account: AccountRow;
  reach: Reach;
}

export class CloneTokens {
  readonly #secrets: SecretBox;
  readonly #accounts: Accounts;
  readonly #tokens: Tokens;
  readonly #now: () => number;

  /** @param rooms.now milliseconds since 1970 */
  constructor(rooms: { secrets: SecretBox; accounts: Accounts; tokens: Tokens; now: () => number }) {
    this.#secrets = rooms.secrets;
    this.#accounts = rooms.accounts;
    this.#tokens = rooms.tokens;
    this.#now = rooms.now;
  }

  make(repositoryId: number, use: TokenUse, { account, token }: Given): string {
    const expires = Math.floor(this.#now() / 1000) + LIFE_SECONDS;
    const claims: Claims = { repository: repositoryId, account: account.id, token: token?.id ?? 0, use, expires };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${PREFIX}${text}_${this.#secrets.sign(text + proofOf(account, token), CONTEXT)}`;
  }

  /** Whose it is; null for one that was not made here, is too old, or whose password or token is not there any more. */
  read(given: string): Proven | null {
    const [, text = '', signature = ''] = /^gct_([\w-]{1,400})_([\da-f]{64})$/.exec(given) ?? [];
    if (text === '') return null;
    const claims = claimsIn(text);
    const account = claims === null ? undefined : this.#accounts.byId(claims.account);
    if (claims === null || account === undefined) return null;
    const token = claims.token === 0 ? null : this.#tokens.byId(account.id, claims.token);
    if (token === undefined || !this.#secrets.isSigned(text + proofOf(account, token), CONTEXT, signature)) return null;
    const left = claims.expires - this.#now() / 1000;
    // More than its whole life is left: it was made while the clock was ahead.
    if (left <= 0 || left > LIFE_SECONDS + SLACK_SECONDS) return null;
    const { repository: repositoryId, use } = claims;
    return { repositoryId, use, account, reach: reachFor(this.#tokens, token) };
  }
}

/** Another one when the password or the token's text was changed. */
function proofOf(account: AccountRow, token: TokenRow | null): string {
  return token?.hashed_token ?? account.password_hash ?? '';
}

/** Not to be trusted before the signature is. */
function claimsIn(text: string): Claims | null {
  try {
    const claims = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Claims> | null;
    const isWhole = [claims?.repository, claims?.account, claims?.token, claims?.expires].every(Number.isSafeInteger);
    return isWhole ? (claims as Claims) : null;
  } catch {
    return null;
  }
}
