import type { Detection, Layout, ProjectChoice } from '../../../service/api/imports/import-schemas.ts';
import { singleBranchLayout, standardLayout } from '../../components/layout-editor.tsx';

/** The layout that the names of folders suggest, before anything is fetched. */
export function layoutOf(detection: Detection, choice: ProjectChoice | null): Layout | null {
  if (detection.vcs !== 'subversion') return null;
  if (choice?.svn_root === undefined) return detection.layout ?? singleBranchLayout('');
  return standardLayout(choice.svn_root);
}

/** Whether a person changed it. */
export function isLayoutChanged(layout: Layout, detection: Detection, choice: ProjectChoice | null): boolean {
  return JSON.stringify(layout) !== JSON.stringify(layoutOf(detection, choice));
}
