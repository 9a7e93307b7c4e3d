/** What an engine that was killed has left running: the next start ends it, by who it is. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { linuxStat, type MarkedProcess, markedProcesses, markOfFolder, markOfProcess } from './engine-mark.ts';
import { killGroup, readRecords, startTime } from './groups.ts';
import { isRecorded, windowsProcesses } from './windows-processes.ts';

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 800;
/** How long to wait for the kernel after SIGKILL, in milliseconds. */
const KILL_WAIT_MS = 1000;
const POLL_MS = 15;

/**
 * Ends what an earlier run on this data folder left behind. Call it once at the start, while owning the folder. On Linux a
 * process is one of them when it carries the mark of this very folder and of another engine than this process: records are not
 * asked, since those of a copied folder name another engine's programs. Elsewhere a record counts that names this very folder,
 * and a process with the recorded number and start time.
 * @returns a sentence for the log for each program that was ended
 */
export async function killOrphans(dataFolder: string): Promise<string[]> {
  const folder = markOfFolder(dataFolder);
  const records = join(dataFolder, 'processes');
  const sentences = process.platform === 'linux' ? await killMarked(folder) : await killRecorded(records, folder);
  for (const name of readdirSync(records)) if (name.endsWith('.json')) rmSync(join(records, name), { force: true });
  return sentences;
}

async function killMarked(folder: string): Promise<string[]> {
  const own = `${folder}/${markOfProcess()}-`;
  const look = () => markedProcesses((mark) => mark.startsWith(`${folder}/`) && !mark.startsWith(own));
  const ended = new Map<number, MarkedProcess>();
  const signal = (name: NodeJS.Signals) => {
    const left = look().filter(({ pid }) => pid !== process.pid);
    for (const one of left) {
      ended.set(one.pid, one);
      kill(one, name);
    }
    return left.length;
  };
  if (signal('SIGTERM') === 0) return [];
  await until(() => [...ended.values()].every(isGone), GRACE_MS);
  // What was started meanwhile by one of them is among those that are found now.
  const end = Date.now() + KILL_WAIT_MS;
  while (signal('SIGKILL') > 0 && Date.now() < end) await pause();
  return [...ended.values()].map(({ name, pid }) => sentenceOf(name, pid));
}

async function killRecorded(records: string, folder: string): Promise<string[]> {
  const sentences: string[] = [];
  const left = readRecords(records, '').flatMap(({ record }) => (record?.folder === folder ? [record] : []));
  // One question for all: it takes half a second.
  const onWindows = left.length > 0 && process.platform === 'win32' ? windowsProcesses() : null;
  for (const record of left) {
    const { pid, command, started } = record;
    if (started === null) continue;
    const isSame =
      onWindows === null ? startTime(pid) === started : isRecorded(onWindows.get(pid), { command, started });
    if (!isSame) continue;
    await killGroup(record.pid);
    sentences.push(sentenceOf(record.command, record.pid));
  }
  return sentences;
}

function sentenceOf(command: string, pid: number): string {
  return `Ended ${command} (process ${pid}), left over from an earlier run.`;
}

function isGone({ pid, started }: MarkedProcess): boolean {
  const stat = linuxStat(pid);
  return stat === null || stat.started !== started || stat.state === 'Z';
}

function kill(one: MarkedProcess, signal: NodeJS.Signals): void {
  if (isGone(one)) return;
  try {
    process.kill(one.pid, signal);
  } catch {
    // Already gone: that is what was asked for.
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

async function until(fits: () => boolean, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!fits() && Date.now() < end) await pause();
}
