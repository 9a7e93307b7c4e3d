/** Spans and moments as they are read. */
import { format } from '../language/formats.ts';
import { locale, t } from '../language/text.ts';

/** `about 2 minutes left`; short spans are not worth a number that jumps. */
export function timeLeftText(seconds: number): string {
  if (seconds < 10) return t('a few seconds left');
  if (seconds < 60) return t('about {seconds} seconds left', { seconds: Math.ceil(seconds / 10) * 10 });
  if (seconds < 3600)
    return t('about {minutes, plural, one {# minute} other {# minutes}} left', { minutes: Math.ceil(seconds / 60) });
  return t('about {hours, plural, one {# hour} other {# hours}} left', { hours: Math.round(seconds / 3600) });
}

/** `40 seconds`, `3 minutes`, `2 hours`. */
export function timeText(seconds: number): string {
  if (seconds < 90)
    return t('{seconds, plural, one {# second} other {# seconds}}', { seconds: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400)
    return t('{minutes, plural, one {# minute} other {# minutes}}', { minutes: Math.round(seconds / 60) });
  return t('{hours, plural, one {# hour} other {# hours}}', { hours: Math.round(seconds / 3600) });
}

const dateTime = format(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }));

/** A moment in the person's own time zone. */
export function momentText(iso: string): string {
  return dateTime().format(new Date(iso));
}

/** The day of a moment in the person's own time zone, as `momentText` has it: `2011-03-09`. */
export function dayText(iso: string): string {
  const at = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** What a clock on the wall showed at a moment, to the second: `23:59:01`. */
export function clockText(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((number) => String(number).padStart(2, '0')).join(':');
}

/** The date of a commit, `2011-03-09`: in UTC, as the months of a history and the report count it. */
export function dateText(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 10);
}
