/**
 * The mark that every program of an engine carries in its environment, and passes on to what it starts itself: which data
 * folder it works for (device and inode: a copy of the folder is another one, a moved folder the same), and which run of
 * which process started it.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tellThreads, toldToThreads } from './told-to-threads.ts';

/** The variable that holds the mark. */
export const ENGINE_VARIABLE = 'GANTRY_ENGINE';

/** Keys of what threads are told. */
const MARK_KEY = 'engine-mark';
const FOLDER_KEY = 'process-records';

/** `<device>-<inode>` of a data folder. */
export function markOfFolder(dataFolder: string): string {
  const { dev, ino } = statSync(dataFolder, { bigint: true });
  return `${dev}-${ino}`;
}

/** `<pid>-<start time>` of this process. */
export function markOfProcess(): string {
  return `${process.pid}-${linuxStat(process.pid)?.started ?? 0}`;
}

/**
 * From now on the programs of this process and its worker threads carry the mark of this data folder, and have their records
 * in it. Call it before the first one starts.
 * @returns the mark, `<folder>/<process>-<random>`
 */
export function markProcessesFor(dataFolder: string): string {
  const records = join(dataFolder, 'processes');
  mkdirSync(records, { recursive: true, mode: 0o700 });
  const mark = `${markOfFolder(dataFolder)}/${markOfProcess()}-${randomBytes(6).toString('hex')}`;
  tellThreads(FOLDER_KEY, records);
  tellThreads(MARK_KEY, mark);
  return mark;
}

/** The folder of the records, or null before `markProcessesFor`. */
export function recordsFolder(): string | null {
  return textOf(FOLDER_KEY);
}

/** What the programs of this process carry, or null before `markProcessesFor`. */
export function engineMark(): string | null {
  return textOf(MARK_KEY);
}

function textOf(key: string): string | null {
  const value = toldToThreads(key);
  return typeof value === 'string' ? value : null;
}

export interface MarkedProcess {
  pid: number;
  /** Start time in the system's own units: with the number it names a process for good. */
  started: string;
  /** The program's name as the system shortens it (15 bytes). */
  name: string;
  mark: string;
}

/** Processes of this machine (Linux) that carry a mark which fits; those that are dead and not reaped have none. */
export function markedProcesses(fits: (mark: string) => boolean): MarkedProcess[] {
  const found: MarkedProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const before = linuxStat(entry);
    const mark = before === null ? undefined : variableOf(entry, ENGINE_VARIABLE);
    if (before === null || mark === undefined || !fits(mark)) continue;
    // The environment was of this very process only if it is still the same one.
    if (linuxStat(entry)?.started !== before.started) continue;
    found.push({ pid: Number(entry), started: before.started, name: before.name, mark });
  }
  return found;
}

/** A variable of a process's environment (proc(5): what it was started with); undefined when it has none or is not ours. */
export function variableOf(pid: number | string, variable: string): string | undefined {
  try {
    const start = `${variable}=`;
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .find((entry) => entry.startsWith(start))
      ?.slice(start.length);
  } catch {
    return undefined;
  }
}

/** All variables of a process's environment, without holding up this thread; none when it is gone or not ours. */
export async function environmentOf(pid: string): Promise<Map<string, string>> {
  let text: string;
  try {
    text = await readFile(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return new Map();
  }
  return new Map(
    text.split('\0').map((entry) => {
      const end = entry.indexOf('=');
      return [entry.slice(0, end), entry.slice(end + 1)];
    }),
  );
}

/** What `/proc/<pid>/stat` says, or null when there is no such process, or no such file system. */
export function linuxStat(
  pid: number | string,
): { name: string; state: string; group: number; started: string } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The command is in parentheses and may itself hold parentheses and spaces (proc(5)).
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  const name = text.slice(text.indexOf('(') + 1, end);
  return { name, state: fields[0] ?? '', group: Number(fields[2]), started: fields[19] ?? '' };
}
