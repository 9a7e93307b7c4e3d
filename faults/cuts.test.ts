/** A few power cuts; `npm run faults` makes many. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCuts } from './cuts.ts';
import { SHORT_DAY } from './days/day.ts';
import { canMount } from './disk/can-mount.ts';

const why = await canMount();

test.skipIf(why !== null)(
  `what was told is there after a power cut${why === null ? '' : ` (not tested: ${why})`}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gantry cuts '));
    const result = await runCuts(folder, {
      fileSystem: 'ext4',
      cuts: 5,
      seed: 7,
      steps: SHORT_DAY,
      tell: () => undefined,
    });
    expect(result.found).toEqual([]);
    expect(result.faults).toBe(5);
    expect(result.told).toBeGreaterThan(5);
  },
);
