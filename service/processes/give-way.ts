/** Threads and programs that compute for long give way to the window and to requests. */
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * How much niceness (setpriority(2)) is added to what does jobs: beside a thread without it, it gets 41 % of what that one gets. More would leave an
 * import next to nothing where another program of the person computes.
 */
export const NICENESS = 4;

const HIGHEST = 19;

/** Makes this thread give way to the process's first one. On Linux alone: elsewhere niceness is the whole process's. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    // "<process>/task/<thread>": to setpriority(2) of Linux a thread is as good as a process.
    const thread = Number(readlinkSync('/proc/thread-self').split('/')[2]);
    setPriority(thread, Math.min(HIGHEST, getPriority(process.pid) + NICENESS));
  } catch {
    // Without /proc it goes on as it is.
  }
}
