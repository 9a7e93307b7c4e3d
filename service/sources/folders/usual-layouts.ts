import type { Layout } from '../../vocabulary/history.ts';

/** Everything as one branch. */
export function wholeRepository(): Layout {
  return { root: '', trunk: '', branches: [], tags: [], default_branch: 'main', gitignore: false };
}

/** The usual folders of one project. */
export function projectLayout(root: string): Layout {
  return { root, trunk: 'trunk', branches: ['branches/*'], tags: ['tags/*'], default_branch: 'main', gitignore: false };
}
