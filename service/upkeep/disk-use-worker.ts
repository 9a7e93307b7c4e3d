/** Worker thread that adds up what lies in a data folder. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveJob } from '../processes/workers.ts';
import type { DiskUse } from './disk-use.ts';

/** Blocks of `lstat`, in bytes, whatever the file system's own are (stat(2)). */
const BLOCK = 512;

serveJob<string, DiskUse['parts']>(async (folder, _post, signal) => {
  const seen = new Set<string>();
  const parts: DiskUse['parts'] = [];
  for (const name of readdirSync(folder)) {
    signal.throwIfAborted();
    parts.push({ name, bytes: bytesOf(join(folder, name), seen) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return parts.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
});

/** What disappears meanwhile counts nothing. */
function bytesOf(path: string, seen: Set<string>): number {
  try {
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name), seen), 0);
    }
    if (stat.nlink > 1) {
      const file = `${stat.dev}:${stat.ino}`;
      if (seen.has(file)) return 0;
      seen.add(file);
    }
    return stat.blocks * BLOCK;
  } catch {
    return 0;
  }
}
