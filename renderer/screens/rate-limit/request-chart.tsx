import { Text } from '@mantine/core';
import type { RateMinute } from '../../../service/api/access/access-schemas.ts';
import { format } from '../../language/formats.ts';
import { locale, t } from '../../language/text.ts';
import { lastHour } from './last-hour.ts';
import classes from './request-chart.module.css';

const width = 960;
const height = 160;
const axis = 22;
const gap = 3;

interface RequestChartProps {
  history: readonly RateMinute[];
  /** Seconds since 1970. */
  now: number;
}

/** Requests in each minute of the last hour, as bars. */
export function RequestChart({ history, now }: RequestChartProps) {
  const minutes = lastHour(history, now);
  const most = Math.max(...minutes.map(({ used }) => used), 1);
  const total = minutes.reduce((sum, { used }) => sum + used, 0);
  const step = width / minutes.length;
  const summary =
    total === 0
      ? t('No requests in the last hour.')
      : t(
          '{requests, plural, one {# request} other {# requests}} in the last hour, at most {most, number} in one minute.',
          { requests: total, most },
        );
  return (
    <figure className={classes.figure}>
      <svg
        viewBox={`0 0 ${width} ${height + axis}`}
        className={classes.chart}
        role="img"
        aria-label={summary}
        data-testid="rate-chart"
      >
        <line x1={0} x2={width} y1={height} y2={height} className={classes.line} />
        {minutes.map(({ minute, used }, index) => (
          <rect
            key={minute}
            x={index * step + gap / 2}
            width={step - gap}
            y={height - (used / most) * (height - 8)}
            height={(used / most) * (height - 8)}
            className={classes.bar}
          >
            <title>{`${timeText(minute)}: ${t('{requests, plural, one {# request} other {# requests}}', { requests: used })}`}</title>
          </rect>
        ))}
        {[0, 15, 30, 45].map((index) => (
          <text key={index} x={index * step} y={height + axis - 5} className={classes.label}>
            {timeText(minutes[index]?.minute ?? 0)}
          </text>
        ))}
        <text x={width} y={height + axis - 5} textAnchor="end" className={classes.label}>
          {t('now')}
        </text>
      </svg>
      <Text component="figcaption" c="dimmed" size="xs">
        {summary}
      </Text>
    </figure>
  );
}

const time = format(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }));

function timeText(seconds: number): string {
  return time().format(new Date(seconds * 1000));
}
