import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Key, memo, type ReactNode, useEffect, useRef } from 'react';
import { useKeyboardStays } from './keyboard-stays.ts';
import { useRowHeight } from './row-height.ts';
import classes from './virtual-list.module.css';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  /** Pixels; every row has the same height. Less where a denser window was chosen. */
  rowHeight: number;
  keyOf(item: Item): Key;
  children(item: Item): ReactNode;
  /** What is said in place of rows. */
  empty: ReactNode;
  /** As high as this many rows at most; without it, as high as its place allows. */
  mostRows?: number;
  /** Called when the last row comes into sight: there may be more to get. */
  onEnd?: (() => void) | undefined;
  testId: string;
}

/** Rows of one height, drawn only where they are visible, so that a hundred thousand cost nothing. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, children, empty, mostRows, onEnd, testId } = props;
  const rowHeight = useRowHeight(props.rowHeight);
  const box = useRef<HTMLDivElement>(null);
  const keyboard = useKeyboardStays(box);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is what the rows are measured anew for.
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const last = rows.getVirtualItems().at(-1)?.index ?? -1;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 1) onEnd?.();
  }, [last, items.length, onEnd]);
  const height =
    mostRows === undefined
      ? {}
      : { height: Math.min(Math.max(items.length, 1), mostRows) * rowHeight + 2, flex: 'none' };
  return (
    <section
      ref={box}
      {...keyboard}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={classes.box}
      style={height}
      data-testid={testId}
    >
      {items.length === 0 && (
        <Text c="dimmed" p="xs">
          {empty}
        </Text>
      )}
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item !== undefined && (
              <Row key={keyOf(item)} item={item} top={row.start} height={rowHeight}>
                {children}
              </Row>
            )
          );
        })}
      </ul>
    </section>
  );
}

interface RowProps<Item> {
  item: Item;
  /** Pixels. */
  top: number;
  height: number;
  children(item: Item): ReactNode;
}

/** Scrolling draws the rows that come, and none that stay. */
const Row = memo(function Row<Item>({ item, top, height, children }: RowProps<Item>) {
  return (
    <li className={classes.row} style={{ transform: `translateY(${top}px)`, height }}>
      {children(item)}
    </li>
  );
}) as <Item>(props: RowProps<Item> & { key: Key }) => ReactNode;
