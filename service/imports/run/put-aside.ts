/** What was fetched and could not be used: it lies in `damaged/import-<id>-fetched-<time>` until something is there in its place. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ImportRooms } from './import-rooms.ts';

/** In it: what the row said of it. */
const ROW_FILE = 'fetched-row.json';
const NAME = /^import-(\d+)-fetched-\d+$/;

/** Staging that was put aside, and what the row said of it. */
export interface Aside {
  path: string;
  fetched: ImportRecord['fetched'];
}

/** Where it is kept until the folder has its place: a kill in between must not lose it. */
export function rowFileIn(folder: string): string {
  return join(folder, ROW_FILE);
}

/** Those of an import, the oldest first. */
export function asidesOf(rooms: Pick<ImportRooms, 'damagedFolder'>, importId: number): Aside[] {
  return allAsides(rooms)
    .filter(({ id }) => id === importId)
    .map(({ path }) => ({ path, fetched: rowIn(path) }));
}

/** Whether something else was fetched since: then nobody needs it any more. */
export function isReplaced({ fetched }: Aside, record: Pick<ImportRecord, 'fetched'>): boolean {
  return record.fetched !== null && !isDeepStrictEqual(record.fetched, fetched);
}

export async function removeAsides(rooms: Pick<ImportRooms, 'damagedFolder'>, importId: number): Promise<void> {
  for (const { path } of asidesOf(rooms, importId)) await rm(path, { recursive: true, force: true });
}

/**
 * At the start: removes what nobody needs any more, and says of the rest that it is there.
 * @param mayTidy false where the rows may be older than the files: those of unknown imports stay then
 */
export async function tidyAsides(rooms: ImportRooms, mayTidy: boolean): Promise<void> {
  for (const { id, path } of allAsides(rooms)) {
    const record = rooms.imports.byId(id);
    if (record === undefined ? mayTidy : isReplaced({ path, fetched: rowIn(path) }, record)) {
      await rm(path, { recursive: true, force: true });
      rooms.engineLog(
        'warning',
        `Removed ${path}: it was fetched before, could not be used, and is not needed any more.`,
      );
      continue;
    }
    const whose = record === undefined ? `import ${id}, which is not known` : `${record.owner}/${record.repo}`;
    rooms.engineLog(
      'warning',
      `${path} is what was fetched for ${whose}, and could not be used. It goes when that import is complete, or is cancelled.`,
    );
  }
}

function allAsides({ damagedFolder }: Pick<ImportRooms, 'damagedFolder'>): { id: number; path: string }[] {
  if (!existsSync(damagedFolder)) return [];
  return readdirSync(damagedFolder)
    .sort()
    .flatMap((name) => {
      const id = NAME.exec(name)?.[1];
      return id === undefined ? [] : [{ id: Number(id), path: join(damagedFolder, name) }];
    });
}

/** Null also where it is damaged, or was put aside by an earlier version, which wrote none. */
function rowIn(path: string): ImportRecord['fetched'] {
  try {
    return JSON.parse(readFileSync(rowFileIn(path), 'utf8')) as ImportRecord['fetched'];
  } catch {
    return null;
  }
}
