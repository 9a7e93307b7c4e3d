import { inProject, treePath } from '../paths.ts';
import type { MergedFile } from './journal-line.ts';
import { isCovered, type Placed } from './placed.ts';
import type { Note } from './plan.ts';

/**
 * Which files took in changes of which others.
 * @param branched folders that are new branches, folded: what their files took is the branching itself
 */
export function mergesOf(
  inside: readonly Placed[],
  branched: ReadonlySet<string>,
  { project, notes }: { project: string; notes: Note[] },
): MergedFile[] {
  const merges: MergedFile[] = [];
  for (const { change, path } of inside) {
    const isMerge = change.kinds.has('merge');
    // Of folders only renames say more than their files do.
    if (change.isFolder && !(isMerge && change.kinds.has('rename'))) continue;
    if (!isMerge && !change.kinds.has('branch')) continue;
    if (isCovered(path, branched)) continue;
    const ranges = change.mergeSources.filter((mergeSource) => !mergeSource.isRename);
    const renamedFrom = change.mergeSources.find((mergeSource) => mergeSource.isRename)?.path ?? null;
    // Of a rename the source is where it was before, unless a merge brought it.
    const isOther = !change.kinds.has('rename') || (isMerge && change.source !== renamedFrom);
    const sources =
      ranges.length === 0 && change.source !== null && isOther ? [{ path: change.source, from: -1, to: -1 }] : ranges;
    for (const { path: from, from: first, to } of sources) {
      const source = inProject(from, project);
      if (source === null) notes.push({ kind: 'from_elsewhere', path: `${from} to ${path}` });
      else merges.push([treePath(path), treePath(source), first, to]);
    }
  }
  return merges;
}
