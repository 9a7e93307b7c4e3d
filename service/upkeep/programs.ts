/** The programs that work for this installation at this moment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linuxStat } from '../processes/engine-mark.ts';
import { readRecords, startTime } from '../processes/groups.ts';

export interface RunningProgram {
  pid: number;
  /** Its name, such as `git`. Arguments may hold addresses. */
  command: string;
  /** How long it runs; null where the system does not say. */
  seconds: number | null;
  /** Bytes of memory that it holds; null where the system does not say. */
  memory_bytes: number | null;
}

/** Ticks a second in which Linux counts start times, everywhere that Node runs (getconf CLK_TCK). */
const TICKS = 100;

/** Programs that were started, longest first; what they have started themselves is theirs. */
export function runningPrograms(dataFolder: string): RunningProgram[] {
  const found: RunningProgram[] = [];
  for (const { record } of readRecords(join(dataFolder, 'processes'), '')) {
    if (record === null || startTime(record.pid) !== record.started) continue;
    const { pid, command } = record;
    found.push({ pid, command, seconds: secondsOf(pid), memory_bytes: memoryOf(pid) });
  }
  return found.sort((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
}

function secondsOf(pid: number): number | null {
  const started = Number(linuxStat(pid)?.started);
  const up = Number(textOf('/proc/uptime').split(' ')[0]);
  return Number.isFinite(started) && up > 0 ? Math.max(0, Math.round(up - started / TICKS)) : null;
}

function memoryOf(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
