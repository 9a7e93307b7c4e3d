import { useState } from 'react';

interface Identified {
  id: number;
}

/** Which rows are selected: some, or every one that matches but some. */
export type Selection<Row extends Identified> =
  | { kind: 'rows'; rows: ReadonlyMap<number, Row> }
  | { kind: 'all'; except: ReadonlySet<number> };

/** Whether a row is selected. */
export function isSelected<Row extends Identified>(selection: Selection<Row>, id: number): boolean {
  return selection.kind === 'rows' ? selection.rows.has(id) : !selection.except.has(id);
}

/** How many rows are selected, of `total` that match. */
export function selectedCount<Row extends Identified>(selection: Selection<Row>, total: number): number {
  return selection.kind === 'rows' ? selection.rows.size : Math.max(0, total - selection.except.size);
}

/** The selection with one row turned over. */
function toggled<Row extends Identified>(selection: Selection<Row>, row: Row): Selection<Row> {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    if (!except.delete(row.id)) except.add(row.id);
    return { kind: 'all', except };
  }
  const rows = new Map(selection.rows);
  if (!rows.delete(row.id)) rows.set(row.id, row);
  return { kind: 'rows', rows };
}

/** A selection that a grid can change. */
export function useRowSelection<Row extends Identified>() {
  const [selection, setSelection] = useState<Selection<Row>>({ kind: 'rows', rows: new Map() });
  return {
    selection,
    toggle: (row: Row) => setSelection((current) => toggled(current, row)),
    add: (row: Row) => setSelection((current) => (isSelected(current, row.id) ? current : toggled(current, row))),
    selectAll: () => setSelection({ kind: 'all', except: new Set() }),
    clear: () => setSelection({ kind: 'rows', rows: new Map() }),
  };
}

export type RowSelecting<Row extends Identified> = ReturnType<typeof useRowSelection<Row>>;
