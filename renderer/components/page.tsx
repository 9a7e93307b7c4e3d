import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Whether the title takes the focus; false where a step of the page does. */
  focusTitle?: boolean;
  /** Fills the window's height and lets a part of the page scroll, instead of the whole page. */
  fill?: boolean;
  /** Uses the width of a wide window. */
  wide?: boolean;
  children: ReactNode;
}

/** One page of the window. Its title takes the focus, so that keyboard and screen reader start there. */
export function Page({ title, actions, focusTitle = true, fill = false, wide = false, children }: PageProps) {
  return (
    <div className={fill ? classes.fill : classes.scroll} data-testid="page">
      <Stack gap="md" className={fill ? classes.fillContent : wide ? classes.wideContent : classes.content}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
          {focusTitle ? (
            <FocusedTitle order={1}>{title}</FocusedTitle>
          ) : (
            <Title order={1} className={classes.title}>
              {title}
            </Title>
          )}
          {actions}
        </Group>
        {children}
      </Stack>
    </div>
  );
}

/** A heading that takes the focus when it appears. */
export function FocusedTitle({ order, children }: { order: 1 | 2; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Title order={order} ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </Title>
  );
}
