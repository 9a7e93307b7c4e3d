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

/** What `engine-scale.ts` prints of each part. */
interface ScaleRun {
  repositories: { answerMs: number; locking: Watched; exporting: Watched; unlocking: Watched };
  authors: { authors: Watched; sortedAuthors: Watched };
  refs: { refs: Watched };
  update: { update: Watched };
}

/** One run, each part in an engine of its own: it takes minutes. @throws Error when the engine fails */
export async function benchScale(folder: string): Promise<Row[]> {
  const script = fileURLToPath(new URL('./engine-scale.ts', import.meta.url));
  const place = join(folder, 'scale');
  mkdirSync(place);
  const run = async (part: string, ...sizes: number[]) =>
    measure(process.execPath, [script, part, join(place, 'data'), ...sizes.map(String)]);
  // What making the folder leaves in memory is not the engine's.
  await run('prepare', REPOSITORIES, AUTHORS, REFS);
  const part = async <Part extends keyof ScaleRun>(name: Part): Promise<ScaleRun[Part]> =>
    JSON.parse((await run(name, REPOSITORIES)).stdout.trim().split('\n').at(-1) ?? '{}') as ScaleRun[Part];
  const { answerMs, locking, exporting, unlocking } = await part('repositories');
  const { authors, sortedAuthors } = await part('authors');
  const { refs } = await part('refs');
  const { update } = await part('update');
  rmSync(place, { recursive: true });
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
      gantry: `${answerMs.toFixed(0)} ms`,
      peer: `stands still ${locking.stillMs.toFixed(0)} ms`,
      ratio: '',
      promised: `<= ${ANSWER_MS} ms, still ${STILL_MS} ms`,
      ok: answerMs <= ANSWER_MS && locking.stillMs <= STILL_MS,
    },
    row(`${REPOSITORIES} repositories are locked in git and exported`, exporting),
    row(`${REPOSITORIES} repositories are unlocked (answered)`, unlocking),
    row(`${AUTHORS} authors in one answer`, authors),
    row('The same, sorted by name', sortedAuthors),
    row(`An import of ${REFS} refs`, refs),
    row('The same brought up to date', update),
  ];
}
