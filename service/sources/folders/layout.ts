/** Which folders of a Subversion repository are the main line, branches and tags. */

import { pathBytes, showPath } from '../../git/names/bytes.ts';
import type { Layout } from '../../vocabulary/history.ts';

/** Default branch made from trunk. */
export const DEFAULT_BRANCH = 'main';

/** The whole folder as one branch. */
export function singleBranchLayout(root: string): Layout {
  return { root, trunk: '', branches: [], tags: [], default_branch: DEFAULT_BRANCH, gitignore: false };
}

/** The usual folders of one project, looked for or not. */
export function usualLayout(root: string): Layout {
  return {
    ...singleBranchLayout(root),
    trunk: 'trunk',
    branches: ['branches/*'],
    tags: ['tags/*'],
  };
}

function named(folders: readonly string[], name: string): string | undefined {
  return folders.find((folder) => folder === name) ?? folders.find((folder) => folder.toLowerCase() === name);
}

/**
 * The conventional layout of a folder with these sub-folders.
 * @returns null when it has no trunk
 */
export function conventionalLayout(root: string, folders: readonly string[]): Layout | null {
  const trunk = named(folders, 'trunk');
  if (trunk === undefined) return null;
  const branches = named(folders, 'branches') ?? 'branches';
  const tags = named(folders, 'tags') ?? 'tags';
  return {
    root,
    trunk,
    branches: [`${branches}/*`],
    tags: [`${tags}/*`],
    default_branch: DEFAULT_BRANCH,
    gitignore: false,
  };
}

/** What a folder becomes in Git. */
export interface LineMatch {
  kind: 'trunk' | 'branch' | 'tag';
  /** Name below `refs/heads/` or `refs/tags/`, not yet made legal; bytes as a latin1 string. */
  name: string;
}

interface Pattern {
  kind: 'branch' | 'tag';
  segments: string[];
}

/** Says which folders are lines of history under a layout. Paths are bytes as latin1 strings. */
export class LayoutMatcher {
  readonly #trunk: string | null;
  readonly #patterns: Pattern[];
  readonly #defaultBranch: string;
  readonly #depth: number;
  readonly root: string;

  constructor(layout: Layout) {
    this.root = pathBytes(layout.root);
    this.#defaultBranch = layout.default_branch;
    this.#trunk = layout.trunk === null ? null : join(this.root, pathBytes(layout.trunk));
    const pattern = (kind: Pattern['kind']) => (text: string) => ({
      kind,
      segments: join(this.root, pathBytes(text)).split('/'),
    });
    this.#patterns = [...layout.branches.map(pattern('branch')), ...layout.tags.map(pattern('tag'))];
    this.#depth = Math.max(
      0,
      ...this.#patterns.map((p) => p.segments.length),
      this.#trunk === null ? 0 : segmentsOf(this.#trunk).length,
    );
  }

  /** What exactly this folder becomes, or null. */
  match(path: string): LineMatch | null {
    if (path === this.#trunk) return { kind: 'trunk', name: this.#defaultBranch };
    const segments = path.split('/');
    for (const pattern of this.#patterns) {
      if (pattern.segments.length !== segments.length) continue;
      if (!pattern.segments.every((wanted, i) => wanted === '*' || wanted === segments[i])) continue;
      const free = segments.filter((_, i) => pattern.segments[i] === '*');
      return { kind: pattern.kind, name: free.length > 0 ? free.join('/') : (segments[segments.length - 1] as string) };
    }
    return null;
  }

  /** The line's folder that is or contains `path`, or null. */
  lineOf(path: string): string | null {
    const segments = segmentsOf(path);
    for (let n = Math.min(segments.length, this.#depth); n >= 0; n--) {
      const folder = segments.slice(0, n).join('/');
      if (this.match(folder) !== null) return folder;
    }
    return null;
  }

  /** Whether a line's folder may lie somewhere below `path`. */
  mayContainLines(path: string): boolean {
    return segmentsOf(path).length < this.#depth;
  }
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}

function join(root: string, path: string): string {
  if (root === '') return path;
  return path === '' ? root : `${root}/${path}`;
}

/** One folder copy, as the journal has it. */
export interface FolderCopy {
  path: string;
  fromPath: string;
}

/**
 * Finds the layout in a whole history.
 * @param root folder that was asked for, '' for the whole repository
 * @param folders every folder that ever existed at most two levels below `root`, relative to it
 * @param copies folder copies in order, absolute paths
 */
export function detectLayout(root: string, folders: ReadonlySet<string>, copies: readonly FolderCopy[]): Layout {
  const top = [...folders].filter((folder) => !folder.includes('/'));
  const layout = conventionalLayout(root, top.map(showPath));
  if (layout === null) {
    const only = top.length === 1 ? (top[0] as string) : null;
    if (only !== null) {
      const inner = [...folders]
        .filter((folder) => folder.startsWith(`${only}/`))
        .map((folder) => folder.slice(only.length + 1));
      const nested = conventionalLayout(
        root === '' ? showPath(only) : `${root}/${showPath(only)}`,
        inner.map(showPath),
      );
      if (nested !== null) return nested;
    }
    return singleBranchLayout(root);
  }
  return withBranchesElsewhere(layout, copies);
}

const MAX_EXTRA_BRANCHES = 200;

/** Folders outside the convention that were copied from a line are branches too. */
function withBranchesElsewhere(layout: Layout, copies: readonly FolderCopy[]): Layout {
  const extra: string[] = [];
  let matcher = new LayoutMatcher(layout);
  const prefix = matcher.root === '' ? '' : `${matcher.root}/`;
  for (const { path, fromPath } of copies) {
    if (extra.length >= MAX_EXTRA_BRANCHES) break;
    if (!path.startsWith(prefix) || matcher.match(fromPath) === null || matcher.lineOf(path) !== null) continue;
    const relative = path.slice(prefix.length);
    if (relative === '' || /[*]/.test(relative)) continue;
    // A folder that holds lines cannot be one.
    if (['branches', 'tags'].includes(relative.toLowerCase())) continue;
    extra.push(showPath(relative));
    matcher = new LayoutMatcher({ ...layout, branches: [...layout.branches, ...extra] });
  }
  return { ...layout, branches: [...layout.branches, ...extra] };
}
