import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/open.ts';

/** Removes what lies where restores are staged and belongs to none of those, by their guids. */
export async function removeStrays(
  { dataFolder, store, log }: { dataFolder: string; store: Store; log: Log },
  known: ReadonlySet<string>,
): Promise<void> {
  const folder = join(dataFolder, 'restores');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (known.has(name)) continue;
    if (!store.mayTidy) {
      log('warning', `${join(folder, name)} belongs to no known restore. It was left alone.`);
      continue;
    }
    await rm(join(folder, name), { recursive: true, force: true });
    log('warning', `Removed ${join(folder, name)}, which belongs to no restore.`);
  }
}
