/** What a person decides of one folder, and how a layout says it. */
import type { Layout } from '../../service/api/imports/import-schemas.ts';
import { t } from '../language/text.ts';

export type Decision = 'usual' | 'trunk' | 'branch' | 'branches' | 'tag' | 'tags' | 'left_out';

export const decisionWords: Record<Decision, string> = {
  usual: t('Nothing of its own'),
  trunk: t('Default branch'),
  branch: t('A branch'),
  branches: t('Its folders are branches'),
  tag: t('A tag'),
  tags: t('Its folders are tags'),
  left_out: t('Left out on purpose'),
};

/** The folder as the layout writes it; null for one outside of the layout's project. */
function relativeTo(layout: Layout, folder: string): string | null {
  if (layout.root === '') return folder;
  if (folder === layout.root) return '';
  return folder.startsWith(`${layout.root}/`) ? folder.slice(layout.root.length + 1) : null;
}

/** What the layout says of a folder by its own name. */
export function decisionOf(layout: Layout, folder: string): Decision {
  const path = relativeTo(layout, folder);
  if (path === null) return 'usual';
  if (layout.trunk === path) return 'trunk';
  if (layout.left_out.includes(path)) return 'left_out';
  if (layout.branches.includes(path)) return 'branch';
  if (layout.branches.includes(inside(path))) return 'branches';
  if (layout.tags.includes(path)) return 'tag';
  return layout.tags.includes(inside(path)) ? 'tags' : 'usual';
}

/** The layout with another decision; the same where the folder lies outside of its project. */
export function withDecision(layout: Layout, folder: string, decision: Decision): Layout {
  const path = relativeTo(layout, folder);
  if (path === null) return layout;
  const others = (paths: readonly string[]) => paths.filter((other) => other !== path && other !== inside(path));
  const list = (paths: readonly string[], one: Decision, all: Decision | null) => [
    ...others(paths),
    ...(decision === one ? [path] : decision === all ? [inside(path)] : []),
  ];
  const trunk = decision === 'trunk' ? path : layout.trunk === path ? null : layout.trunk;
  return {
    ...layout,
    trunk,
    branches: list(layout.branches, 'branch', 'branches'),
    tags: list(layout.tags, 'tag', 'tags'),
    left_out: list(layout.left_out, 'left_out', null),
  };
}

function inside(path: string): string {
  return path === '' ? '*' : `${path}/*`;
}
