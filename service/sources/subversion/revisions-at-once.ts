/**
 * How many revisions a server is asked for at the same time while all of them are compared. One is asked for with some eleven questions
 * that wait for each other, so that over a long line nearly all of its time is the line's; a server that is kept too busy shows it by taking longer.
 */

/** As many as any server is asked for. */
export const FEW = 3;
/** Two connections each at most. */
const MOST = 8;
/** One that took so many times as long as the quickest of about as many files shows a server that is kept too busy. */
const SLOW = 3;
/** One that took less than so many times as long as the quickest shows that another may be asked for. */
const QUICK = 1.5;

export interface RevisionsAtOnce {
  readonly now: number;
  /** @param files of a revision that was listed */
  took(files: number, milliseconds: number): void;
  /** Told that one was not answered: from now on a few are asked for. */
  refused(): void;
}

export class RevisionsByPace implements RevisionsAtOnce {
  #now = FEW;
  #most = MOST;
  /** Milliseconds of the quickest, by the number of its files, doubled each time. */
  readonly #best = new Map<number, number>();

  get now(): number {
    return this.#now;
  }

  took(files: number, milliseconds: number): void {
    const size = Math.ceil(Math.log2(files + 1));
    const best = Math.min(milliseconds, this.#best.get(size) ?? milliseconds);
    this.#best.set(size, best);
    if (milliseconds > SLOW * best) this.#now = Math.max(FEW, this.#now - 1);
    else if (milliseconds < QUICK * best) this.#now = Math.min(this.#most, this.#now + 1);
  }

  refused(): void {
    this.#most = FEW;
    this.#now = FEW;
  }
}
