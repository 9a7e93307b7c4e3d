import { allows } from '../accounts/scopes.ts';
import { scopesOf, type Tokens } from '../accounts/tokens.ts';
import type { Reach } from '../store/reach.ts';
import type { TokenRow } from '../store/tokens.ts';

/** How far a password (null) or a token reaches, as the API's requests do (service.md, "Authentication", rule 4). */
export function reachFor(tokens: Tokens, token: TokenRow | null): Reach {
  if (token === null) return { private: true, singleSignOn: true };
  return { private: allows(scopesOf(token), 'repo'), singleSignOn: tokens.organizations.ofToken(token.id) };
}
