/** What the words of a change mean (`VersionControlChangeType`); a change has several of them. */
import type { Change } from '../api/answers.ts';

/**
 * Words that put something at the path. `sourceRename` says that something else went from there. `merge` alone only notes
 * that something was merged: what it names may be deleted.
 */
const PUTTING = ['add', 'edit', 'encoding', 'rename', 'targetrename', 'undelete', 'branch', 'rollback', 'property'];

/** Whether something lies at the path afterwards because of this change. */
export function changesContent({ kinds }: Change): boolean {
  return !kinds.has('delete') && PUTTING.some((kind) => kinds.has(kind));
}

/** Whether what lay at the path goes and nothing comes. */
export function isRemoval(change: Change): boolean {
  return change.kinds.has('delete') || (change.kinds.has('sourcerename') && !changesContent(change));
}

/** Whether nothing happened but that a merge was noted: its content was discarded, or was there. */
export function onlyNotesMerge(change: Change): boolean {
  return change.kinds.has('merge') && !changesContent(change) && !isRemoval(change);
}

/** Whether a folder came to its path with everything in it. */
export function isMove(change: Change): boolean {
  const { kinds } = change;
  if (kinds.has('delete')) return false;
  return ['rename', 'targetrename', 'branch', 'undelete'].some((kind) => kinds.has(kind));
}

/** Where a folder came from, as a server path, and the changeset that was taken. */
export function sourceOfMove(change: Change): {
  kind: 'rename' | 'branch' | 'undelete';
  from: string | null;
  to: number | null;
} {
  const { kinds, mergeSources, source } = change;
  const merged = mergeSources.find((mergeSource) => !mergeSource.isRename);
  if (kinds.has('rename') || kinds.has('targetrename')) {
    const from = mergeSources.find((mergeSource) => mergeSource.isRename)?.path ?? source;
    return { kind: kinds.has('undelete') ? 'undelete' : 'rename', from, to: null };
  }
  if (kinds.has('undelete')) return { kind: 'undelete', from: null, to: null };
  return { kind: 'branch', from: merged?.path ?? source, to: merged?.to ?? null };
}
