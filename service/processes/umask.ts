/** What others of this machine may do with files that are made: nothing, but where a person's own folder is written. */
import { isMainThread } from 'node:worker_threads';

const CLOSED = 0o077;

/** The umask that this process was started with, in octal digits. */
let given: string | null = null;

/** For a thread: its process has another umask by now, and what it was started with is known to who started the thread. */
export function startedWithUmask(umask: string): void {
  given = umask;
}

/** From now on files that this process, its threads and its programs make are for their owner only. */
export function closeToOthers(): void {
  // Threads have the umask of their process and cannot change it.
  if (!isMainThread) return;
  const before = process.umask(CLOSED);
  given ??= digits(before);
}

/** The umask of who started this process, in octal digits, for what is written into that person's own folders. */
export function umaskOfPerson(): string {
  return given ?? digits(process.umask());
}

function digits(umask: number): string {
  return umask.toString(8).padStart(4, '0');
}
