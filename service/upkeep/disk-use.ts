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

/** How long a reading is kept, in milliseconds: to walk through many repositories takes a while. */
const KEPT_MS = 30_000;

let kept: { folder: string; until: number; parts: Promise<DiskUse['parts']> } | null = null;

/** Walks through the data folder in a thread. */
export async function diskUse(dataFolder: string): Promise<DiskUse> {
  if (kept === null || kept.folder !== dataFolder || kept.until < performance.now()) {
    const parts = runInWorker<string, DiskUse['parts']>(import.meta.url, './disk-use-worker', dataFolder, {
      signal: new AbortController().signal,
    });
    kept = { folder: dataFolder, until: performance.now() + KEPT_MS, parts };
  }
  const { bavail, blocks, bsize } = statfsSync(dataFolder);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize, parts: await kept.parts };
}
