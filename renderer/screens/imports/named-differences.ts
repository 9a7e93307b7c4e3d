/** What a comparison found, as far as it is named on the screen. */
import type { ToldComparison } from '../../../service/vocabulary/comparison.ts';

/** Differences, and what was not compared, that are named on the screen; the saved report has more. */
const MOST_SHOWN = 10;

/** The first of each, and how many there are beside them, those among them that the engine keeps no example of. */
export function namedOf({ differences, differing, left, not_compared }: ToldComparison) {
  const named = { differences: differences.slice(0, MOST_SHOWN), left: left.slice(0, MOST_SHOWN) };
  return { ...named, more: differing + not_compared - named.differences.length - named.left.length };
}
