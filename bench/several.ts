/** Several imports in one engine: at once, against one after the other. */
import { execFileSync } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type EngineRun, runScript } from './engine.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { writeSubversionDump } from './subversion-repository.ts';
import { type Row, say } from './table.ts';

const SCRIPT = './engine-several.ts';
const AT_ONCE = 4;
const FILES = 400;
/** What is promised of four at once. */
const LONGER = 1.1;
const LOOP_P99_MS = 16;
const LOOP_MAX_MS = 50;

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
      what: `${what}: main event loop blocked, p99 / max`,
      gantry: `${p99.toFixed(1)} / ${max.toFixed(1)} ms`,
      peer: '',
      ratio: `${p99.toFixed(1)} / ${max.toFixed(1)} ms`,
      promised: `< ${LOOP_P99_MS} / ${LOOP_MAX_MS} ms`,
      ok: p99 < LOOP_P99_MS && max < LOOP_MAX_MS,
    },
    {
      what: `${what}: peak memory, engine / with tools`,
      gantry: `${most((run) => run.ownPeakMb).toFixed(0)} / ${most((run) => run.peakMb).toFixed(0)} MB`,
      peer: `${Math.max(...inTurn.map((run) => run.ownPeakMb)).toFixed(0)} / ${Math.max(...inTurn.map((run) => run.peakMb)).toFixed(0)} MB`,
      ratio: `${(most((run) => run.ownPeakMb) / AT_ONCE).toFixed(0)} MB an import`,
      promised: 'recorded',
      ok: true,
    },
  ];
}
