import type { ReactNode } from 'react';
import classes from './bar-table.module.css';

/** A row with an amount that is drawn beside its number. */
export interface BarRow {
  key: string;
  name: ReactNode;
  /** What is drawn. */
  amount: number;
  /** The amount as it is read. */
  text: string;
  /** A last column. */
  more?: ReactNode;
}

interface BarTableProps {
  /** What the table is of. */
  caption: string;
  columns: readonly [name: string, amount: string, more?: string];
  rows: readonly BarRow[];
  testId: string;
}

/** A table whose amounts are drawn as bars: its own text for screen readers. */
export function BarTable({ caption, columns, rows, testId }: BarTableProps) {
  const most = rows.reduce((largest, { amount }) => Math.max(largest, amount), 1);
  return (
    <section
      className={classes.box}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid={testId}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amount, text, more }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={classes.amount}>
                <span className={classes.bar} style={{ width: `${(amount / most) * 100}%` }} aria-hidden />
                <span className={classes.text}>{text}</span>
              </td>
              {columns[2] !== undefined && <td className={classes.more}>{more}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
