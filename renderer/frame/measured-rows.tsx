import { useVirtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useKeyboardStays } from '../components/keyboard-stays.ts';
import classes from './measured-rows.module.css';

/** Pixels; what a row has before it was drawn once. */
const LIKELY_HEIGHT = 84;

interface MeasuredRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf(row: Row): Key;
  children(row: Row): ReactNode;
  /** What scrolls; other things may stand in it above and below the list. */
  scroller: HTMLElement;
}

/** Rows as high as what they hold, one list of several in one place that scrolls, drawn only where they are seen. */
export function MeasuredRows<Row>({ label, rows, keyOf, children, scroller }: MeasuredRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const keyboard = useKeyboardStays(useMemo(() => ({ current: scroller }), [scroller]));
  const [above, setAbove] = useState(0);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => LIKELY_HEIGHT,
    getItemKey: (index) => keyOf(rows[index] as Row),
    // What is seen at once comes with the first frame.
    initialRect: { width: 0, height: window.innerHeight },
    scrollMargin: above,
    overscan: 6,
  });
  useLayoutEffect(() => {
    const content = scroller.firstElementChild;
    if (content === null) return undefined;
    // What stands above changes its height as well.
    const look = () => {
      const own = list.current?.getBoundingClientRect().top ?? 0;
      setAbove(Math.round(own - scroller.getBoundingClientRect().top + scroller.scrollTop));
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(content);
    return () => sizes.disconnect();
  }, [scroller]);
  return (
    <ul
      ref={list}
      {...keyboard}
      className={classes.list}
      aria-label={label}
      style={{ height: drawn.getTotalSize() + 2 }}
    >
      {drawn.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={drawn.measureElement}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={rows.length}
          className={classes.row}
          style={{ transform: `translateY(${start - above}px)` }}
        >
          {children(rows[index] as Row)}
        </li>
      ))}
    </ul>
  );
}
