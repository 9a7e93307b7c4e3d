/** Changesets that were asked for before their turn: as many as keep the server busy, as far as they fit memory. */

/** Whatever is in them. */
const FEWEST = 12;
/** For each request that the server bears: a changeset is a list and a few contents, one behind the other. */
const FOR_EACH_REQUEST = 2;
/** Changes that may wait for their turn beyond the fewest changesets (about 1 kB each). */
const MOST_CHANGES = 50_000;
/** Changesets whose sizes show what the next one may be like. */
const REMEMBERED = 256;

export class Ahead {
  /** Changes of those that wait, in order; null while they are not listed. */
  readonly #waiting: { changes: number | null }[] = [];
  readonly #recent: number[] = [];

  /** Another one is asked for. @returns to be told how many changes it has */
  begin(): (changes: number) => void {
    const one: { changes: number | null } = { changes: null };
    this.#waiting.push(one);
    return (changes) => {
      one.changes = changes;
      this.#recent.push(changes);
      if (this.#recent.length > REMEMBERED) this.#recent.shift();
    };
  }

  /** The first one had its turn. */
  end(): void {
    this.#waiting.shift();
  }

  /** @param atOnce requests that the server bears */
  isFull(atOnce: number): boolean {
    const waiting = this.#waiting.length;
    if (waiting < FEWEST) return false;
    if (waiting >= FOR_EACH_REQUEST * atOnce) return true;
    const largest = Math.max(1, ...this.#recent);
    const changes = this.#waiting.reduce((sum, { changes: listed }) => sum + (listed ?? largest), 0);
    return changes + largest > MOST_CHANGES;
  }
}
