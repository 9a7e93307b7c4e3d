/** What a request must pass before a route sees it: who sends it, how many it may send, what it may do. */

import type { MiddlewareHandler } from 'hono';
import { say } from '../../../language/sentence.ts';
import { allows } from '../../accounts/scopes.ts';
import type { OneTimeCheck, SignIn } from '../../accounts/sign-in.ts';
import { scopesOf } from '../../accounts/tokens.ts';
import type { Rooms } from '../../engine.ts';
import type { RateCaller } from '../../rate-limit/rate-limits.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { type Access, ANY_ACCOUNT } from './access.ts';
import { addressOf, originOf } from './context.ts';
import type { ApiContext, ApiEnv, Caller } from './environment.ts';
import { ApiError } from './errors.ts';

/** How long a password that was given in the window counts, in milliseconds. */
const CONFIRMED_MS = 15 * 60_000;
/** How far the clock may go back meanwhile, in milliseconds. */
const CLOCK_SLACK_MS = 60_000;

// Sentences that public clients and people know (facts.md).
const PASSWORD_ONLY = 'This API can only be accessed with username and password Basic Auth';
const TOO_MANY_ATTEMPTS = say('Maximum number of login attempts exceeded. Please try again later.');
const OTP_NEEDED = say('Must specify two-factor authentication OTP code.');
const OTP_CHALLENGE = { 'X-GitHub-OTP': 'required; app', 'X-Gantry-OTP': 'required; app' };

/** Lets a request pass, or answers 401 or 403. */
export function admit(
  engine: Rooms<'accounts' | 'now' | 'rateLimits' | 'signIn' | 'tokens' | 'twoFactor'>,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Whether there is such a path is for accounts to know.
    const rule = c.get('operation')?.access ?? ANY_ACCOUNT;
    const caller = await callerOf(engine, c, rule);
    if (!(caller instanceof ApiError) && caller !== null) {
      c.set('caller', caller);
      c.set('account', caller.account);
      if (c.env.sender !== null) c.env.sender.login = caller.account.login;
    }
    count(engine, c, caller instanceof ApiError ? null : caller);
    if (caller instanceof ApiError) throw caller;
    if (caller === null) {
      if (rule.who === 'account' || rule.who === 'password') throw new ApiError(401, say('Requires authentication'));
      return next();
    }
    requireRights(engine, c, rule, caller);
    if (!rule.oneTime || caller.kind !== 'password') return next();
    const { id } = caller.account;
    const before = engine.twoFactor.lastStep(id);
    requireOneTimePassword(engine, c, caller.account);
    const used = engine.twoFactor.lastStep(id);
    await next();
    // A request that failed did nothing with its code: the same code may mend it.
    if (used !== before && c.res.status >= 400) engine.twoFactor.giveBack(id, used, before);
  };
}

/** The caller, null without one, or the answer that wrong credentials get. */
async function callerOf(
  engine: Rooms<'accounts' | 'signIn' | 'tokens'>,
  c: ApiContext,
  rule: Access,
): Promise<Caller | ApiError | null> {
  if (rule.who === 'public') return null;
  const { identity } = c.env;
  if (identity !== null) {
    // A window in which nobody is signed in.
    if (identity.login === '') return null;
    const account = engine.accounts.byLogin(identity.login);
    if (account?.type !== 'User') return new ApiError(401, say('Bad credentials'));
    return { kind: 'window', account, confirmedAt: identity.confirmedAt ?? null };
  }
  const signIn = await engine.signIn.account(c.req.header('authorization') ?? null, originOf(c));
  if (signIn.kind === 'anonymous') return null;
  if (signIn.kind === 'password') return { kind: 'password', account: signIn.account };
  if (signIn.kind === 'token') {
    const { account, token } = signIn;
    return {
      ...{ kind: 'token', account, token, scopes: scopesOf(token) },
      organizations: engine.tokens.organizations.ofToken(token.id),
    };
  }
  return refusal(signIn);
}

