/** How many changesets each user wrote, and when. */
import type { SourceAuthor } from '../../../vocabulary/history.ts';
import { isoSeconds } from '../../folders/revision-text.ts';
import type { Person } from '../api/answers.ts';
import { defaultIdentity, personKey, personName } from '../people.ts';

interface Tally {
  person: Person;
  count: number;
  first: number;
  last: number;
}

export class AuthorTally {
  readonly #tallies = new Map<string, Tally>();
  readonly #changed = new Set<string>();

  add(person: Person, seconds: number): void {
    const key = personKey(person);
    const known = this.#tallies.get(key);
    if (known === undefined) this.#tallies.set(key, { person, count: 1, first: seconds, last: seconds });
    else {
      known.person = person;
      known.count += 1;
      known.first = Math.min(known.first, seconds);
      known.last = Math.max(known.last, seconds);
    }
    this.#changed.add(key);
  }

  /** Somebody who checked in for another: to be mapped as well, without a changeset of their own. */
  addCommitter(person: Person, seconds: number): void {
    const key = personKey(person);
    if (this.#tallies.has(key)) return;
    this.#tallies.set(key, { person, count: 0, first: seconds, last: seconds });
    this.#changed.add(key);
  }

  /** Those whose counts grew since the last call. @param project the server's id of the project */
  take(project: string): SourceAuthor[] {
    const authors = [...this.#changed].map((key) => {
      const { person, count, first, last } = this.#tallies.get(key) as Tally;
      return {
        remote_id: key,
        remote_name: personName(person),
        ...defaultIdentity(person, project),
        commit_count: count,
        first_commit_at: isoSeconds(first),
        last_commit_at: isoSeconds(last),
      };
    });
    this.#changed.clear();
    return authors;
  }
}
