/** Spans and moments as they are read. */
import { countText } from './number-words.ts';

/** `about 2 minutes left`; short spans are not worth a number that jumps. */
export function timeLeftText(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 3600) return `about ${countText(Math.ceil(seconds / 60), 'minute')} left`;
  return `about ${countText(Math.round(seconds / 3600), 'hour')} left`;
}

/** `40 seconds`, `3 minutes`, `2 hours`. */
export function timeText(seconds: number): string {
  if (seconds < 90) return countText(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 5400) return countText(Math.round(seconds / 60), 'minute');
  return countText(Math.round(seconds / 3600), 'hour');
}

const dateTime = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the person's own time zone. */
export function momentText(iso: string): string {
  return dateTime.format(new Date(iso));
}

/** The date of a moment, `2011-03-09`. */
export function dateText(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 10);
}
