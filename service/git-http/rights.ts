/** Who asks for a repository by its address, and what that gives. */
import { allows } from '../accounts/scopes.ts';
import type { SignInDesk } from '../accounts/sign-in.ts';
import { scopesOf } from '../accounts/tokens.ts';
import { reached } from '../repositories/reached.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Sender } from '../vocabulary/callers.ts';
import type { CloneTokens, Given, Proven } from './clone-tokens.ts';
import { reachFor } from './reach.ts';
import { Refusal } from './refusal.ts';
import type { DoorRooms } from './rooms.ts';

export type Visitor =
  | { kind: 'nobody' }
  | ({ kind: 'account' } & Given)
  /** With a token that lives an hour. */
  | ({ kind: 'brief' } & Proven);

/** `store` is a large file, which a push brings first. */
export type Want = 'read' | 'push' | 'store';

const ABSENT = 'There is no such repository here, or you may not see it.';

/** @throws Refusal 401, 403 for wrong credentials, as the API answers them */
export async function visitorOf(
  rooms: { signIn: SignInDesk; cloneTokens: CloneTokens },
  authorization: string | null,
  sender: Sender,
): Promise<Visitor> {
  const brief = briefIn(rooms.cloneTokens, authorization);
  if (brief !== null) return { kind: 'brief', ...brief };
  const signIn = await rooms.signIn.account(authorization, sender);
  switch (signIn.kind) {
    case 'anonymous':
      return { kind: 'nobody' };
    case 'password':
      return { kind: 'account', account: signIn.account, token: null };
    case 'token':
      return { kind: 'account', account: signIn.account, token: signIn.token };
    case 'too_many_attempts':
      throw new Refusal(403, 'Maximum number of login attempts exceeded. Please try again later.');
    case 'bad_credentials':
      throw new Refusal(401, 'Bad credentials');
  }
}

/** A brief token as either half of a login, or behind the word `token` or `Bearer`. */
function briefIn(cloneTokens: CloneTokens, authorization: string | null): Proven | null {
  const [, scheme = '', rest = ''] = /^([a-z]+) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  const isBasic = /^basic$/i.test(scheme);
  const text = isBasic ? Buffer.from(rest, 'base64').toString('utf8') : rest;
  const halves = isBasic ? [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)] : [text];
  for (const half of halves) {
    const brief = half.startsWith('gct_') ? cloneTokens.read(half) : null;
    if (brief !== null) return brief;
  }
  return null;
}

/**
 * The repository, for whom may do with it what is wanted: whoever the API answers for it, and nobody else.
 * @param repository undefined for one that is not there
 * @throws Refusal 401 for nobody, 404 for what the visitor may not know of, else 403
 */
export function requireRight(
  rooms: Pick<DoorRooms, 'accounts' | 'tokens'>,
  visitor: Visitor,
  repository: RepositoryRow | undefined,
  want: Want,
): RepositoryRow {
  if (visitor.kind === 'nobody') throw new Refusal(401, 'Sign in with your login and password, or with a token.');
  if (repository === undefined) throw new Refusal(404, ABSENT);
  const name = `${repository.owner}/${repository.name}`;
  const { account } = visitor;
  const reach = visitor.kind === 'brief' ? visitor.reach : reachFor(rooms.tokens, visitor.token);
  const found = reached(rooms.accounts, { account, reach }, repository);
  if (visitor.kind === 'brief') {
    if (visitor.repositoryId !== repository.id || found.kind !== 'reached') throw new Refusal(404, ABSENT);
    const fits = (visitor.use === 'clone' && want === 'read') || (visitor.use === 'store' && want !== 'push');
    if (!fits) throw new Refusal(403, `This token reads ${name} for an hour, and does nothing else.`);
    return repository;
  }
  if (found.kind === 'single_sign_on') {
    throw new Refusal(
      403,
      `${found.owner.login} enforces single sign-on: use your login and password, or have the token allowed for it.`,
    );
  }
  if (found.kind !== 'reached') throw new Refusal(404, ABSENT);
  // `repo` holds `public_repo`; private repositories are reached with `repo` alone.
  if (visitor.token !== null && !allows(scopesOf(visitor.token), 'public_repo')) {
    throw new Refusal(403, `To reach ${name}, a token needs the scope public_repo or repo.`);
  }
  return repository;
}

/** Refuses changes while something else works on the repository or keeps it as it is. @throws Refusal */
export function requireFree(
  rooms: Pick<DoorRooms, 'locks' | 'isImporting' | 'repositories'>,
  row: RepositoryRow,
): void {
  try {
    rooms.locks.refuse(row.id);
  } catch (error) {
    throw new Refusal(403, (error as Error).message);
  }
  const name = `${row.owner}/${row.name}`;
  if (rooms.repositories.isMoving(row.id)) {
    throw new Refusal(503, `${name} is being renamed or removed at this moment. Try again in a few seconds.`);
  }
  if (rooms.isImporting(row.id)) {
    throw new Refusal(403, `An import works on ${name}. Wait for its end, or cancel it; then push again.`);
  }
}
