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
