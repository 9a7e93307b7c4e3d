/** What lies in a data folder, for comparing before and after. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** All files below a folder with their sizes; the database that the engine works with, and the backups that it makes of it, are left out. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) => !/^(?:gantry\.sqlite|backups\/|records\.sqlite-(?:wal|shm)|reserve$)/.test(relative(folder, path)),
    )
    .map((path) => `${relative(folder, path)} ${statSync(path).size}`)
    .sort();
}
