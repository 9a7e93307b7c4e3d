/** Which folders become branches, and the branch for everything that lies in none of them. */
import { showPath } from '../../../names/bytes.ts';
import type { Layout } from '../../../source.ts';
import { LayoutMatcher, type LineMatch } from '../../subversion/layout.ts';
import type { LineMatcher } from '../../subversion/mapping/mapper.ts';
import { fold } from '../paths.ts';

/** Git name of the branch with the files outside of all branches. */
export const OUTSIDE = 'outside-branches';

export class BranchMatcher implements LineMatcher {
  readonly #layout: LayoutMatcher;
  /** Last parts of paths that several branches share. */
  readonly #ambiguous: ReadonlySet<string>;

  constructor(layout: Layout) {
    this.#layout = new LayoutMatcher(layout);
    const seen = new Map<string, string>();
    const ambiguous = new Set<string>();
    for (const path of layout.branches.filter((one) => !one.includes('*'))) {
      const name = fold(lastOf(path));
      // Another case of a folder's name is its name of another time.
      if (seen.has(name) && seen.get(name) !== fold(path)) ambiguous.add(name);
      seen.set(name, fold(path));
    }
    this.#ambiguous = ambiguous;
  }

  match(path: string): LineMatch | null {
    const match = this.#layout.match(path);
    if (match === null) return path === '' ? { kind: 'branch', name: OUTSIDE } : null;
    // Dev/1.0 and Release/1.0 keep their folders.
    if (match.kind === 'branch' && match.name === lastOf(path) && this.#ambiguous.has(fold(showPath(match.name))))
      return { ...match, name: path };
    return match;
  }

  lineOf(path: string): string {
    return this.#layout.lineOf(path) ?? '';
  }

  mayContainLines(path: string): boolean {
    return this.#layout.mayContainLines(path);
  }

  /** Whether the project's folder is only what is left over, not a branch that somebody made. */
  get hasOutside(): boolean {
    return this.#layout.match('') === null;
  }

  /** Whether a folder is a branch, that for the rest aside. */
  isBranch(path: string): boolean {
    return this.#layout.match(path) !== null;
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
