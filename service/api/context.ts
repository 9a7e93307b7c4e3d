import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Engine } from '../engine.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import { ApiError, notFound, refuseInvalid } from './errors.ts';
import { baseUrl } from './links.ts';

/** Somebody whom the caller of `service.fetch` vouches for: the window's session. Never taken from a request. */
export interface TrustedIdentity {
  login: string;
}

export interface ApiEnv {
  Bindings: { identity: TrustedIdentity | null };
  Variables: { account: AccountRow };
}

export type ApiContext = Context<ApiEnv>;

/** A router with the API's validation answers; one for each resource. */
export function router(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
}

/** Lets only requests with an account pass. */
export function requireAccount(engine: Engine): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('account', await accountOf(engine, c));
    await next();
  };
}

async function accountOf(engine: Engine, c: ApiContext): Promise<AccountRow> {
  const { identity } = c.env;
  if (identity !== null) {
    const account = engine.accounts.table.byLogin(identity.login);
    if (account === undefined || account.type !== 'User') throw new ApiError(401, 'Bad credentials');
    return account;
  }
  const signIn = await engine.signIn.account(c.req.header('authorization') ?? null);
  if (signIn.kind === 'account') return signIn.account;
  throw new ApiError(401, signIn.kind === 'anonymous' ? 'Requires authentication' : 'Bad credentials');
}

/** The repository of a path, or 404: also for one that the account may not see. */
export function repositoryOf(engine: Engine, c: ApiContext, path: { owner: string; repo: string }): RepositoryRow {
  const repository = engine.repositories.table.byName(path.owner, path.repo);
  if (repository === undefined || !engine.accounts.mayUse(c.get('account'), repository.owner_id)) throw notFound();
  return repository;
}

export function base(c: ApiContext): string {
  return baseUrl(c.req.raw);
}
