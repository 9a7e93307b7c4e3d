/** What lies in a data folder, for comparing before and after. */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** All files below a folder with their sizes; the database that the engine works with, the backups that it makes of it, and what it notes of programs while they run are left out. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !/^(?:gantry\.sqlite|(?:backups|processes)\/|records\.sqlite-(?:wal|shm)|reserve$)/.test(
          relative(folder, path),
        ),
    )
    .map((path) => `${relative(folder, path)} ${statSync(path).size}`)
    .sort();
}
