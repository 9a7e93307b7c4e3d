import { useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';

/** Which authors are selected: some rows, or every author that matches but some. */
export type Selection =
  | { kind: 'rows'; rows: ReadonlyMap<number, CommitAuthor> }
  | { kind: 'all'; except: ReadonlySet<number> };

const nothing: Selection = { kind: 'rows', rows: new Map() };

/** Whether an author is selected. */
export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'rows' ? selection.rows.has(id) : !selection.except.has(id);
}

/** How many authors are selected, of `total` that match. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'rows' ? selection.rows.size : Math.max(0, total - selection.except.size);
}

/** The selection with one author turned over. */
export function toggled(selection: Selection, author: CommitAuthor): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (!except.delete(author.id)) except.add(author.id);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  if (!rows.delete(author.id)) rows.set(author.id, author);
  return { kind: 'rows', rows };
}

/** A selection that a grid can change. */
export function useAuthorSelection() {
  const [selection, setSelection] = useState<Selection>(nothing);
  return {
    selection,
    toggle: (author: CommitAuthor) => setSelection((current) => toggled(current, author)),
    add: (author: CommitAuthor) =>
      setSelection((current) => (isSelected(current, author.id) ? current : toggled(current, author))),
    selectAll: () => setSelection({ kind: 'all', except: new Set() }),
    clear: () => setSelection(nothing),
  };
}
