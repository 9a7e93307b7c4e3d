/** Of up to so many one more is looked at. */
const EACH = 1000;
const LEAST = 2;
const MOST = 12;

/** A few of many, spread evenly, the same ones each time. */
export function sampleOf<Thing>(all: readonly Thing[]): Thing[] {
  const wanted = Math.min(all.length, MOST, LEAST + Math.floor(all.length / EACH));
  return Array.from({ length: wanted }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / wanted)] as Thing);
}
