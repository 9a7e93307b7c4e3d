import { type KeyboardEvent, type MouseEvent, useCallback, useState } from 'react';

export interface Cursor<Column extends string> {
  row: number;
  column: Column;
}

interface GridActions<Column extends string> {
  /** Columns that the cursor visits, from left to right. */
  columns: readonly Column[];
  first: Column;
  rowCount: number;
  rowsPerPage: number;
  /** Brings a row into view. */
  reveal(row: number): void;
  /** Enter, F2 or a first character on the cursor's cell. */
  act(cursor: Cursor<Column>, typed: string | null): void;
  toggle(row: number): void;
  extend(row: number): void;
  selectAll(): void;
  escape(): void;
}

/** Keyboard of a grid: arrows, pages and ends move, Enter edits, Space selects, Ctrl+A selects all. */
export function useGridCursor<Column extends string>(actions: GridActions<Column>) {
  const { columns, rowCount, reveal } = actions;
  const [cursor, setCursor] = useState<Cursor<Column>>({ row: 0, column: actions.first });

  const moveTo = useCallback(
    (row: number, column?: Column) => {
      const bounded = Math.max(0, Math.min(rowCount - 1, row));
      setCursor((current) => ({ row: bounded, column: column ?? current.column }));
      reveal(bounded);
    },
    [rowCount, reveal],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || rowCount === 0) return;
    const control = event.ctrlKey || event.metaKey;
    const rowMoves: Record<string, number> = {
      ArrowUp: cursor.row - 1,
      ArrowDown: cursor.row + 1,
      PageUp: cursor.row - actions.rowsPerPage,
      PageDown: cursor.row + actions.rowsPerPage,
      Home: 0,
      End: rowCount - 1,
    };
    const row = rowMoves[event.key];
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (row !== undefined) {
      if (event.shiftKey) {
        actions.extend(cursor.row);
        actions.extend(Math.max(0, Math.min(rowCount - 1, row)));
      }
      moveTo(row);
    } else if (sideways !== undefined) {
      const index = columns.indexOf(cursor.column) + sideways;
      moveTo(cursor.row, columns[Math.max(0, Math.min(columns.length - 1, index))]);
    } else if (event.key === ' ' && !control) {
      actions.toggle(cursor.row);
    } else if (control && event.key.toLowerCase() === 'a') {
      actions.selectAll();
    } else if (event.key === 'Enter' || event.key === 'F2') {
      actions.act(cursor, null);
    } else if (event.key === 'Escape') {
      actions.escape();
    } else if (event.key.length === 1 && !control && !event.altKey) {
      actions.act(cursor, event.key);
    } else {
      return;
    }
    event.preventDefault();
  };
  /** What is pressed within leaves the keyboard with the grid: a box took it, and a button that goes with its row lost it. */
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element && event.target.closest('button, input[type=checkbox]'))) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
  };
  return { cursor, moveTo, onKeyDown, onMouseDown };
}
