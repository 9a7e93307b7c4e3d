/** Mercurial: the whole import against `hg fastexport` into `git fast-import`, both from the same repository. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineRun, loopRow, memoryRow, runEngine } from './engine.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { type Row, say } from './table.ts';

/** How many times as fast as the peer the import promises to be. */
const PROMISED = 4;
/** Memory of the engine's own process, in megabytes. */
const LIMIT_MB = 512;
/** Debian's own Python: the one that has Mercurial's modules. */
const PYTHON = '/usr/bin/python3';

export async function benchMercurial(folder: string, options: { runs: number; changesets: number }): Promise<Row[]> {
  say(`Making a Mercurial repository of ${options.changesets} changesets…`);
  const repository = join(folder, 'hg');
  execFileSync(PYTHON, [join(import.meta.dirname, 'mercurial-repository.py'), repository, String(options.changesets)]);
  const ours: EngineRun[] = [];
  const peers: number[] = [];
  for (let run = 1; run <= options.runs; run++) {
    ours.push(await runEngine(folder, repository, 'mercurial'));
    const target = join(folder, 'peer.git');
    execFileSync('git', ['init', '-q', '--bare', target]);
    const pipeline = `hg -R "$1" --config extensions.fastexport= fastexport 2>/dev/null | git --git-dir "$2" fast-import --quiet`;
    const { seconds } = await measure('sh', ['-c', pipeline, 'sh', repository, target]);
    const commits = Number(execFileSync('git', ['--git-dir', target, 'rev-list', '--count', '--all']).toString());
    if (commits !== options.changesets) throw new Error(`hg fastexport gave ${commits} commits.`);
    peers.push(seconds);
    rmSync(target, { recursive: true });
    say(
      `Mercurial ${run}/${options.runs}: Gantry ${ours.at(-1)?.seconds.toFixed(2)} s, fastexport ${seconds.toFixed(2)} s`,
    );
  }
  const faster = pairedRatio(
    peers,
    ours.map((run) => run.seconds),
  );
  return [
    {
      what: `Mercurial, ${options.changesets} changesets, whole import, against hg fastexport and git fast-import`,
      gantry: `${median(ours.map((run) => run.seconds)).toFixed(2)} s`,
      peer: `${median(peers).toFixed(2)} s`,
      ratio: `${faster.toFixed(1)}x as fast`,
      promised: `>= ${PROMISED}x`,
      ok: faster >= PROMISED,
    },
    memoryRow('Mercurial', ours, LIMIT_MB),
    loopRow('Mercurial', ours),
  ];
}
