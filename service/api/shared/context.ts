/** What the routes ask of a request: who sends it, how far that reaches, and what its path names. */
import { say } from '../../../language/sentence.ts';
import type { LoginOrigin } from '../../accounts/login-attempts.ts';
import { allows } from '../../accounts/scopes.ts';
import type { Rooms } from '../../engine.ts';
import { type Asker, reachOwner, reachRepository } from '../../repositories/reached.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { Authority, Reach } from '../../store/reach.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import type { ApiContext } from './environment.ts';
import { ApiError, notFound } from './errors.ts';
import { baseUrl } from './links.ts';

/** Where a request comes from, as bad logins and requests without an account are counted. */
export function addressOf(c: ApiContext): string {
  return c.env.sender?.address ?? (c.env.identity === null ? 'local' : 'window');
}

/** Whether a login was entered in the window or sent by a program, and from where. */
export function originOf(c: ApiContext): LoginOrigin {
  return c.env.sender ?? 'window';
}

/** How far the caller reaches: tokens see private repositories with `repo` only, and no single sign-on (service.md, "Authentication", rule 4). */
export function reachOf(c: ApiContext): Reach {
  const caller = c.get('caller');
  if (caller?.kind !== 'token') return { private: true, singleSignOn: true };
  return { private: allows(caller.scopes, 'repo'), singleSignOn: caller.organizations };
}

/** What the caller may do beyond what its account may: asked of single requests, and kept with what goes on without them. */
export function authorityOf(c: ApiContext): Authority {
  const caller = c.get('caller');
  return { ...reachOf(c), folders: caller?.kind !== 'token' || allows(caller.scopes, 'local_folders') };
}

/** Whether the caller may name folders of this machine: an owner of the installation, and no lesser token of one. */
export function mayNameFolders(c: ApiContext): boolean {
  return c.get('account').site_admin === 1 && authorityOf(c).folders;
}

/** As `reachOf`, for lists over many organizations: a header names those that were left out. */
export function listReach(engine: Rooms<'accounts'>, c: ApiContext): Reach {
  const reach = reachOf(c);
  const { singleSignOn } = reach;
  const enforcing = singleSignOn === true ? [] : engine.accounts.singleSignOnOf(c.get('account').id);
  const hidden = enforcing.filter((id) => singleSignOn !== true && !singleSignOn.includes(id));
  if (hidden.length > 0) c.header('X-GitHub-SSO', `partial-results; organizations=${hidden.join(',')}`);
  return reach;
}

/** The repository of a path, or 404: also for one that the account may not see. @throws ApiError 403, 404 */
export function repositoryOf(
  engine: Rooms<'accounts' | 'repositories'>,
  c: ApiContext,
  path: { owner: string; repo: string },
): RepositoryRow {
  const found = reachRepository(engine, askerOf(c), path);
  if (found.kind === 'reached') return found.repository;
  throw found.kind === 'single_sign_on' ? keptOut(c, found.owner) : notFound();
}

/** The organization of a path, or 404: also for one that the account may not see. @throws ApiError 403, 404 */
export function organizationOf(engine: Rooms<'accounts'>, c: ApiContext, login: string): AccountRow {
  const found = reachOwner(engine.accounts, askerOf(c), login);
  if (found.kind === 'absent' || found.owner.type !== 'Organization') throw notFound();
  if (found.kind === 'single_sign_on') throw keptOut(c, found.owner);
  return found.owner;
}

/** Who asks, as the decision about what is reached wants to know. */
function askerOf(c: ApiContext): Asker {
  return { account: c.get('account'), reach: reachOf(c) };
}

/** The answer of an owner that enforces single sign-on. */
function keptOut(c: ApiContext, { login }: AccountRow): ApiError {
  return new ApiError(
    403,
    `${login} enforces single sign-on: tokens made with a password cannot reach it. Use the login and password, or have the token allowed for it.`,
    undefined,
    { 'X-GitHub-SSO': `required; url=${base(c)}/orgs/${encodeURIComponent(login)}` },
  );
}

/** What only owners may: the end of the sentence in English, and the sentence. */
const OWNERS_MAY = {
  'change it': (login: string) => say('Only owners of {login} may change it.', { login }),
  'change memberships': (login: string) => say('Only owners of {login} may change memberships.', { login }),
  'change its repositories': (login: string) => say('Only owners of {login} may change its repositories.', { login }),
  'remove its repositories': (login: string) => say('Only owners of {login} may remove its repositories.', { login }),
  'use its migrations': (login: string) => say('Only owners of {login} may use its migrations.', { login }),
  'use its webhooks': (login: string) => say('Only owners of {login} may use its webhooks.', { login }),
  'say which tokens reach it': (login: string) =>
    say('Only owners of {login} may say which tokens reach it.', { login }),
};

/** @param what what only owners may. @throws ApiError 403 */
export function requireOwner(
  engine: Rooms<'accounts'>,
  c: ApiContext,
  ownerId: number,
  what: keyof typeof OWNERS_MAY,
): void {
  if (engine.accounts.mayAdminister(c.get('account'), ownerId)) return;
  const login = engine.accounts.byId(ownerId)?.login ?? 'it';
  throw new ApiError(403, OWNERS_MAY[what](login));
}

/** Whether the caller may see what only owners of the installation do: one of them, and no token of theirs without the scope for it. */
export function ownsInstallation(c: ApiContext): boolean {
  const caller = c.get('caller');
  if (caller?.kind === 'token' && !allows(caller.scopes, 'site_admin')) return false;
  return c.get('account').site_admin === 1;
}

/** @throws ApiError 403 */
export function requireInstallationOwner(c: ApiContext): void {
  if (ownsInstallation(c)) return;
  throw new ApiError(403, say('Only an owner of this installation may do that.'));
}

/** A token makes private repositories with `repo` only. @throws ApiError 403 */
export function requireScopeFor(c: ApiContext, repository: { private?: boolean | undefined }): void {
  if (repository.private !== true || reachOf(c).private) return;
  throw new ApiError(403, 'A token needs the scope repo to make a private repository.');
}

export function mayReadEmail(c: ApiContext): boolean {
  const caller = c.get('caller');
  if (caller?.kind !== 'token') return true;
  return allows(caller.scopes, 'user:email') || allows(caller.scopes, 'read:user');
}

/** The id in a path, or 404 when it cannot be one. */
export function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

export function base(c: ApiContext): string {
  return baseUrl(c.req.raw);
}
