import type { LeftCell } from '../../components/grid/use-left-cell.ts';
import { cellLabel } from './cell-label.ts';
import { problemOf } from './identity-rules.ts';

interface Row {
  remote_name: string;
  name: string;
  email: string;
}

/** What is lost of a row when its grid goes; null while nothing is typed. */
export function leftCell<Edited extends Row>(
  editing: { column: 'name' | 'email'; typed: string | null } | null,
  row: Edited | null,
  take: (row: Edited, identity: { name: string; email: string }) => void,
): LeftCell | null {
  if (editing === null || row === null || editing.typed === null) return null;
  const { column, typed } = editing;
  return {
    label: cellLabel(column, row.remote_name),
    value: row[column],
    typed,
    problemOf: problemOf[column],
    take: (text) => take(row, { name: row.name, email: row.email, [column]: text }),
  };
}
