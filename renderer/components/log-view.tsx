import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { ToldLogLine } from '../../service/vocabulary/progress.ts';
import { t } from '../language/text.ts';
import classes from './log-view.module.css';
import { clockText, dayText } from './time-words.ts';

interface LogViewProps {
  lines: readonly ToldLogLine[];
  /** Pixels; the log keeps its height while it fills, so that nothing below it moves. */
  height?: number;
}

/** A log that follows its end until the person scrolls up. */
export function LogView({ lines, height = 220 }: LogViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 20,
    overscan: 20,
  });
  useEffect(() => {
    if (following && lines.length > 0) rows.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [following, lines.length, rows]);

  const [first, last] = [lines[0], lines.at(-1)];
  const isOfDays = first !== undefined && last !== undefined && dayText(first.at) !== dayText(last.at);
  const noticeScroll = () => {
    const element = box.current;
    if (element) setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < 24);
  };
  return (
    <section
      ref={box}
      className={classes.box}
      style={{ height }}
      onScroll={noticeScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('Log')}
      data-testid="import-log"
      data-selectable
    >
      {lines.length === 0 && (
        <Text c="dimmed" p={8} size="xs">
          {t('No lines yet.')}
        </Text>
      )}
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          return (
            line && (
              <div
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                data-level={line.level}
                className={classes.line}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <time className={classes.time} dateTime={line.at}>
                  {isOfDays && `${dayText(line.at)} `}
                  {clockText(line.at)}
                </time>
                <span className={classes.text}>{line.text}</span>
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}
