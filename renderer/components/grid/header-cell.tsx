import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './grid.module.css';

interface HeaderCellProps {
  title: string;
  /** How the rows are in order by this column; null where they are not. */
  sorted: 'asc' | 'desc' | null;
  kind?: 'number' | 'date' | undefined;
  onSort(direction: 'asc' | 'desc'): void;
}

/** The head of a column; pressing it puts the rows in its order, and then the other way round. */
export function HeaderCell({ title, sorted, kind, onSort }: HeaderCellProps) {
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
      className={`${classes.cell} ${kind === undefined ? '' : classes[kind]}`}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort(sorted === 'asc' ? 'desc' : 'asc')}
        tabIndex={-1}
      >
        {title}
        {sorted !== null && <Arrow size={12} aria-hidden />}
      </button>
    </div>
  );
}
