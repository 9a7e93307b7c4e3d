/** The pasts that are there in a revision. */
import type { Past } from './pasts.ts';
import { isWithin } from './paths.ts';

export class PresentPasts {
  /** Pasts that have not begun, the next one last. */
  readonly #coming: Past[];
  #present: Past[] = [];

  constructor(pasts: readonly Past[]) {
    this.#coming = pasts.toSorted((a, b) => b.from - a.from);
  }

  /** @param revision not less than in the call before @returns pasts that begin, and those that are over */
  moveTo(revision: number): { begun: Past[]; over: Past[] } {
    const over = this.#present.filter(({ until }) => until < revision);
    const begun: Past[] = [];
    for (let next = this.#coming.at(-1); next !== undefined && next.from <= revision; next = this.#coming.at(-1)) {
      this.#coming.pop();
      if (next.until >= revision) begun.push(next);
    }
    if (over.length + begun.length > 0) {
      this.#present = [...this.#present.filter(({ until }) => until >= revision), ...begun];
    }
    return { begun, over };
  }

  /** Whether a path lies in one of them. */
  isInside(path: string): boolean {
    return this.#present.some((past) => isWithin(path, past.path));
  }
}
