/** Opening a large archive, opening it again, and restoring one with many issues. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeIssueArchive } from './archive-with-issues.ts';
import { measure, median } from './measure.ts';
import { type Row, say } from './table.ts';

const ISSUES = 10_000;
/** Of the large archive. */
const MEGABYTES = 960;
/** Seconds that are "seconds" to somebody who waits. */
const PROMISED_LIST = 2;
const PROMISED_OPEN = 10;
const PROMISED_AGAIN = 0.5;
const PROMISED_RESTORE = 15;

interface ReadingRun {
  /** Until everything was read, until the first list showed something, and of the second opening with a list. */
  openSeconds: number;
  listSeconds: number;
  againSeconds: number;
  restoreSeconds: number;
  idleMb: number;
  peakMb: number;
  loopMaxMs: number;
}

/** @throws Error when an archive is refused or a restore fails */
export async function benchArchiveReading(folder: string, options: { runs: number }): Promise<Row[]> {
  say(`Making archives with ${ISSUES} issues…`);
  const large = makeIssueArchive(folder, 'large', ISSUES, MEGABYTES);
  const whole = makeIssueArchive(folder, 'whole', ISSUES, 0);
  const script = fileURLToPath(new URL('./engine-restore.ts', import.meta.url));
  const run = async (...args: string[]): Promise<ReadingRun> => {
    const data = join(folder, 'reading-data');
    const { stdout } = await measure(process.execPath, [script, data, ...args]);
    rmSync(data, { recursive: true });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as ReadingRun;
  };
  const opened: ReadingRun[] = [];
  const restored: ReadingRun[] = [];
  for (let n = 1; n <= options.runs; n++) {
    opened.push(await run(large));
    restored.push(await run(whole, 'restore'));
    const { listSeconds, openSeconds } = opened.at(-1) as ReadingRun;
    const { restoreSeconds } = restored.at(-1) as ReadingRun;
    say(
      `Reading ${n}/${options.runs}: lists after ${listSeconds.toFixed(2)} s, all after ${openSeconds.toFixed(2)} s; restored in ${restoreSeconds.toFixed(2)} s`,
    );
  }
  const seconds = (what: string, runs: readonly number[], promised: number): Row => ({
    what,
    gantry: `${median(runs).toFixed(2)} s`,
    peer: '',
    ratio: `${median(runs).toFixed(2)} s`,
    promised: `<= ${promised} s`,
    ok: median(runs) <= promised,
  });
  const size = `${(statSync(large).size / 1e9).toFixed(1)} GB`;
  const extra = Math.max(...opened.map(({ peakMb, idleMb }) => peakMb - idleMb));
  const loopMax = Math.max(...[...opened, ...restored].map((each) => each.loopMaxMs));
  rmSync(large);
  rmSync(whole);
  return [
    seconds(
      `Opening an archive of ${size} with ${ISSUES} issues: the first list`,
      opened.map((each) => each.listSeconds),
      PROMISED_LIST,
    ),
    seconds(
      'the same: everything read and searchable',
      opened.map((each) => each.openSeconds),
      PROMISED_OPEN,
    ),
    seconds(
      'the same: opened again, with a list',
      opened.map((each) => each.againSeconds),
      PROMISED_AGAIN,
    ),
    {
      what: 'the same: peak memory of the engine above idle',
      gantry: `${extra.toFixed(0)} MB`,
      peer: '',
      ratio: `${extra.toFixed(0)} MB`,
      promised: '< 250 MB',
      ok: extra < 250,
    },
    seconds(
      `Restore of ${ISSUES} issues with 30,000 comments and 40,000 events`,
      restored.map((each) => each.restoreSeconds),
      PROMISED_RESTORE,
    ),
    {
      what: 'Opening and restoring: main event loop blocked at most',
      gantry: `${loopMax.toFixed(1)} ms`,
      peer: '',
      ratio: `${loopMax.toFixed(1)} ms`,
      promised: '< 50 ms',
      ok: loopMax < 50,
    },
  ];
}
