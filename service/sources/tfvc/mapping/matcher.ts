/** Which folders become branches, and the branch for everything that lies in none of them. */

import { showPath } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import { LayoutMatcher, type LineMatch, type LineMatcher } from '../../folders/layout/matcher.ts';
import { fold, treePath } from '../paths.ts';

/** Git name of the branch with the files outside of all branches. */
export const OUTSIDE = 'outside-branches';

/** Folders are branches whatever the case of their names: one that was renamed in case only stays one. */
export class BranchMatcher implements LineMatcher {
  /** Of folded paths. */
  readonly #layout: LayoutMatcher;
  /** Last parts of paths that several branches share, folded. */
  readonly #ambiguous: ReadonlySet<string>;

  constructor(layout: Layout) {
    const { root, trunk, branches, tags } = layout;
    this.#layout = new LayoutMatcher({
      ...layout,
      root: fold(root),
      trunk: trunk === null ? null : fold(trunk),
      branches: branches.map(fold),
      tags: tags.map(fold),
    });
    const names = [...new Set(branches.filter((branch) => !branch.includes('*')).map(fold))].map(lastOf);
    this.#ambiguous = new Set(names.filter((name, index) => names.indexOf(name) !== index).map(treePath));
  }

  readonly leftOut: readonly string[] = [];

  /** Branches of a project are all there is to choose. */
  isLeftOut(): boolean {
    return false;
  }

  match(path: string): LineMatch | null {
    const folded = foldedTreePath(path);
    const match = this.#layout.match(folded);
    if (match === null) return path === '' ? { kind: 'branch', name: OUTSIDE } : null;
    if (match.kind === 'trunk') return match;
    // Dev/1.0 and Release/1.0 keep their folders.
    const isShared = match.kind === 'branch' && match.name === lastOf(folded) && this.#ambiguous.has(match.name);
    return { ...match, name: isShared ? path : asWritten(match.name, path, folded) };
  }

  lineOf(path: string): string {
    const folded = this.#layout.lineOf(foldedTreePath(path)) ?? '';
    return folded === '' ? '' : path.split('/').slice(0, folded.split('/').length).join('/');
  }

  mayContainLines(path: string): boolean {
    return this.#layout.mayContainLines(path);
  }

  holdsLines(path: string): boolean {
    return this.mayContainLines(path);
  }

  /** Whether the project's folder is only what is left over, not a branch that somebody made. */
  get hasOutside(): boolean {
    return this.#layout.match('') === null;
  }

  /** Whether a folder is a branch, that for the rest aside. */
  isBranch(path: string): boolean {
    return this.#layout.match(foldedTreePath(path)) !== null;
  }
}

/** Parts of a folded path in the case that they have in the path itself. */
function asWritten(name: string, path: string, folded: string): string {
  const parts = path.split('/');
  const foldedParts = folded.split('/');
  let at = parts.length;
  return name
    .split('/')
    .reverse()
    .map((part) => {
      at = foldedParts.lastIndexOf(part, at - 1);
      return parts[at] as string;
    })
    .reverse()
    .join('/');
}

function foldedTreePath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return /^[\u0000-\u007f]*$/.test(path) ? fold(path) : treePath(fold(showPath(path)));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
