/** What a run of one kind of fault has shown. */

export interface Found {
  /** Enough to make it again. */
  where: string;
  wrong: string[];
}

export interface Result {
  faults: number;
  /** Things that had been told before a fault and were looked for after it, over all faults. */
  told: number;
  found: Found[];
  /** What the engine itself noticed and put right. */
  mended: Found[];
}

export function emptyResult(): Result {
  return { faults: 0, told: 0, found: [], mended: [] };
}

/** Adds what is wrong, and tells it. */
export function addTo(result: Result, found: Found, tell: (line: string) => void): void {
  if (found.wrong.length === 0) return;
  result.found.push(found);
  tell(`${found.where}\n  ${found.wrong.join('\n  ')}`);
}
