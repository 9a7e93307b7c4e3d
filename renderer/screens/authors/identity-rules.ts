/** What Git accepts as an identity, and how a bulk edit changes one. */
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import type { AuthorMapping, AuthorRule } from '../../api/authors.ts';
import { t } from '../../language/text.ts';

/** Why a name cannot stand in a Git commit, or null. */
export function authorNameProblem(name: string): string | null {
  if (name.trim() === '') return t('A name is needed.');
  return hasForbiddenCharacter(name) ? t('A name cannot hold < or >.') : null;
}

/** Why an e-mail address cannot stand in a Git commit, or null. */
export function authorEmailProblem(email: string): string | null {
  if (email.trim() === '') return t('An e-mail address is needed.');
  if (hasForbiddenCharacter(email) || /\s/.test(email.trim())) return t('An address cannot hold spaces, < or >.');
  return null;
}

/** What a cell of a grid cannot hold, by its column. */
export const problemOf = { name: authorNameProblem, email: authorEmailProblem } as const;

/** Why this cannot be the part behind the @, or null. */
export function domainProblem(domain: string): string | null {
  if (domain === '') return t('A domain is needed.');
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(domain) ? null : t('A domain looks like example.org.');
}

/** The same address at another domain. */
export function atDomain(email: string, domain: string): string {
  const at = email.lastIndexOf('@');
  return `${at === -1 ? email : email.slice(0, at)}@${domain}`;
}

export type BulkEdit = AuthorRule | { kind: 'suggestions' };

/** The mappings that a bulk edit makes of authors; authors that it does not touch are left out. */
export function bulkMappings(authors: readonly CommitAuthor[], edit: BulkEdit): AuthorMapping[] {
  switch (edit.kind) {
    case 'domain':
      return authors.map(({ id, name, email }) => ({ id, name, email: atDomain(email, edit.domain) }));
    case 'suggestions':
      return authors.flatMap(({ id, suggestion }) => (suggestion === null ? [] : [{ id, ...suggestion }]));
    case 'accept':
      return authors.map(({ id, name, email }) => ({ id, name, email }));
  }
}

function hasForbiddenCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Git refuses them in identities.
  return /[<>\u0000-\u001f]/.test(text);
}
