/** What files take on the disk, while an import runs. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLE_MS = 200;

/** Bytes that the disk has given to all files below a folder, a file with several names once; 0 where there is none. */
export function diskBytes(folder: string): number {
  const seen = new Set<string>();
  let bytes = 0;
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isDirectory()) open.push(path);
        if (!entry.isFile()) continue;
        const { dev, ino, blocks } = statSync(path);
        if (seen.has(`${dev} ${ino}`)) continue;
        seen.add(`${dev} ${ino}`);
        bytes += blocks * 512;
      }
    } catch {
      // It went while we looked.
    }
  }
  return bytes;
}

/** Looks five times a second at what some folders take together. @returns ends it, with the most in bytes */
export function watchDisk(folders: readonly string[]): () => number {
  let most = 0;
  const look = () => {
    most = Math.max(
      most,
      folders.reduce((sum, folder) => sum + diskBytes(folder), 0),
    );
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}
