/** How often and when each author of the source appears in what was mapped: the project that was chosen is a part of it. */
import type { MadeAuthor } from '../../../vocabulary/history.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { isoSeconds } from '../revision-text.ts';

interface Tally {
  count: number;
  /** Seconds since 1970; null when no date is known. */
  first: number | null;
  last: number | null;
}

export class AuthorTally<Revision extends JournalRevision> {
  readonly #idOf: (revision: Revision) => string;
  readonly #counted = new Set<number>();
  readonly #tallies = new Map<string, Tally>();

  /** @param idOf the `remote_id` of a revision's author */
  constructor(idOf: (revision: Revision) => string) {
    this.#idOf = idOf;
  }

  /** A commit or a tag was made of this revision; one that made several counts once. */
  add(revision: Revision): void {
    if (this.#counted.has(revision.r)) return;
    this.#counted.add(revision.r);
    const id = this.#idOf(revision);
    const tally = this.#tallies.get(id) ?? { count: 0, first: null, last: null };
    tally.count += 1;
    if (revision.d !== null) {
      tally.first = Math.min(tally.first ?? revision.d, revision.d);
      tally.last = Math.max(tally.last ?? revision.d, revision.d);
    }
    this.#tallies.set(id, tally);
  }

  list(): MadeAuthor[] {
    const moment = (seconds: number | null) => (seconds === null ? null : isoSeconds(seconds));
    return [...this.#tallies].map(([remote_id, { count, first, last }]) => ({
      ...{ remote_id, commit_count: count },
      ...{ first_commit_at: moment(first), last_commit_at: moment(last) },
    }));
  }
}
