/** Of up to so many one more is looked at. */
const EACH = 1000;
const LEAST = 2;
const MOST = 12;

/** A few of many, spread evenly, the same ones each time. @returns their places among `count`, ascending */
export function samplePlaces(count: number): number[] {
  const wanted = Math.min(count, MOST, LEAST + Math.floor(count / EACH));
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * count) / wanted));
}
