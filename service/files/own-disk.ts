/**
 * The disk that a data folder lay on when its engine was started. Once it is taken away (pulled out, `umount --lazy`), the folder
 * is missing, or another one is found by its name, on another disk: what is made there is nobody's.
 */
import { statSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/** By data folder. Its own number would not do: file systems in user space may give a folder another one. */
const disks = new Map<string, bigint>();

/** @returns what forgets it, when the engine is closed */
export function rememberDisk(dataFolder: string): () => void {
  const folder = resolve(dataFolder);
  disks.set(folder, statSync(folder, { bigint: true }).dev);
  return () => void disks.delete(folder);
}

/** @returns the data folder that a folder is or lies in, where its disk was taken away since; else null */
export function takenAway(folder: string): string | null {
  const path = resolve(folder);
  for (const [own, disk] of disks) {
    if (path !== own && !path.startsWith(own + sep)) continue;
    try {
      return statSync(own, { bigint: true }).dev === disk ? null : own;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? own : null;
    }
  }
  return null;
}