/** The answer to a sign-in that failed. */
export function refusal(signIn: Extract<SignIn, { kind: 'bad_credentials' | 'too_many_attempts' }>): ApiError {
  return signIn.kind === 'too_many_attempts'
    ? new ApiError(403, TOO_MANY_ATTEMPTS)
    : new ApiError(401, say('Bad credentials'));
}

/** The answer to a one-time password that is missing or wrong. @param sentences whether to say what is wrong with it */
export function oneTimeRefusal(checked: Exclude<OneTimeCheck, 'right'>, sentences: boolean): ApiError {
  if (checked === 'too_many_attempts') return new ApiError(403, TOO_MANY_ATTEMPTS);
  const wrong = say('That is not the code of this moment. Look at your authenticator app again.');
  const used = say('This code was used already. Wait for the next one.');
  const said = checked === 'missing' || !sentences ? OTP_NEEDED : checked === 'used' ? used : wrong;
  return new ApiError(401, said, undefined, OTP_CHALLENGE);
}

/** Counts the request for its caller. The window's requests and those of uncounted operations are free. */
function count(engine: Rooms<'rateLimits'>, c: ApiContext, caller: Caller | null): void {
  const { rateLimits } = engine;
  const rateCaller: RateCaller = caller === null ? `address:${addressOf(c)}` : `account:${caller.account.id}`;
  const asked = c.get('operation')?.category ?? 'core';
  const category = asked === 'uncounted' ? 'core' : asked;
  if (c.env.identity !== null || asked === 'uncounted') {
    c.set('rate', { caller: rateCaller, reading: rateLimits.reading(rateCaller, category), counted: false });
    return;
  }
  const taken = rateLimits.take(rateCaller, category);
  c.set('rate', { caller: rateCaller, reading: taken, counted: taken.allowed });
  if (taken.allowed) return;
  const whom = caller === null ? addressOf(c) : `user ID ${caller.account.id}`;
  const goodNews =
    caller === null ? " (But here's the good news: Authenticated requests get a higher rate limit.)" : '';
  throw new ApiError(403, `API rate limit exceeded for ${whom}.${goodNews}`);
}

function requireRights(engine: Rooms<'now'>, c: ApiContext, rule: Access, caller: Caller): void {
  c.set('acceptedScopes', rule.scopes);
  if (caller.kind === 'token') {
    if (rule.who === 'password') throw new ApiError(403, PASSWORD_ONLY);
    requireScopes(c, rule.scopes);
    return;
  }
  if (rule.confirm) requireConfirmed(engine, caller);
}

/**
 * @param scopes of which a token needs one; none: any token will do
 * @throws ApiError 403
 */
export function requireScopes(c: ApiContext, scopes: readonly string[]): void {
  const caller = c.get('caller');
  if (caller?.kind !== 'token' || scopes.length === 0) return;
  if (scopes.some((scope) => allows(caller.scopes, scope))) return;
  const named = scopes.length === 1 ? 'the scope' : 'one of the scopes';
  throw new ApiError(403, `This needs a token with ${named} ${scopes.join(', ')}.`);
}

/** @throws ApiError 401 in a window whose password was not given in the last minutes */
export function requireConfirmed(engine: Rooms<'now'>, caller: Caller | undefined): void {
  if (caller?.kind !== 'window') return;
  const age = engine.now() - (caller.confirmedAt ?? Number.NEGATIVE_INFINITY);
  // A clock that was ahead when it was given must not make it count until that time has come.
  if (age < CONFIRMED_MS && age > -CLOCK_SLACK_MS) return;
  throw new ApiError(401, say('Confirm your password to go on.'), undefined, { 'X-Gantry-Confirm': 'password' });
}

function requireOneTimePassword(engine: Rooms<'signIn'>, c: ApiContext, account: AccountRow): void {
  const code = c.req.header('x-github-otp') ?? c.req.header('x-gantry-otp') ?? null;
  const checked = engine.signIn.oneTimePassword(account, code, originOf(c), false);
  if (checked !== 'right') throw oneTimeRefusal(checked, false);
}
