/**
 * Process groups. Every child leads its own group, so that a stop reaches what it started too, and
 * each running group has a small file in the data folder, so that the thread that started it can be
 * ended with it, and people can be told what runs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId } from 'node:worker_threads';
import { ENGINE_VARIABLE, engineMark, environmentOf, linuxStat, recordsFolder, variableOf } from './engine-mark.ts';
import { isRecorded, windowsProcesses } from './windows-processes.ts';

/** Variable in a child's environment that names its record: proof that a process is ours. */
export const GROUP_VARIABLE = 'GANTRY_PROCESS_GROUP';
/** Time between SIGTERM and SIGKILL, in milliseconds. A whole stop must end within 2 s. */
const GRACE_MS = 800;
/** The same for a program that only reads: it has nothing to put in order. */
const READER_GRACE_MS = 150;
/** How long to wait for the kernel after SIGKILL, in milliseconds: moments, but on a machine that is busy beyond measure. */
const KILL_WAIT_MS = 5000;
const POLL_MS = 15;

export interface GroupRecord {
  group: string;
  /** `markOfFolder` of the data folder that it works for; null before there was one. */
  folder: string | null;
  pid: number;
  /** Start time of the group's leader as the system gives it; null where it gives none. */
  started: string | null;
  command: string;
}

const THREAD_KEY = 'gantry.thread';

/**
 * The numbers of this thread and of those that it was started in, from the outside in, such as `3.7`: who is ended takes along
 * what its own threads started.
 */
const thread = (() => {
  if (isMainThread) return String(threadId);
  const outer = getEnvironmentData(THREAD_KEY);
  return typeof outer === 'string' ? `${outer}.${threadId}` : String(threadId);
})();
// Threads of this one are started with a copy. The main thread tells none: its threads begin the line.
if (!isMainThread) setEnvironmentData(THREAD_KEY, thread);

let groupCount = 0;

/** A name for a new group: `<our pid>-<our threads>-<number>`. */
export function nextGroupName(): string {
  groupCount += 1;
  return `${process.pid}-${thread}-${groupCount}`;
}

/**
 * Writes the record of a running group. Not flushed to the disk: it need only outlive this process,
 * not the machine. Returns what removes it again.
 */
export function recordGroup(group: string, pid: number, command: string): () => void {
  // It was not there when they were read.
  seen = null;
  const folder = recordsFolder();
  if (folder === null) return () => undefined;
  const file = join(folder, `${group}.json`);
  const record: GroupRecord = {
    group,
    folder: engineMark()?.split('/')[0] ?? null,
    pid,
    started: startTime(pid),
    command,
  };
  try {
    writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
  } catch (error) {
    // Without a record the child still runs and ends with us; only a crash would leave it behind. So
    // a disk that is full or broken, or a data folder deleted under a running engine, is no reason to fail here.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  return () => forgetRecord(file);
}

/** On a disk that takes nothing the record stays: the next start finds that its process is gone. */
function forgetRecord(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** When a process was started, in words of the system; null when there is none, or it does not say. */
export function startTime(pid: number): string | null {
  if (process.platform === 'linux') return linuxStat(pid)?.started ?? null;
  // Nothing that could be asked for each program: when it was asked, right after the start, has to do (windows-processes.ts).
  if (process.platform === 'win32') return String(Date.now());
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** Whether a process of the group still runs. Zombies do not count: nobody may be there to reap them. */
function groupRuns(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  return membersOf(pid).length > 0;
}

/** Members of all groups as they were read last; null once something else may have happened. */
let seen: ReadonlyMap<number, readonly string[]> | null = null;

function membersOf(group: number): readonly string[] {
  if (seen === null) {
    seen = readGroups();
    // Hundreds of programs that end at once would each read what all processes of this machine are.
    setImmediate(() => {
      seen = null;
    }).unref();
  }
  return seen.get(group) ?? [];
}

/** Processes that run, by their group. */
function readGroups(): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = linuxStat(name);
    if (stat === null || stat.state === 'Z') continue;
    const members = groups.get(stat.group);
    if (members === undefined) groups.set(stat.group, [name]);
    else members.push(name);
  }
  return groups;
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') {
      execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    } else {
      process.kill(-pid, signal);
    }
  } catch {
    // Already gone: that is what was asked for.
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (groupRuns(pid)) {
    if (Date.now() > end) return false;
    await pause(POLL_MS);
  }
  return true;
}

/**
 * Ends every process of a group: SIGTERM, then SIGKILL. Resolves when none runs any more: within 2 s where the machine has time.
 * @param pid the group's leader
 * @param readsOnly whether the program leaves nothing behind that it would have to put in order
 */
export async function killGroup(pid: number, readsOnly = false): Promise<void> {
  if (!groupRuns(pid)) return;
  signalGroup(pid, 'SIGTERM');
  if (await waitUntilGone(pid, readsOnly ? READER_GRACE_MS : GRACE_MS)) return;
  signalGroup(pid, 'SIGKILL');
  await waitUntilGone(pid, KILL_WAIT_MS);
}

/** The records of groups whose names begin with `prefix`. */
export function readRecords(folder: string, prefix: string): { file: string; record: GroupRecord | null }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    // None yet, or a disk that cannot be read: the children themselves are known to who started them.
    if ((error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .map((name) => {
      const file = join(folder, name);
      try {
        return { file, record: JSON.parse(readFileSync(file, 'utf8')) as GroupRecord };
      } catch {
        // Removed meanwhile, or cut short by a crash: no process can be found by it.
        return { file, record: null };
      }
    });
}

/** How the names of all groups begin that a worker thread of this one, and threads of its own, started. */
function prefixesOf(started: number): string[] {
  const name = `${process.pid}-${isMainThread ? '' : `${thread}.`}${started}`;
  return [`${name}-`, `${name}.`];
}

/**
 * Ends the groups that a worker thread of this one, and threads of its own, started: they have nobody else to end them.
 * @param started the thread's number
 */
export async function killGroupsOfThread(started: number): Promise<void> {
  const folder = recordsFolder();
  if (folder === null) return;
  const records = prefixesOf(started).flatMap((prefix) => readRecords(folder, prefix));
  await Promise.all(
    records.map(async ({ file, record }) => {
      if (record !== null && isOurs(record)) await killGroup(record.pid);
      forgetRecord(file);
    }),
  );
}

/**
 * The same by what programs carry in their environment (Linux): for a thread that was ended by force, maybe between the start of
 * a program and its record. Call it when the thread is gone.
 */
export async function killUnrecordedOfThread(started: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const prefixes = prefixesOf(started);
  const own = engineMark();
  const groups = new Set<number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const variables = await environmentOf(entry);
    const group = variables.get(GROUP_VARIABLE) ?? '';
    if (!prefixes.some((prefix) => group.startsWith(prefix))) continue;
    if (own !== null && variables.get(ENGINE_VARIABLE) !== own) continue;
    const stat = linuxStat(entry);
    if (stat !== null) groups.add(stat.group);
  }
  await Promise.all([...groups].map((group) => killGroup(group)));
}

/** Whether the recorded group still is the one that we started, and not a stranger with a reused number. */
function isOurs(record: GroupRecord): boolean {
  if (process.platform === 'win32') {
    const { pid, command, started } = record;
    return started !== null && isRecorded(windowsProcesses().get(pid), { command, started });
  }
  if (record.started !== null && startTime(record.pid) === record.started) return true;
  if (process.platform !== 'linux') return false;
  // The leader is gone; members carry the group's name in their environment.
  return membersOf(record.pid).some((member) => variableOf(member, GROUP_VARIABLE) === record.group);
}
