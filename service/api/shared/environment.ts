/** What is known of a request while it is answered. */
import type { Context } from 'hono';
import type { RateCaller, RateReading } from '../../rate-limit/rate-limits.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { TokenRow } from '../../store/tokens.ts';
import type { Sender, TrustedIdentity } from '../../vocabulary/callers.ts';
import type { Operation } from './operation.ts';

/** Who sends a request, and by what right. */
export type Caller =
  | { kind: 'window'; account: AccountRow; confirmedAt: number | null }
  | { kind: 'password'; account: AccountRow }
  /** `organizations`: ids of those that enforce single sign-on and let this token in. */
  | { kind: 'token'; account: AccountRow; token: TokenRow; scopes: string[]; organizations: readonly number[] };

export interface ApiEnv {
  Bindings: { identity: TrustedIdentity | null; sender: Sender | null };
  Variables: {
    /** The operation that the request asks for; undefined where there is none. */
    operation: Operation | undefined;
    /** Set on all but the public routes. */
    account: AccountRow;
    caller: Caller | undefined;
    /** Who the request is counted for, and how that stands after it. */
    rate: { caller: RateCaller; reading: RateReading; counted: boolean } | undefined;
    /** Scopes of which a token needs one. */
    acceptedScopes: readonly string[];
  };
}

export type ApiContext = Context<ApiEnv>;
