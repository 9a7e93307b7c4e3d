/** Numbers and amounts as they are read. Counts of things are said with their plural: `t('{files, plural, …}')`. */
import { format } from '../language/formats.ts';
import { locale, t } from '../language/text.ts';

const whole = format(() => new Intl.NumberFormat(locale()));
const tenths = format(() => new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }));

/** `12,345`. */
export function numberText(value: number): string {
  return whole().format(value);
}

/** `12.5`. */
export function tenthsText(value: number): string {
  return tenths().format(value);
}

const percents = format(() => new Intl.NumberFormat(locale(), { style: 'percent' }));

/** `45%`, of a whole number of hundredths. */
export function percentText(percent: number): string {
  return percents().format(percent / 100);
}

/** `2.4 MB`. */
export function bytesText(bytes: number): string {
  if (Math.round(bytes) < 1000) return t('{bytes, plural, one {# byte} other {# bytes}}', { bytes: Math.round(bytes) });
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  // What a tenth would round up to a thousand is one of the next.
  while (Math.round(value * 10) / 10 >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${tenths().format(value)} ${units[unit]}`;
}
