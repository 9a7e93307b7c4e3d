/** Counts, by the folder that could be taken in as one branch, the revisions that put content outside of every line. */
import { showPath } from '../../../git/names/bytes.ts';
import type { OutsideFolder } from '../../../vocabulary/completeness.ts';
import type { LineMatcher } from './matcher.ts';
import type { Outside } from './outside.ts';
import { topOf } from './top-folder.ts';

/** Folders that are told apart at most; what lies in further ones is counted, not named. */
const MAX_FOLDERS = 1000;

export class OutsideTally {
  readonly #matcher: Pick<LineMatcher, 'holdsLines'>;
  readonly #folders = new Map<string, OutsideFolder>();

  constructor(matcher: Pick<LineMatcher, 'holdsLines'>) {
    this.#matcher = matcher;
  }

  add(revision: number, { lost, excluded }: Outside): void {
    for (const path of lost) this.#note(path, revision, false);
    for (const path of excluded) this.#note(path, revision, true);
  }

  /** Most revisions first. */
  get folders(): OutsideFolder[] {
    return [...this.#folders.values()].sort((a, b) => b.revisions - a.revisions);
  }

  #note(path: string, revision: number, is_excluded: boolean): void {
    const folder = showPath(topOf(path, this.#matcher));
    const key = `${is_excluded} ${folder}`;
    const known = this.#folders.get(key);
    if (known === undefined) {
      if (this.#folders.size >= MAX_FOLDERS) return;
      this.#folders.set(key, { folder, revisions: 1, first: revision, last: revision, is_excluded });
    } else if (known.last !== revision) {
      known.revisions += 1;
      known.last = revision;
    }
  }
}
