/** Users of the server as authors of commits. */
import type { Identity } from '../../vocabulary/history.ts';
import type { Person } from './api/answers.ts';

/** An author whose name and account the server did not tell. */
export const NOBODY = '(no author)';

/** Stable key of a user: the account's name. */
export function personKey(person: Person): string {
  return person.id === '' ? NOBODY : person.id;
}

export function personName(person: Person): string {
  return person.name === '' ? personKey(person) : person.name;
}

/**
 * A valid but possibly incorrect Git identity. An account's name that is an address is taken as one; of others
 * an address is made with the server's id for the project.
 */
export function defaultIdentity(person: Person, project: string): Identity {
  const key = personKey(person);
  const isAddress = /^[^\s<>@]+@[^\s<>@]+$/.test(key);
  return { name: personName(person), email: isAddress ? key : `${key.replace(/[\s<>\\/@]+/g, '-')}@${project}` };
}
