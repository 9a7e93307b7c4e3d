import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-buttons.module.css';

/** What ends a dialog. It stays in sight, however little of the dialog the window has room for. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" justify="flex-end" className={classes.buttons}>
      {children}
    </Group>
  );
}
