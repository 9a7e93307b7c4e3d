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

export function Entry({ name, details, aside, children }: EntryProps) {
  return (
    <li className={classes.entry} data-testid={`entry-${name}`}>
      <div className={classes.words}>
        <TwoLines name={name} details={details} />
      </div>
      {aside !== undefined && (
        <Text size="xs" c="dimmed" className={classes.aside}>
          {aside}
        </Text>
      )}
      {children}
    </li>
  );
}
