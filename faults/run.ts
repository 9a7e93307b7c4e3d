/**
 * `npm run faults -- --cuts 60 --kills 60 --seed 1 [--file-systems ext4,xfs,btrfs]`: what happens to what was told when the power
 * goes, or the engine is killed; prints a table, and writes `test-results/faults.json`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCuts } from './cuts.ts';
import { canMount } from './disk/can-mount.ts';
import { FILE_SYSTEMS, type FileSystem } from './disk/disk.ts';
import { runFullDisks } from './full-disk.ts';
import { runBrokenDisks } from './io-errors.ts';
import { runKills } from './kills.ts';
import type { Result } from './result.ts';

/** A day is recorded anew after so many cuts, with the next seed. */
const CUTS_A_DAY = 60;

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    'io-errors': { type: 'boolean', default: false },
    'full-disk': { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    'file-systems': { type: 'string', default: FILE_SYSTEMS.join(',') },
  },
});

interface Row {
  what: string;
  seeds: string;
  seconds: number;
  result: Result;
}

const rows: Row[] = [];
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'gantry-faults-'));
const tell = (line: string) => process.stderr.write(`${line}\n`);

async function measured(what: string, seeds: string, run: () => Promise<Result>): Promise<void> {
  const start = performance.now();
  const result = await run();
  rows.push({ what, seeds, seconds: Math.round((performance.now() - start) / 1000), result });
  report();
}

function report(): void {
  mkdirSync('test-results', { recursive: true });
  writeFileSync('test-results/faults.json', `${JSON.stringify({ seed, rows }, null, 2)}\n`);
}

function sum(results: readonly Result[]): Result {
  return {
    faults: results.reduce((all, { faults }) => all + faults, 0),
    told: results.reduce((all, { told }) => all + told, 0),
    found: results.flatMap(({ found }) => found),
    mended: results.flatMap(({ mended }) => mended),
  };
}

async function cutsOn(fileSystem: FileSystem, cuts: number): Promise<void> {
  const days = Math.ceil(cuts / CUTS_A_DAY);
  await measured(`power cuts, ${fileSystem}`, `${seed} to ${seed + days - 1}`, async () => {
    const results: Result[] = [];
    for (let day = 0; day < days; day++) {
      const now = Math.min(CUTS_A_DAY, cuts - day * CUTS_A_DAY);
      results.push(await runCuts(join(folder, `cuts ${day}`), { fileSystem, cuts: now, seed: seed + day, tell }));
    }
    return sum(results);
  });
}

try {
  const cuts = Number(values.cuts);
  const why = cuts > 0 || values['io-errors'] ? await canMount() : null;
  if (why !== null) tell(`No power cuts and no EIO: ${why}`);
  const chosen = values['file-systems']
    .split(',')
    .filter((name): name is FileSystem => FILE_SYSTEMS.some((known) => known === name));
  if (cuts > 0 && why === null) {
    for (const [n, name] of chosen.entries())
      await cutsOn(name, Math.floor((cuts * (n + 1)) / chosen.length) - Math.floor((cuts * n) / chosen.length));
  }
  for (const fileSystem of values['io-errors'] && why === null ? chosen : []) {
    await measured(`EIO, ${fileSystem}`, `${seed}`, () =>
      runBrokenDisks(join(folder, `broken ${fileSystem}`), { fileSystem, seed, only: values.only, tell }),
    );
  }
  const points = Number(values['full-disk']);
  if (points > 0) {
    await measured('full disk', `from ${seed}`, () =>
      runFullDisks(join(folder, 'full'), { points, seed, only: values.only, tell }),
    );
  }
  const kills = Number(values.kills);
  if (kills > 0)
    await measured('SIGKILL', `from ${seed}`, () => runKills(join(folder, 'kills'), { kills, seed, tell }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.table(
  rows.map(({ what, seeds, seconds, result }) => ({
    what,
    seeds,
    faults: result.faults,
    'told before': result.told,
    wrong: result.found.length,
    'put right by itself': result.mended.length,
    seconds,
  })),
);
process.exitCode = rows.every(({ result }) => result.found.length === 0) ? 0 : 1;
