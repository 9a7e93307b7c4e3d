/** How long people wait, and how long everything stands still, at the sizes that are promised. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure } from './measure.ts';
import type { Row } from './table.ts';

const [REPOSITORIES, AUTHORS, REFS] = [10_000, 100_000, 200_000];
const ANSWER_MS = 1000;
const STILL_MS = 50;
const MEGABYTES = 512;

interface Watched {
  ms: number;
  /** The longest that the event loop stood still. */
  stillMs: number;
  /** Most memory so far. */
  megabytes: number;
}

interface ScaleRun {
  answerMs: number;
  locking: Watched;
  exporting: Watched;
  unlocking: Watched;
  authors: Watched;
  refs: Watched;
}

/** One run: it takes minutes. @throws Error when the engine fails */
export async function benchScale(folder: string): Promise<Row[]> {
  const script = fileURLToPath(new URL('./engine-scale.ts', import.meta.url));
  const place = join(folder, 'scale');
  mkdirSync(place);
  const sizes = [REPOSITORIES, AUTHORS, REFS].map(String);
  const { stdout } = await measure(process.execPath, [script, join(place, 'data'), ...sizes]);
  rmSync(place, { recursive: true });
  const run = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as ScaleRun;
  const row = (what: string, { ms, stillMs, megabytes }: Watched): Row => ({
    what,
    gantry: `${(ms / 1000).toFixed(1)} s`,
    peer: `stands still ${stillMs.toFixed(0)} ms`,
    ratio: `${megabytes.toFixed(0)} MB`,
    promised: `<= ${STILL_MS} ms, ${MEGABYTES} MB`,
    ok: stillMs <= STILL_MS && megabytes <= MEGABYTES,
  });
  return [
    {
      what: `A migration of ${REPOSITORIES} repositories with locks is answered`,
      gantry: `${run.answerMs.toFixed(0)} ms`,
      peer: `stands still ${run.locking.stillMs.toFixed(0)} ms`,
      ratio: '',
      promised: `<= ${ANSWER_MS} ms`,
      ok: run.answerMs <= ANSWER_MS,
    },
    row(`${REPOSITORIES} repositories are locked in git and exported`, run.exporting),
    row(`${REPOSITORIES} repositories are unlocked (answered)`, run.unlocking),
    row(`${AUTHORS} authors in one answer`, run.authors),
    row(`An import of ${REFS} refs`, run.refs),
  ];
}
