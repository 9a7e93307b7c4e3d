/** What two versions of the same bytes have in common at their ends. */

/** Bytes at the beginning that are the same in both. */
export function samePrefix(one: Buffer, other: Buffer): number {
  let low = 0;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (one.compare(other, low, middle, low, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bytes at the end that are the same in both, none of them before `from`. */
export function sameSuffix(one: Buffer, other: Buffer, from: number): number {
  let low = 0;
  let high = Math.max(0, Math.min(one.length, other.length) - from);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const [start, end] = [other.length - middle, other.length - low];
    if (one.compare(other, start, end, one.length - middle, one.length - low) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}
