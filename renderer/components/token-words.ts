/** Words of tokens; one place, so that a token has one name. */
import type { Authorization } from '../../service/api/access/access-schemas.ts';
import { t } from '../language/text.ts';

/** What a person calls the token: its note, or the application that it belongs to. */
export function nameOf(token: Pick<Authorization, 'note' | 'app'>): string {
  return token.note ?? token.app.name;
}

/** Client id of tokens that belong to no application. */
const noClient = '0'.repeat(20);

/** The application that the token belongs to; null for a personal one. */
export function applicationOf(token: Pick<Authorization, 'app'>): string | null {
  return token.app.client_id === noClient ? null : token.app.name;
}

/** `repo, gist`, or words for none. */
export function scopesText(scopes: readonly string[]): string {
  return scopes.length === 0 ? t('No scopes') : scopes.join(', ');
}
