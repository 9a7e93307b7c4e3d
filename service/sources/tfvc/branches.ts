/** From the server's branch objects to the layout: which folders are branches, and which is the default one. */

import { showPath } from '../../git/names/bytes.ts';
import type { Layout } from '../../vocabulary/history.ts';
import { DEFAULT_BRANCH, singleBranchLayout } from '../folders/layout/conventional.ts';
import type { DirectoryEvent } from '../folders/raw/journal.ts';
import type { BranchObject } from './api/answers.ts';
import { fold, inProject, liesIn } from './paths.ts';

/** Names that a default branch usually has. */
const MAIN_NAMES = ['main', 'trunk', 'mainline', 'master'];

/** A branch object of the project. */
export interface ProjectBranch {
  /** Relative to the project, as stored in its tree. */
  path: string;
  /** Null when its parent is no branch of the project. */
  parent: string | null;
  deleted: boolean;
  /** Seconds since 1970, or null. */
  created: number | null;
}

/** The branch objects that lie in a project. @param storedPath the name of a folder as the newest tree has it */
export function branchesOf(
  branches: readonly BranchObject[],
  project: string,
  storedPath: (relative: string) => string | null,
): ProjectBranch[] {
  const byPath = new Map<string, ProjectBranch>();
  for (const branch of branches) {
    const path = inProject(branch.path, project);
    if (path === null) continue;
    const above = branch.parent === null ? null : inProject(branch.parent, project);
    const known = byPath.get(fold(path));
    // A branch that was deleted and made again is listed twice.
    if (known !== undefined && (branch.deleted || !known.deleted)) continue;
    byPath.set(fold(path), {
      path: storedPath(path) ?? path,
      parent: above === null ? null : (storedPath(above) ?? above),
      deleted: branch.deleted,
      created: branch.created,
    });
  }
  return [...byPath.values()];
}

/**
 * The layout that branch objects make. Folders that a branch was renamed from are branches as well, in the time
 * before; without branch objects the project is one branch.
 * @param renames folders that were renamed, in order
 */
export function layoutOf(branches: readonly ProjectBranch[], renames: readonly Rename[]): Layout {
  const paths: string[] = [];
  const add = (path: string) => {
    const folded = fold(path);
    // Branches do not lie in each other; where they did at different times, the later one counts.
    const inTheWay = paths.some((other) => liesIn(folded, fold(other)) || liesIn(fold(other), folded));
    if (!inTheWay) paths.push(path);
  };
  for (const branch of [...branches].sort((a, b) => Number(a.deleted) - Number(b.deleted))) add(branch.path);
  if (paths.length === 0) return { ...singleBranchLayout(''), gitignore: false };
  for (const { from, to } of [...renames].reverse()) {
    for (const path of [...paths]) {
      if (!liesIn(fold(path), fold(to))) continue;
      add(`${from}${path.slice(to.length)}`);
    }
  }
  const trunk = chooseTrunk(branches.filter(({ path }) => paths.includes(path)));
  return {
    root: '',
    trunk,
    branches: paths.filter((path) => path !== trunk),
    tags: [],
    left_out: [],
    default_branch: DEFAULT_BRANCH,
    gitignore: false,
  };
}

/** Branches that the layout does not have as such since they lie in another one or hold one, at whatever time. */
export function branchesInTheWay(branches: readonly ProjectBranch[], layout: Layout): string[] {
  const folders = new Set([...(layout.trunk === null ? [] : [layout.trunk]), ...layout.branches].map(fold));
  return branches.flatMap(({ path }) => (folders.has(fold(path)) ? [] : [path]));
}

export interface Rename {
  from: string;
  to: string;
}

/** The folder renames among a changeset's events. */
export function renamesIn(events: readonly DirectoryEvent[]): Rename[] {
  const gone = events.flatMap((event) => (event[0] === 'D' ? [fold(showPath(event[1]))] : []));
  return events.flatMap((event) => {
    if (event[0] !== 'C' || event[1] === event[2]) return [];
    const from = showPath(event[2]);
    return gone.some((path) => liesIn(fold(from), path)) ? [{ from, to: showPath(event[1]) }] : [];
  });
}

/**
 * The branch that becomes the default one: among living branches without a parent one with a usual name, else the one
 * with the most branches below it, else the oldest.
 */
export function chooseTrunk(branches: readonly ProjectBranch[]): string | null {
  const living = branches.filter((branch) => !branch.deleted);
  const roots = living.filter(
    ({ parent }) => parent === null || !living.some(({ path }) => fold(path) === fold(parent)),
  );
  const rank = ({ path }: ProjectBranch) => {
    const at = MAIN_NAMES.indexOf(fold(path.slice(path.lastIndexOf('/') + 1)));
    return at < 0 ? MAIN_NAMES.length : at;
  };
  const below = (path: string): number => {
    const seen = new Set([fold(path)]);
    // Branches that were made again may be each other's parents.
    for (const at of seen)
      for (const { parent, path: child } of living) if (parent !== null && fold(parent) === at) seen.add(fold(child));
    return seen.size - 1;
  };
  const sorted = [...(roots.length > 0 ? roots : living)].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      below(b.path) - below(a.path) ||
      (a.created ?? 0) - (b.created ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
  return sorted[0]?.path ?? null;
}
