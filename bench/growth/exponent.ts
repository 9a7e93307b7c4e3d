/** One import: how much of what grows, and what it took. */
export interface Point {
  size: number;
  seconds: number;
}

/**
 * The exponent `b` of `seconds = a * size^b`: least squares of the logarithms. 1 is growth in proportion.
 * @throws RangeError with fewer than two sizes
 */
export function fittedExponent(points: readonly Point[]): number {
  const x = points.map(({ size }) => Math.log(size));
  const y = points.map(({ seconds }) => Math.log(seconds));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const spread = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  if (!(spread > 0)) throw new RangeError('a growth needs two sizes');
  return x.reduce((sum, value, i) => sum + (value - meanX) * ((y[i] as number) - meanY), 0) / spread;
}
