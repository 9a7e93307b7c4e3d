import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './action-bar.module.css';
import { Truncated } from './truncated.tsx';

interface ActionBarProps {
  /** What the buttons act on: it may lie outside the window. */
  about: string;
  note: string;
  /** Buttons, the one that goes on last. */
  children: ReactNode;
}

/** The buttons that end a step, at the lower edge of the window: what is still being looked for above moves none of them. */
export function ActionBar({ about, note, children }: ActionBarProps) {
  return (
    <div className={classes.bar} data-action-bar>
      <div className={classes.words}>
        <Truncated text={about} />
        <Text c="dimmed" size="xs">
          {note}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap" flex="none">
        {children}
      </Group>
    </div>
  );
}
