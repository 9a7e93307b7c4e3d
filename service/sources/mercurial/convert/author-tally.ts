/** Who made changesets, how many, and when. */
import type { Identity, SourceAuthor } from '../../../vocabulary/history.ts';
import { identityKey } from '../../commits/identity-key.ts';

interface Count {
  name: string;
  identity: Identity;
  commits: number;
  first: number;
  last: number;
  told: number;
}

export class AuthorTally {
  readonly #counts = new Map<string, Count>();

  /** @param user as the source writes it */
  count(user: string, identity: Identity, seconds: number): void {
    const key = identityKey(identity.name, identity.email);
    const known = this.#counts.get(key);
    if (known === undefined) {
      this.#counts.set(key, { name: user, identity, commits: 1, first: seconds, last: seconds, told: 0 });
      return;
    }
    known.commits += 1;
    known.first = Math.min(known.first, seconds);
    known.last = Math.max(known.last, seconds);
  }

  /** Those whose numbers changed since the last call. */
  take(): SourceAuthor[] {
    const changed = [...this.#counts].filter(([, { commits, told }]) => commits !== told);
    return changed.map(([key, count]) => {
      count.told = count.commits;
      return {
        remote_id: key,
        remote_name: count.name,
        ...count.identity,
        commit_count: count.commits,
        first_commit_at: isoTime(count.first),
        last_commit_at: isoTime(count.last),
      };
    });
  }
}

function isoTime(seconds: number): string | null {
  return seconds > 253_402_300_799 ? null : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
