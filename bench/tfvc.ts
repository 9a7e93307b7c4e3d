/** Team Foundation: a whole import from a server that answers at once, and from one that is 40 ms away. */
import { TfvcModel } from '../service/sources/tfvc/testing/model.ts';
import { TfvcServer } from '../service/sources/tfvc/testing/server.ts';
import { type EngineRun, loopRow, memoryRow, runEngine } from './engine.ts';
import { median } from './measure.ts';
import { Random } from './random.ts';
import { type Row, say } from './table.ts';

const FILES = 300;
/** Memory of the engine's own process, in megabytes. */
const LIMIT_MB = 512;
const LATENCIES_MS = [0, 40];
/** The time with a latency, as often as the one without. */
const MOST_TIMES = 1.5;
const TOP = '$/Bench';

export async function benchTfvc(folder: string, options: { runs: number; changesets: number }): Promise<Row[]> {
  say(`Making a Team Foundation project of ${options.changesets} changesets…`);
  const model = makeHistory(options.changesets);
  const rows: Row[] = [];
  const all: EngineRun[] = [];
  /** Seconds with answers at once. */
  let atHome: number | null = null;
  for (const latencyMs of LATENCIES_MS) {
    const seconds: number[] = [];
    let requests = 0;
    let atOnce = 0;
    for (let run = 1; run <= options.runs; run++) {
      const server = await TfvcServer.start(model, { latencyMs });
      try {
        const measured = await runEngine(folder, server.url, 'tfvc');
        all.push(measured);
        seconds.push(measured.seconds);
        requests = server.requests.length;
        atOnce = server.mostUnanswered;
      } finally {
        await server.stop();
      }
      say(
        `Team Foundation, ${latencyMs} ms, ${run}/${options.runs}: ${seconds.at(-1)?.toFixed(1)} s, ${requests} requests, ${atOnce} at once`,
      );
    }
    const times = atHome === null ? null : median(seconds) / atHome;
    atHome ??= median(seconds);
    rows.push({
      what: `Team Foundation, ${options.changesets} changesets, whole import with verification, ${latencyMs} ms of latency`,
      gantry: `${median(seconds).toFixed(1)} s`,
      peer: '',
      ratio: `${times === null ? '' : `${times.toFixed(2)}x of the time at once; `}${requests} requests, ${(requests / options.changesets).toFixed(2)} a changeset, ${atOnce} at once`,
      promised: times === null ? '' : `<= ${MOST_TIMES}x`,
      ok: times === null || times <= MOST_TIMES,
    });
  }
  return [...rows, memoryRow('Team Foundation', all, LIMIT_MB), loopRow('Team Foundation', all)];
}

/** One main line, a branch every 400 changesets, merged back every 100 and deleted for the next one, edits of one to three files, ten labels. */
function makeHistory(changesets: number): TfvcModel {
  const random = new Random(4711);
  const model = new TfvcModel();
  model.addProject('Bench');
  model.checkIn({ comment: 'Start' }, (work) => {
    for (let n = 0; n < FILES; n++) work.add(`${TOP}/Main/folder ${n % 20}/file ${n}.cs`, `${n}\n`.repeat(50));
  });
  const lines = [`${TOP}/Main`];
  while (model.youngest < changesets) {
    const id = model.youngest;
    const line = random.pick(lines);
    model.checkIn({ comment: `Changeset ${id}` }, (work) => {
      if (id % 400 === 0) {
        const branch = `${TOP}/Releases/${id}`;
        work.branch(`${TOP}/Main`, branch);
        // The model keeps every tree whole.
        for (const old of lines.splice(1, lines.length, branch)) work.delete(old);
        return;
      }
      const release = lines[1];
      if (id % 100 === 50 && release !== undefined && work.merge(release, `${TOP}/Main`, id - 99, id - 1) > 0) return;
      for (let n = 1 + random.below(3); n > 0; n--) {
        const file = random.below(FILES);
        work.edit(`${line}/folder ${file % 20}/file ${file}.cs`, `${random.next()}\n`.repeat(50));
      }
    });
    if (id % 400 === 200) model.labelFolder(`build ${id}`, `${TOP}/Main`, model.youngest);
  }
  return model;
}
