import type { RateMinute } from '../../../service/api/access/access-schemas.ts';

const minutesShown = 60;

/** The sixty minutes up to now, though the history was read some minutes ago. `now` is seconds since 1970. */
export function lastHour(history: readonly RateMinute[], now: number): RateMinute[] {
  const used = new Map(history.map((reading) => [reading.minute, reading.used]));
  const current = Math.floor(now / 60) * 60;
  return Array.from({ length: minutesShown }, (_, index) => {
    const minute = current - (minutesShown - 1 - index) * 60;
    return { minute, used: used.get(minute) ?? 0 };
  });
}
