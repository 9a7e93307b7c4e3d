/** Exports of bare repositories against `tar c | pigz -p2` of the same files. */
import { spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeArchiveRepositories } from './archive-repositories.ts';
import { measure, median, pairedRatio } from './measure.ts';
import { type Row, say } from './table.ts';

/** Repositories are made up to this size; more is more of the same files under other names. */
const MADE_MB = 300;
const PROMISED_RATIO = 2;
const PROMISED_SIZE = 1.03;
const PROMISED_MB = 200;

interface ExportRun {
  seconds: number;
  /** Bytes of the archive. */
  size: number;
  /** Memory of the engine's process before and at most during the export, in megabytes. */
  idleMb: number;
  peakMb: number;
  loopP99Ms: number;
  loopMaxMs: number;
}

/** @throws Error when pigz is missing or an export fails */
export async function benchArchives(folder: string, options: { runs: number; megabytes: number }): Promise<Row[]> {
  if (spawnSync('pigz', ['--version']).error !== undefined) {
    throw new Error('pigz is missing, so there is nothing to compare with. Install the package pigz and start again.');
  }
  const copies = Math.max(1, Math.round(options.megabytes / MADE_MB));
  say(`Making about ${Math.min(MADE_MB, options.megabytes)} MB of bare repositories…`);
  const repositories = join(folder, 'archive-repositories');
  await makeArchiveRepositories(repositories, Math.min(MADE_MB, options.megabytes));
  const script = fileURLToPath(new URL('./engine-export.ts', import.meta.url));
  const data = join(folder, 'data');
  const packed = join(folder, 'peer.tar.gz');
  const ours: ExportRun[] = [];
  const peers: number[] = [];
  let peerSize = 0;
  for (let run = 1; run <= options.runs; run++) {
    const { stdout } = await measure(process.execPath, [script, data, repositories, String(copies)]);
    ours.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as ExportRun);
    // The files of the engine: the same bytes, as often as there are copies.
    const tar = await measure('sh', [
      '-c',
      'tar c --hard-dereference -C "$1" . | pigz -p2 > "$2"',
      'sh',
      join(data, 'repositories'),
      packed,
    ]);
    peers.push(tar.seconds);
    peerSize = statSync(packed).size;
    rmSync(packed);
    rmSync(data, { recursive: true });
    const { seconds, size, idleMb, peakMb } = ours.at(-1) as ExportRun;
    say(
      `Export ${run}/${options.runs}: Gantry ${seconds.toFixed(2)} s, ${(size / 1e6).toFixed(1)} MB, memory ${idleMb.toFixed(0)} to ${peakMb.toFixed(0)} MB; tar | pigz ${tar.seconds.toFixed(2)} s, ${(peerSize / 1e6).toFixed(1)} MB`,
    );
  }
  const seconds = ours.map((run) => run.seconds);
  const faster = pairedRatio(peers, seconds);
  const size = Math.max(...ours.map((run) => run.size));
  const larger = size / peerSize;
  const extra = Math.max(...ours.map((run) => run.peakMb - run.idleMb));
  const loopMax = Math.max(...ours.map((run) => run.loopMaxMs));
  const loopP99 = Math.max(...ours.map((run) => run.loopP99Ms));
  const what = `Export of ${options.megabytes} MB of bare repositories`;
  return [
    {
      what: `${what}, against tar and pigz -p2`,
      gantry: `${median(seconds).toFixed(2)} s`,
      peer: `${median(peers).toFixed(2)} s`,
      ratio: `${faster.toFixed(1)}x as fast`,
      promised: `>= ${PROMISED_RATIO}x`,
      ok: faster >= PROMISED_RATIO,
    },
    {
      what: `${what}: size of the archive`,
      gantry: `${(size / 1e6).toFixed(1)} MB`,
      peer: `${(peerSize / 1e6).toFixed(1)} MB`,
      ratio: `${larger.toFixed(3)} of its size`,
      promised: `<= ${PROMISED_SIZE}`,
      ok: larger <= PROMISED_SIZE,
    },
    {
      what: `${what}: peak memory of the engine above idle`,
      gantry: `${extra.toFixed(0)} MB`,
      peer: '',
      ratio: `${extra.toFixed(0)} MB`,
      promised: `< ${PROMISED_MB} MB`,
      ok: extra < PROMISED_MB,
    },
    {
      what: `${what}: main event loop blocked, p99 / max`,
      gantry: `${loopP99.toFixed(1)} / ${loopMax.toFixed(1)} ms`,
      peer: '',
      ratio: `${loopMax.toFixed(1)} ms`,
      promised: '< 50 ms',
      ok: loopMax < 50,
    },
  ];
}
