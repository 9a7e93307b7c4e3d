import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './entry-list.module.css';
import { TwoLines } from './two-lines.tsx';

/** Rows of two lines, each with what can be done to it at the right. */
export function EntryList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface EntryProps {
  name: string;
  details: string;
  /** Words at the right, hidden in a narrow window. */
  aside?: string;
  children?: ReactNode;
}

export function Entry(props: EntryProps) {
  return (
    <li className={classes.item}>
      <EntryRow {...props} />
    </li>
  );
}

/** Pixels. */
export const entryHeight = 52;

/** What an entry holds, for lists that draw where it is seen. */
export function EntryRow({ name, details, aside, children }: EntryProps) {
  return (
    <div className={classes.entry} data-testid={`entry-${name}`}>
      <div className={classes.words}>
        <TwoLines name={name} details={details} />
      </div>
      {aside !== undefined && (
        <Text size="xs" c="dimmed" className={classes.aside}>
          {aside}
        </Text>
      )}
      {children}
    </div>
  );
}
