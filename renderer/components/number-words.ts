/** Numbers, counts and amounts as they are read. */

const number = new Intl.NumberFormat('en');

/** `12,345`. */
export function numberText(value: number): string {
  return number.format(value);
}

/** `1 branch`, `12 branches`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** `2.4 MB`. */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? number.format(value) : value.toFixed(1)} ${units[unit]}`;
}
