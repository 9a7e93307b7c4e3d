import { Text, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { locale, t } from '../language/text.ts';
import 'uplot/dist/uPlot.min.css';
import classes from './time-bars.module.css';
import { timeRange } from './time-range.ts';

/** A bar of the chart. */
export interface TimeBar {
  /** Seconds since 1970 at which it begins, UTC. */
  seconds: number;
  value: number;
}

interface TimeBarsProps {
  /** The whole chart as a sentence, for whoever does not see it. */
  label: string;
  /** One after the other; moments between them without a bar have none. */
  bars: readonly TimeBar[];
  /** What the bar under the pointer says. */
  describe(index: number): string;
  /** What stands below while nothing is pointed at. */
  caption: string;
  /** The same as a table, opened on wish. */
  table: ReactNode;
  testId: string;
}

const height = 176;

/** Bars over time in the theme's colours; the numbers are in a table behind it. */
export function TimeBars({ label, bars, describe, caption, table, testId }: TimeBarsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const scheme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read here.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name);
    const axis = {
      stroke: colour('--mantine-color-dimmed'),
      font: `11px ${getComputedStyle(element).fontFamily}`,
      grid: { stroke: colour('--gantry-line'), width: 1 },
      ticks: { show: false },
    };
    const names = namesOfTime();
    const paths = uPlot.paths.bars?.({ size: [0.8, 24, 1], align: 1 });
    const chart = new uPlot(
      {
        width: Math.max(element.clientWidth, 100),
        height,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        fmtDate: (template) => uPlot.fmtDate(template, names),
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        scales: {
          x: { range: () => timeRange(bars) },
          y: { range: (_chart, _least, most) => [0, Math.max(most, 1)] },
        },
        axes: [
          { ...axis, size: 38, grid: { show: false } },
          {
            ...axis,
            size: 46,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000],
          },
        ],
        series: [
          {},
          {
            fill: colour('--gantry-busy'),
            width: 0,
            points: { show: false },
            ...(paths === undefined ? {} : { paths }),
          },
        ],
        hooks: {
          setCursor: [({ cursor }) => setPointed(cursor.idx ?? null)],
        },
      },
      [bars.map(({ seconds }) => seconds), bars.map(({ value }) => value)],
      element,
    );
    const follow = new ResizeObserver(() => chart.setSize({ width: Math.max(element.clientWidth, 100), height }));
    follow.observe(element);
    return () => {
      follow.disconnect();
      chart.destroy();
    };
  }, [bars, scheme]);
  return (
    <figure className={classes.figure} data-testid={testId}>
      <div ref={place} role="img" aria-label={label} className={classes.chart} />
      <Text component="figcaption" size="xs" c="dimmed" className={classes.caption}>
        {pointed === null ? caption : describe(pointed)}
      </Text>
      <details className={classes.table}>
        <summary>{t('As a table')}</summary>
        {table}
      </details>
    </figure>
  );
}

/** Names of months and days in the window's language, as uPlot wants them: from January and from Sunday. */
function namesOfTime(): uPlot.DateNames {
  const names = (count: number, options: Intl.DateTimeFormatOptions, at: (index: number) => number) => {
    const format = new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => format.format(at(index)));
  };
  const months = (month: 'long' | 'short') => names(12, { month }, (index) => Date.UTC(2023, index));
  // The first of January 2023 was a Sunday.
  const days = (weekday: 'long' | 'short') => names(7, { weekday }, (index) => Date.UTC(2023, 0, index + 1));
  return { MMMM: months('long'), MMM: months('short'), WWWW: days('long'), WWW: days('short') };
}
