/** svn:mergeinfo (Subversion book, "Mergeinfo"): for each source path, the revisions merged from it. */

/** Inclusive ranges of revisions, ascending and apart from each other. */
export type Ranges = [from: number, to: number][];

/**
 * Reads a property value; lines that make no sense are skipped, since old servers stored what clients sent.
 * @returns ranges by path without leading slash; bytes as latin1 strings
 */
export function parseMergeinfo(value: string): Map<string, Ranges> {
  const merged = new Map<string, Ranges>();
  for (const line of value.split('\n')) {
    const colon = line.lastIndexOf(':');
    if (colon <= 0) continue;
    const ranges: Ranges = [];
    // A star says "this folder only, not what is in it": no whole merge.
    for (const part of line.slice(colon + 1).split(',')) {
      const found = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part);
      if (!found) continue;
      const from = Number(found[1]);
      const to = Number(found[2] ?? found[1]);
      if (to >= from) ranges.push([from, to]);
    }
    const path = line
      .slice(0, colon)
      .trim()
      .replace(/^\/+|\/+$/g, '');
    if (ranges.length > 0) merged.set(path, normalise([...(merged.get(path) ?? []), ...ranges]));
  }
  return merged;
}

function normalise(ranges: Ranges): Ranges {
  const sorted = ranges.sort((a, b) => a[0] - b[0]);
  const joined: Ranges = [];
  for (const [from, to] of sorted) {
    const last = joined[joined.length - 1];
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

export function contains(ranges: Ranges | undefined, revision: number): boolean {
  return ranges?.some(([from, to]) => from <= revision && revision <= to) ?? false;
}

/** Youngest revision that is in `after` and not in `before`, or -1. */
export function youngestNew(before: Ranges | undefined, after: Ranges): number {
  for (let i = after.length - 1; i >= 0; i--) {
    const [from, to] = after[i] as [number, number];
    for (let revision = to; revision >= from; revision--) {
      if (!contains(before, revision)) return revision;
      // Skip what an old range covers at once.
      const covering = before?.find(([a, b]) => a <= revision && revision <= b);
      if (covering !== undefined) revision = covering[0];
    }
  }
  return -1;
}
