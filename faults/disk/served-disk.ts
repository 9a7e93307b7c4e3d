/** What the disk's thread and its owner share. */

/** Places in the shared memory, as 32-bit words. */
export const COUNTER = 0;
export const MODE = 1;
export const SHARED_BYTES = 8;

/** Bits of the mode: which requests are answered with EIO. */
export const BREAKS_WRITES = 1;
export const BREAKS_READS = 2;

/** In place of an offset: everything before it was flushed. */
export const FLUSH = -1;

export interface ServedDisk {
  /** Open /dev/fuse. */
  device: number;
  image: string;
  /** Of the image, in bytes. */
  size: number;
  /** File that what is written goes to, one after the other. */
  log: string;
  shared: SharedArrayBuffer;
}

export interface LogEntry {
  /** In the image, in bytes; `FLUSH` for a flush. */
  offset: number;
  length: number;
  /** Where the bytes lie in the log. */
  at: number;
}
