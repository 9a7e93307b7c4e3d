import { Stack, Text, Title } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { t } from '../language/text.ts';
import classes from './ref-names.module.css';
import { Truncated } from './truncated.tsx';

const rowHeight = 24;
const mostVisibleRows = 7;

interface RefNamesProps {
  title: string;
  names: readonly string[];
  /** How many there are, where not all of them are known here. */
  total?: number;
}

/** Names of branches or tags; thousands of them scroll. */
export function RefNames({ title, names, total = names.length }: RefNamesProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: names.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <Stack gap={4} w="100%">
      <Title order={3}>{title}</Title>
      {names.length > 0 && (
        <section
          ref={box}
          className={classes.box}
          style={{ height: Math.min(names.length, mostVisibleRows) * rowHeight + 10 }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          aria-label={title}
        >
          <ul className={classes.names} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((row) => (
              <li key={row.key} className={classes.name} style={{ transform: `translateY(${row.start}px)` }}>
                <Truncated text={names[row.index] ?? ''} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {total > names.length && (
        <Text c="dimmed" size="xs">
          {t('{shown, number} of {total, number} are shown.', { shown: names.length, total })}
        </Text>
      )}
    </Stack>
  );
}
