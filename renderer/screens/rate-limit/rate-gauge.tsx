import { Group, Text } from '@mantine/core';
import type { RateLimit } from '../../../service/api/access/access-schemas.ts';
import { t } from '../../language/text.ts';
import classes from './rate-gauge.module.css';

interface RateGaugeProps {
  name: string;
  label: string;
  reading: RateLimit['resources']['core'];
  /** Seconds since 1970. */
  now: number;
}

const scarceBelow = 0.1;

/** One category: what is left, and when it is full again. */
export function RateGauge({ name, label, reading: { limit, remaining, reset }, now }: RateGaugeProps) {
  const share = limit === 0 ? 0 : remaining / limit;
  const words = t('{remaining, number} of {limit, number} left', { remaining, limit });
  return (
    <section className={classes.gauge} aria-label={label} data-testid={`rate-${name}`}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600}>{label}</Text>
        <Text c="dimmed" size="xs" className={classes.countdown}>
          {remaining === limit ? t('Unused') : t('Full again in {reset}', { reset: countdownText(reset - now) })}
        </Text>
      </Group>
      <div
        className={classes.track}
        role="meter"
        aria-label={t('{label}: requests left', { label })}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={remaining}
        aria-valuetext={words}
      >
        <div
          className={classes.bar}
          style={{ width: `${share * 100}%` }}
          data-tone={remaining === 0 ? 'bad' : share < scarceBelow ? 'attention' : 'busy'}
        />
      </div>
      <Text size="xs" data-selectable>
        {words}
      </Text>
    </section>
  );
}

/** `12:05`. */
function countdownText(seconds: number): string {
  const left = Math.max(0, seconds);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
