/** Seconds. */
const MONTH = 31 * 86_400;
const YEAR = 365 * 86_400;

/**
 * From when to when bars of months are drawn: a short history at the left of a year, and no bar over the end. From the bars
 * themselves: of a single one uPlot says that it ends a thousand days later.
 */
export function timeRange(bars: readonly { seconds: number }[]): [number, number] {
  const first = bars[0]?.seconds ?? 0;
  const last = bars.at(-1)?.seconds ?? first;
  return [first, Math.max(last + MONTH, first + YEAR)];
}
