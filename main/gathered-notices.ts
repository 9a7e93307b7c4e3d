/** What a person is told where nobody looks at the window: one notice at once, and what comes with it as one more. */
import type { Work } from '../service/api/work/work-schemas.ts';
import { noticeOf, noticeOfMany } from './work-words.ts';

/** Hundreds of imports that end together would be as many notices, and showing each holds the app up. */
const GATHERED_MS = 5000;

export interface Notice {
  title: string;
  body: string;
}

export class GatheredNotices {
  readonly #show: (notice: Notice) => void;
  /** What ended since the last notice; null while nothing was told lately. */
  #waiting: Work[] | null = null;

  constructor(show: (notice: Notice) => void) {
    this.#show = show;
  }

  tell(work: Work): void {
    const notice = noticeOf(work);
    if (notice === null) return;
    if (this.#waiting !== null) {
      this.#waiting.push(work);
      return;
    }
    this.#show(notice);
    this.#gather();
  }

  #gather(): void {
    this.#waiting = [];
    setTimeout(() => this.#tellGathered(), GATHERED_MS).unref();
  }

  #tellGathered(): void {
    const gathered = this.#waiting ?? [];
    this.#waiting = null;
    const [first] = gathered;
    if (first === undefined) return;
    const notice = gathered.length === 1 ? noticeOf(first) : noticeOfMany(gathered);
    if (notice !== null) this.#show(notice);
    this.#gather();
  }
}
