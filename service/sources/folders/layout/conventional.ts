/** The usual folders of a Subversion project. */
import { pathBytes } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';

/** Default branch made from trunk. */
export const DEFAULT_BRANCH = 'main';

const BRANCHES = ['branches', 'branch'];
const TAGS = ['tags', 'tag'];

/** The whole folder as one branch. */
export function singleBranchLayout(root: string): Layout {
  return { root, trunk: '', branches: [], tags: [], left_out: [], default_branch: DEFAULT_BRANCH, gitignore: true };
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

/** Those of `folders` that have one of the names: exactly first, then in any case of letters. */
export function named(folders: readonly string[], names: readonly string[]): string[] {
  return names.flatMap((name) => [
    ...folders.filter((folder) => folder === name),
    ...folders.filter((folder) => folder !== name && folder.toLowerCase() === name),
  ]);
}

/**
 * The conventional layout of a folder with these sub-folders: `trunk`, or `main` beside branches, in any case of letters.
 * @returns null when it has neither
 */
export function conventionalLayout(root: string, folders: readonly string[]): Layout | null {
  const branches = named(folders, BRANCHES);
  const tags = named(folders, TAGS);
  const [trunk] = named(folders, branches.length + tags.length > 0 ? ['trunk', 'main'] : ['trunk']);
  if (trunk === undefined) return null;
  const below = (found: string[], usual: string) =>
    (found.length > 0 ? found : [usual]).map((container) => `${container}/*`);
  return { ...usualLayout(root), trunk, branches: below(branches, 'branches'), tags: below(tags, 'tags') };
}

/** Whether a folder of this name holds tags. */
export function isTagContainer(path: string): boolean {
  return path.split('/').some((segment) => TAGS.includes(segment.toLowerCase()));
}

/** Whether a folder of this name holds branches or tags. */
export function isContainerName(name: string): boolean {
  return [...BRANCHES, ...TAGS].includes(name.toLowerCase());
}

/** A path of the repository below a root, both bytes as latin1 strings. */
export function absolute(root: string, path: string): string {
  if (root === '') return path;
  return path === '' ? root : `${root}/${path}`;
}

/** The layout's root, bytes as a latin1 string. */
export function rootOf(layout: Layout): string {
  return pathBytes(layout.root);
}
