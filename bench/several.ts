/** Several imports in one engine: at once, against one after the other. */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type EngineRun, runScript } from './engine.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { writeSubversionDump } from './subversion-repository.ts';
import { type Row, say } from './table.ts';
import { openWindow, ours } from './window.ts';

const SCRIPT = './engine-several.ts';
const AT_ONCE = 4;
const FILES = 400;
/** What is promised of four at once. */
const LONGER = 1.1;
const LOOP_P99_MS = 16;
const LOOP_MAX_MS = 50;
const LIMIT_MB = 512;

export async function benchSeveral(folder: string, options: { runs: number; revisions: number }): Promise<Row[]> {
  say(`Making a Subversion repository of ${options.revisions} revisions, ${AT_ONCE} times…`);
  const dump = join(folder, 'several.dump');
  await writeSubversionDump(dump, options.revisions, FILES);
  const repositories: string[] = [];
  for (let i = 0; i < AT_ONCE; i++) {
    const repository = join(folder, `several-${i}`);
    execFileSync('svnadmin', ['create', repository]);
    await measure('svnadmin', ['load', '-q', repository], {
      input: (stdin) => pipeline(createReadStream(dump), stdin),
    });
    repositories.push(repository);
  }
  rmSync(dump);

  const inTurn: EngineRun[] = [];
  const atOnce: EngineRun[] = [];
  for (let run = 1; run <= options.runs; run++) {
    inTurn.push(await runScript(folder, SCRIPT, ['in turn', ...repositories]));
    atOnce.push(await runScript(folder, SCRIPT, ['at once', ...repositories]));
    say(
      `${run}/${options.runs}: in turn ${inTurn.at(-1)?.seconds.toFixed(1)} s, at once ${atOnce.at(-1)?.seconds.toFixed(1)} s`,
    );
  }
  const { app, engine } = await inWindow(join(folder, 'window'), repositories);
  const seconds = (runs: readonly EngineRun[]) => runs.map((run) => run.seconds);
  const ratio = pairedRatio(seconds(atOnce), seconds(inTurn));
  const most = (of: (run: EngineRun) => number) => Math.max(...atOnce.map(of));
  const [p99, max] = [most((run) => run.loopP99Ms), most((run) => run.loopMaxMs)];
  const what = `${AT_ONCE} Subversion imports of ${options.revisions} revisions at once`;
  return [
    {
      what: `${what}, against one after the other`,
      gantry: `${median(seconds(atOnce)).toFixed(1)} s`,
      peer: `${median(seconds(inTurn)).toFixed(1)} s`,
      ratio: `${ratio.toFixed(2)}x`,
      promised: `<= ${LONGER}x`,
      ok: ratio <= LONGER,
    },
    {
      what: `${what}, in the window: event loop of the app's own thread blocked, p99 / max`,
      gantry: blockedText(app),
      peer: '',
      ratio: blockedText(app),
      promised: `< ${LOOP_P99_MS} / ${LOOP_MAX_MS} ms`,
      ok: app.p99_ms < LOOP_P99_MS && app.max_ms < LOOP_MAX_MS,
    },
    {
      what: `${what}: event loop of the engine's thread blocked, p99 / max: alone; in the window`,
      gantry: blockedText({ p99_ms: p99, max_ms: max }),
      peer: '',
      ratio: blockedText(engine),
      promised: 'recorded',
      ok: true,
    },
    {
      what: `${what}: peak memory, engine / with tools`,
      gantry: `${most((run) => run.ownPeakMb).toFixed(0)} / ${most((run) => run.peakMb).toFixed(0)} MB`,
      peer: `${Math.max(...inTurn.map((run) => run.ownPeakMb)).toFixed(0)} / ${Math.max(...inTurn.map((run) => run.peakMb)).toFixed(0)} MB`,
      ratio: `${(most((run) => run.ownPeakMb) / AT_ONCE).toFixed(0)} MB an import`,
      promised: `<= ${LIMIT_MB} MB`,
      ok: most((run) => run.ownPeakMb) <= LIMIT_MB,
    },
  ];
}

interface Blocked {
  p99_ms: number;
  max_ms: number;
}

function blockedText({ p99_ms, max_ms }: Blocked): string {
  return `${p99_ms.toFixed(1)} / ${max_ms.toFixed(1)} ms`;
}

/** Imports them all at once in the real window. @returns how long each thread's event loop was blocked meanwhile */
async function inWindow(folder: string, repositories: readonly string[]): Promise<{ app: Blocked; engine: Blocked }> {
  mkdirSync(folder);
  const setUp = { login: 'bench', password: 'bench password' };
  const script = `bench.importAll(${JSON.stringify(setUp)}, ${JSON.stringify(repositories)})`;
  return (
    await openWindow<{ app: Blocked; engine: Blocked }>(folder, ours(folder), {
      usable: '[data-testid="setup"]',
      script,
    })
  ).result;
}
