/** How much of the disk the parts of a data folder take. */
import { statfsSync } from 'node:fs';
import { runInWorker } from '../processes/workers.ts';

export interface DiskUse {
  /** Bytes that are free on the data folder's disk for this user, and how many it has. */
  free_bytes: number;
  total_bytes: number;
  /** Folders and files of the data folder, largest first. A file with two names counts once. */
  parts: { name: string; bytes: number }[];
}

/** How long a reading is kept at least, in milliseconds. */
const KEPT_MS = 30_000;
/** It is kept so many times as long as it took: to walk through ten thousand repositories takes a core for some seconds. */
const KEPT_TIMES = 100;
const KEPT_MOST_MS = 600_000;

let kept: { folder: string; until: number; parts: Promise<DiskUse['parts']> } | null = null;

/** Walks through the data folder in a thread. */
export async function diskUse(dataFolder: string): Promise<DiskUse> {
  if (kept === null || kept.folder !== dataFolder || kept.until < performance.now()) {
    const parts = runInWorker<string, DiskUse['parts']>(import.meta.url, './disk-use-worker', dataFolder, {
      signal: new AbortController().signal,
    });
    const began = performance.now();
    const reading = { folder: dataFolder, until: Number.POSITIVE_INFINITY, parts };
    kept = reading;
    const keep = () => {
      const now = performance.now();
      reading.until = now + Math.min(KEPT_MOST_MS, Math.max(KEPT_MS, KEPT_TIMES * (now - began)));
    };
    // What went wrong is told to who waits, and tried again by the next.
    parts.then(keep, () => {
      reading.until = 0;
    });
  }
  const { bavail, blocks, bsize } = statfsSync(dataFolder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize, parts: await kept.parts };
}
