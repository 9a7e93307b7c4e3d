/** Makes rows and folders agree at the start, and finishes what a crash cut short. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBareRepository } from '../git/bare-repository.ts';
import { isRefName } from '../git/ref-name.ts';
import type { Log } from '../log.ts';
import type { RepositoryRow, RepositoryTable } from '../store/repositories.ts';
import { type RepositoryPlaces, repositoryOf } from './places.ts';
import { finishRenames } from './rename.ts';

/** @returns repositories whose folders were lost; they are empty now */
export async function reconcile(table: RepositoryTable, places: RepositoryPlaces, log: Log): Promise<RepositoryRow[]> {
  const lost: RepositoryRow[] = [];
  const rows = {
    nameNow: (id: number) => table.byId(id)?.name,
    holder: (owner: string, name: string) => table.byName(owner, name)?.id,
  };
  for (const sentence of await finishRenames(places.renames, rows, (move) => places.moves(move))) {
    log('warning', sentence);
  }
  const unclaimed = new Map([...places.foldersByOwner()].map(([owner, folders]) => [owner, new Set(folders)]));
  for (const place of table.places()) {
    // Ten thousand questions to the disk took longer than its lists, which do not know names in another case.
    if (unclaimed.get(place.owner)?.delete(`${place.name}.git`) || existsSync(places.repository(place))) continue;
    const row = table.byId(place.id);
    if (row === undefined) continue;
    if (existsSync(places.grave(row.id))) {
      table.remove(row.id);
      for (const file of Object.values(places.reportFiles(row))) await rm(file, { force: true });
      await rm(places.wiki(row), { recursive: true, force: true });
      log('warning', `Finished removing the repository ${row.owner}/${row.name}.`);
    } else {
      // Earlier versions took any name that an archive gave; git refuses some, and the start must not fail for that.
      const branch = isRefName(`refs/heads/${row.default_branch}`) ? row.default_branch : 'main';
      await createBareRepository(places.repository(row), branch);
      lost.push(row);
      log(
        'error',
        `The folder of ${row.owner}/${row.name} was missing; an empty repository was put in its place. Run its import again.`,
      );
    }
  }
  await rm(places.trash, { recursive: true, force: true });
  const isAllClaimed = [...unclaimed.values()].every(({ size }) => size === 0);
  const known = isAllClaimed ? new Set<string>() : table.names();
  for (const [owner, names] of unclaimed) {
    for (const name of names) {
      const path = join(places.folder, owner, name);
      if (name.endsWith('.git.new')) {
        await rm(path, { recursive: true, force: true });
        log('info', `Removed the unfinished repository ${path}.`);
      } else if (name.endsWith('.git') && !known.has(`${owner}/${repositoryOf(name)}`.toLowerCase())) {
        // Somebody's work perhaps: never removed without being asked.
        log('warning', `The folder ${path} belongs to no known repository. It was left alone.`);
      }
    }
  }
  return lost;
}
