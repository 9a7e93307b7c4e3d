/** What a change of state costs the main process while a window shows 2,000 imports. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, median } from './measure.ts';
import { type Row, say } from './table.ts';

const IMPORTS = 2000;
const CHANGES = 200;
const PROMISED_MS = 5;

interface EventsRun {
  events: number;
  bytes: number;
  medianMs: number;
  p99Ms: number;
  /** Reading all pages of the list, which is what a change cost when events carried no row. */
  pagesMs: number;
}

/** @throws Error when the engine fails */
export async function benchEvents(folder: string, options: { runs: number }): Promise<Row[]> {
  const script = fileURLToPath(new URL('./engine-events.ts', import.meta.url));
  const all: EventsRun[] = [];
  for (let run = 1; run <= options.runs; run++) {
    const data = join(folder, 'events-data');
    const { stdout } = await measure(process.execPath, [script, data, `${IMPORTS}`, `${CHANGES}`]);
    rmSync(data, { recursive: true });
    const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as EventsRun;
    all.push(measured);
    say(`Events ${run}/${options.runs}: ${measured.medianMs.toFixed(2)} ms, ${measured.events} of them`);
  }
  const p99 = Math.max(...all.map((run) => run.p99Ms));
  const [first] = all;
  return [
    {
      what: `A state change among ${IMPORTS} imports: one event, no request; main loop, median / p99`,
      gantry: `${median(all.map((run) => run.medianMs)).toFixed(2)} / ${p99.toFixed(2)} ms`,
      peer: `reading the list again: ${median(all.map((run) => run.pagesMs)).toFixed(0)} ms`,
      ratio: `${Math.round((first?.bytes ?? 0) / (first?.events ?? 1))} bytes an event`,
      promised: `< ${PROMISED_MS} ms`,
      ok: p99 < PROMISED_MS,
    },
  ];
}
