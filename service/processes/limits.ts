/** Limits that a shell lays on itself before it becomes a program. */

import { totalmem } from 'node:os';

/** Share of the machine's memory that each program may have which talks to others. */
const MEMORY_SHARE = 0.75;
export const SHARED_MEMORY = Math.floor(totalmem() * MEMORY_SHARE);

/** Bytes of a block of `ulimit -f` (POSIX), and of `ulimit -d`, which dash, bash and busybox count in kilobytes. */
const [FILE_BLOCK, MEMORY_BLOCK] = [512, 1024];

export interface Limits {
  /**
   * Bytes of the largest file that it may write; longer ones fail with EFBIG ("File too large") where it ignores SIGXFSZ. Its
   * output is none. Without effect on Windows.
   */
  largestFile?: number | undefined;
  /**
   * Bytes of memory that it, and each program that it starts, may have for itself (RLIMIT_DATA of Linux: mapped files are none). More
   * is refused to it. Without effect elsewhere.
   */
  mostMemory?: number | undefined;
}

/** @returns commands of a shell, each with its semicolon; '' for none */
export function limitsOf({ largestFile, mostMemory }: Limits): string {
  const limits: string[] = [];
  if (largestFile !== undefined && process.platform !== 'win32')
    limits.push(`-f ${Math.ceil(largestFile / FILE_BLOCK)}`);
  if (mostMemory !== undefined && process.platform === 'linux')
    limits.push(`-d ${Math.ceil(mostMemory / MEMORY_BLOCK)}`);
  // Where a lower one holds already, that one does.
  return limits.map((limit) => `ulimit -S ${limit} 2>/dev/null;`).join(' ');
}
