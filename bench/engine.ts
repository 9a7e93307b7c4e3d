import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { engineEnvironment } from '../scripts/setup/engine.mjs';
import { measure } from './measure.ts';

/** The folder above this one. */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

export interface EngineRun {
  seconds: number;
  rewriteSeconds: number | null;
  verified: boolean;
  commits: number;
  loopP99Ms: number;
  loopMaxMs: number;
  /** Peak of the engine's own process, workers included, in megabytes. */
  ownPeakMb: number;
  /** Peak of the engine and the tools that it started, in megabytes. */
  peakMb: number;
}

/**
 * Imports `address` in a fresh engine.
 * @param look gets the data folder, before it is removed
 * @throws Error when the import fails or does not verify
 */
export async function runEngine(
  folder: string,
  address: string,
  vcs: string,
  authorMap?: string,
  look?: (data: string) => void,
): Promise<EngineRun> {
  const more = authorMap === undefined ? [] : [authorMap];
  return runScript(folder, './engine-import.ts', [address, vcs, ...more], look);
}

const built = new Map<string, Promise<unknown>>();

/**
 * A program of this folder in one file of JavaScript, as an engine that people start is: what takes the types out of a program while it
 * starts stays in its memory (18 MB).
 * @returns its path
 */
async function asJavaScript(program: string): Promise<string> {
  const outDir = join(PROJECT, 'out', 'bench');
  const building =
    built.get(program) ??
    build({
      configFile: false,
      root: PROJECT,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: program,
        outDir,
        emptyOutDir: false,
        target: 'node24',
        rolldownOptions: { output: { format: 'es', codeSplitting: false, entryFileNames: '[name].js' } },
      },
    });
  built.set(program, building);
  await building;
  return join(outDir, basename(program, '.ts').concat('.js'));
}

/**
 * Runs a program that imports with an engine of its own into the data folder that it is given first.
 * @param look gets the data folder, before it is removed
 * @throws Error when an import fails or does not verify
 */
export async function runScript(
  folder: string,
  script: string,
  given: readonly string[],
  look?: (data: string) => void,
): Promise<EngineRun> {
  const data = join(folder, 'data');
  rmSync(data, { recursive: true, force: true });
  const program = await asJavaScript(fileURLToPath(new URL(script, import.meta.url)));
  // As `npm run serve` and `gantry-server` start it.
  const env = { ...process.env, ...engineEnvironment };
  const { stdout, peakMb } = await measure(process.execPath, [program, data, ...given], { env, cwd: PROJECT });
  const run = { ...(JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as EngineRun), peakMb };
  look?.(data);
  rmSync(data, { recursive: true, force: true });
  if (!run.verified) throw new Error(`an import did not verify: ${given.join(' ')}`);
  return run;
}

export const loopRow = (what: string, runs: readonly EngineRun[]) => {
  const p99 = Math.max(...runs.map((run) => run.loopP99Ms));
  const max = Math.max(...runs.map((run) => run.loopMaxMs));
  return {
    what: `${what}: main event loop blocked, p99 / max`,
    gantry: `${p99.toFixed(1)} / ${max.toFixed(1)} ms`,
    peer: '',
    ratio: `${max.toFixed(1)} ms`,
    promised: '< 50 ms',
    ok: max < 50,
  };
};

export const memoryRow = (what: string, runs: readonly EngineRun[], limitMb: number) => {
  const own = Math.max(...runs.map((run) => run.ownPeakMb));
  const tree = Math.max(...runs.map((run) => run.peakMb));
  return {
    what: `${what}: peak memory, engine / with tools`,
    gantry: `${own.toFixed(0)} / ${tree.toFixed(0)} MB`,
    peer: '',
    ratio: `${own.toFixed(0)} MB`,
    promised: `<= ${limitMb} MB`,
    ok: own <= limitMb,
  };
};
