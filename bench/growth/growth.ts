/** How time, memory and disk of a whole import grow with one thing at a time. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchOf } from '../../service/files/scratch.ts';
import { type EngineRun, runEngine } from '../engine.ts';
import { median } from '../measure.ts';
import { type Row, say } from '../table.ts';
import { diskBytes, watchDisk } from './disk.ts';
import { fittedExponent } from './exponent.ts';
import { DIMENSIONS, type Dimension } from './histories.ts';

const EXPONENT = 1.05;
const MEGABYTES = 512;
const DISK = 2.2;
/** An import that took longer is not run again: it drifts less than a short one. */
const AGAIN_SECONDS = 20;
/** Below that the engine's own files, and not the history, are what lies on the disk. */
const SMALL = 16 << 20;

interface Sized {
  size: number;
  runs: readonly EngineRun[];
  /** The most that the data folder and what lies beside it took, and the repository in the end, in bytes. */
  mostDisk: number;
  result: number;
}

/**
 * Imports histories that grow in one thing.
 * @param keep gets the rows of each dimension as they are there, by the name of its section
 * @throws Error when an import fails or does not verify
 */
export async function benchGrowth(
  folder: string,
  options: { runs: number; upTo: number; of: string | undefined },
  keep: (section: string, rows: readonly Row[]) => void,
): Promise<void> {
  const chosen = options.of?.split(',') ?? DIMENSIONS.map(({ name }) => name);
  for (const name of chosen)
    if (!DIMENSIONS.some((dimension) => dimension.name === name)) throw new Error(`There is no growth of ${name}.`);
  for (const dimension of DIMENSIONS.filter(({ name }) => chosen.includes(name))) {
    const all: Sized[] = [];
    for (const size of dimension.sizes.filter((size) => !dimension.isLong || size <= options.upTo))
      all.push(await importOf(folder, dimension, size, options.runs));
    keep(`growth-${dimension.name}`, rowsOf(dimension, all));
  }
}

async function importOf(folder: string, dimension: Dimension, size: number, wanted: number): Promise<Sized> {
  say(`Making ${size} ${dimension.unit}…`);
  const repository = join(folder, dimension.name);
  await dimension.make(repository, size);
  const work = join(folder, 'growth');
  mkdirSync(work);
  const address = dimension.vcs === 'git' ? `file://${repository}` : repository;
  const data = join(work, 'data');
  const runs: EngineRun[] = [];
  let mostDisk = 0;
  let result = 0;
  do {
    const most = watchDisk([data, scratchOf(data)]);
    const run = await runEngine(work, address, dimension.vcs, undefined, () => {
      result = diskBytes(join(data, 'repositories'));
    });
    runs.push(run);
    mostDisk = Math.max(mostDisk, most());
    say(`${size} ${dimension.unit}: ${run.seconds.toFixed(2)} s, ${run.ownPeakMb.toFixed(0)} MB`);
  } while (runs.length < wanted && (runs.at(-1)?.seconds ?? 0) < AGAIN_SECONDS);
  for (const gone of [repository, work]) rmSync(gone, { recursive: true });
  return { size, runs, mostDisk, result };
}

/** A row for each size, and one for how they grow. */
export function rowsOf(dimension: Pick<Dimension, 'unit' | 'vcs'>, all: readonly Sized[]): Row[] {
  const rows = all.map(({ size, runs, mostDisk, result }): Row => {
    const seconds = runs.map((run) => run.seconds);
    const middle = median(seconds);
    const spread = runs.length > 1 ? ` (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)})` : '';
    const own = Math.max(...runs.map((run) => run.ownPeakMb));
    const tools = Math.max(...runs.map((run) => run.peakMb));
    const disk = mostDisk / result;
    return {
      what: `${dimension.vcs}: ${size.toLocaleString('en')} ${dimension.unit}`,
      gantry: `${middle.toFixed(2)} s${spread}; ${((middle * 1000) / size).toPrecision(3)} ms each`,
      peer: `${own.toFixed(0)} / ${tools.toFixed(0)} MB`,
      ratio: `disk ${megabytes(mostDisk)} MB at most, ${disk.toFixed(2)}x of ${megabytes(result)} MB`,
      promised: `<= ${MEGABYTES} MB, ${DISK}x${result < SMALL ? ' (not judged: small)' : ''}`,
      ok: own <= MEGABYTES && (result < SMALL || disk <= DISK),
    };
  });
  if (all.length < 2) return rows;
  const points = all.map(({ size, runs }) => ({ size, seconds: median(runs.map((run) => run.seconds)) }));
  const exponent = fittedExponent(points);
  // The start, which is the same for all sizes, hides growth: the last step shows more of it.
  const last = fittedExponent(points.slice(-2));
  return [
    ...rows,
    {
      what: `${dimension.vcs}: exponent of time over ${dimension.unit}, fitted; of the last step`,
      gantry: `${exponent.toFixed(2)}; ${last.toFixed(2)}`,
      peer: '',
      ratio: `${exponent.toFixed(2)}`,
      promised: `<= ${EXPONENT}`,
      ok: exponent <= EXPONENT,
    },
  ];
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(bytes < 10 << 20 ? 1 : 0);
