/** Subversion over HTTP behind a line of 40 ms: Gantry, `svnrdump` alone, and git svn. */
import { execFileSync } from 'node:child_process';
import { chmodSync, createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startDelayedLine } from '../service/testing/delayed-line.ts';
import { serveSvnHttp } from '../service/testing/svn-http.ts';
import { type EngineRun, loopRow, memoryRow, runEngine } from './engine.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { writeSubversionDump } from './subversion-repository.ts';
import { type Row, say } from './table.ts';

const ROUND_TRIP_MS = 40;
const FILES = 100;

export async function benchLine(
  folder: string,
  options: { runs: number; revisions: number; gitSvn: boolean },
): Promise<Row[]> {
  const { runs, revisions } = options;
  say(`Making a Subversion repository of ${revisions} revisions…`);
  const repository = join(folder, 'far');
  const dump = join(folder, 'far.dump');
  await writeSubversionDump(dump, revisions, FILES);
  execFileSync('svnadmin', ['create', repository]);
  await measure('svnadmin', ['load', '-q', repository], { input: (stdin) => pipeline(createReadStream(dump), stdin) });
  rmSync(dump);
  chmodSync(folder, 0o755);
  const server = await serveSvnHttp(join(folder, 'far-http'), repository, null);
  const line = await startDelayedLine(Number(new URL(server.url).port), ROUND_TRIP_MS);
  try {
    const url = `http://127.0.0.1:${line.port}/svn`;
    const ours: EngineRun[] = [];
    const alone: number[] = [];
    for (let run = 1; run <= runs; run++) {
      ours.push(await runEngine(folder, url, 'subversion'));
      const { seconds } = await measure('sh', ['-c', `svnrdump dump -q ${url} > /dev/null`]);
      alone.push(seconds);
      say(`Line ${run}/${runs}: Gantry ${ours.at(-1)?.seconds.toFixed(2)} s, svnrdump ${seconds.toFixed(1)} s`);
    }
    const seconds = ours.map((run) => run.seconds);
    const what = (peer: string) =>
      `Subversion over HTTP at ${ROUND_TRIP_MS} ms, ${revisions} revisions, against ${peer}`;
    const gantry = median(seconds);
    const row = (peer: string, peerSeconds: number, ratio: number): Row => ({
      what: what(peer),
      gantry: `${gantry.toFixed(1)} s`,
      peer: `${peerSeconds.toFixed(1)} s`,
      ratio: `${ratio.toFixed(1)}x as fast`,
      promised: '>= 3x',
      ok: ratio >= 3,
    });
    const rows = [row('svnrdump alone', median(alone), pairedRatio(alone, seconds))];
    if (options.gitSvn) {
      say('git svn clone over the line, once (this takes minutes)…');
      const clone = await measure('git', ['svn', 'clone', '-q', '--stdlayout', url, join(folder, 'far-git-svn')]);
      rows.push(row('git svn clone', clone.seconds, clone.seconds / gantry));
    }
    return [...rows, memoryRow('Subversion over a line', ours, 512), loopRow('Subversion over a line', ours)];
  } finally {
    await line.stop();
    await server.stop();
  }
}
