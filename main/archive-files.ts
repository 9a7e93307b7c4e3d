/** Archives and what belongs to them travel between files and the engine here, behind the system's dialogs. */

import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { dialog, shell } from 'electron';
import { z } from 'zod';
import { Failure } from '../service/failures/failure.ts';
import { copyArchive } from '../service/migrations/archive/copy/copy-archive.ts';
import { readChosen } from './chosen-file.ts';
import type { Engine } from './engine.ts';
import type { DownloadProgress, IpcInput, IpcOutput } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { failureText } from './language/failure-text.ts';
import { t } from './language/text.ts';
import { nameChosen } from './named-folders.ts';
import { messageOf } from './refusals.ts';
import { saveFile } from './save-file.ts';
import { currentWindow } from './window.ts';

const largestTable = 32 * 1024 * 1024;

const archiveFilters = () => [
  { name: t('Migration archives'), extensions: ['tar.gz', 'tgz', 'gz'] },
  { name: t('All files'), extensions: ['*'] },
];
const tableFilters = () => [
  { name: t('Tables'), extensions: ['csv'] },
  { name: t('All files'), extensions: ['*'] },
];

const migrationSchema = z.object({
  guid: z.string().regex(/^[\da-f-]{36}$/),
  archive: z.object({ size: z.number(), sha256: z.string() }).nullable(),
});
const loadedSchema = z.object({
  matched: z.number().int(),
  unmatched: z.number().int(),
  problems: z.array(z.string()),
});

/** Asks for an archive. */
export async function chooseArchive(): Promise<string | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, {
    title: t('Open archive'),
    properties: ['openFile'],
    filters: archiveFilters(),
  });
  return chosen.canceled ? null : nameChosen(chosen.filePaths[0] ?? null);
}

const archiveGone = () => t('The archive of this migration is gone. Start the migration again to get a new one.');

/** Where a migration's archive lies, for who may see the migration. */
export async function findArchive(
  engine: Engine,
  { owner, migration_id }: IpcInput<'findArchive'>,
): Promise<IpcOutput<'findArchive'>> {
  const { guid } = migrationSchema.parse(await readMigration(engine, owner, migration_id));
  const path = await engine.archivePath(guid);
  if (path === null) throw new IpcRefusal(archiveGone());
  return { path: nameChosen(path) };
}

/** Archives that are being saved, by the migration's id. */
const saving = new Map<number, AbortController>();

/** Asks where to, copies a migration's archive there and compares its checksum. */
export async function saveArchive(
  engine: Engine,
  { owner, migration_id }: IpcInput<'saveArchive'>,
  onProgress: (progress: DownloadProgress) => void,
): Promise<IpcOutput<'saveArchive'>> {
  const parent = currentWindow();
  if (!parent) return null;
  if (saving.has(migration_id)) throw new IpcRefusal(t('This archive is being saved already. Wait until it is done.'));
  const { guid, archive } = migrationSchema.parse(await readMigration(engine, owner, migration_id));
  const source = await engine.archivePath(guid);
  if (archive === null || source === null) throw new IpcRefusal(archiveGone());
  const chosen = await dialog.showSaveDialog(parent, {
    title: t('Save archive'),
    defaultPath: `${owner}-migration-${migration_id}.tar.gz`,
    filters: archiveFilters(),
  });
  if (chosen.canceled || !chosen.filePath) return null;

  const control = new AbortController();
  saving.set(migration_id, control);
  try {
    const sha256 = await copyArchive({ source, target: chosen.filePath }, control.signal, (bytes_done) =>
      onProgress({ migration_id, bytes_done, bytes_total: archive.size }),
    );
    if (sha256 !== archive.sha256) {
      await rm(chosen.filePath, { force: true });
      throw new IpcRefusal(
        t(
          'The archive on this disk differs from the one that was exported, so nothing was saved. Delete it and start the migration again.',
        ),
      );
    }
    saved.add(chosen.filePath);
    return { path: chosen.filePath, sha256 };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'cancelled') return null;
    if (error instanceof Failure) throw new IpcRefusal(failureText(error, 'work'));
    throw error;
  } finally {
    saving.delete(migration_id);
  }
}

/** Stops a copy that runs; without one nothing happens. */
export function stopSavingArchive({ migration_id }: IpcInput<'stopSavingArchive'>): void {
  saving.get(migration_id)?.abort();
}

/** Archives that were saved in this run. */
const saved = new Set<string>();

/** Shows a saved archive in the system's file manager. */
export function showSavedArchive({ path }: IpcInput<'showSavedArchive'>): void {
  if (!saved.has(path)) throw new IpcRefusal(t('Gantry shows archives that were saved since it was started.'));
  shell.showItemInFolder(path);
}

/** Asks where to, and writes a file out of an opened archive there. */
export async function saveInspectedFile(
  engine: Engine,
  { inspection_id, path }: IpcInput<'saveInspectedFile'>,
): Promise<IpcOutput<'saveInspectedFile'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, { title: t('Save attachment'), defaultPath: basename(path) });
  if (chosen.canceled || !chosen.filePath) return null;
  const address = path.split('/').map(encodeURIComponent).join('/');
  const response = await engine.fetch('GET', `/inspections/${inspection_id}/files/${address}`);
  if (!response.ok || response.body === null) {
    throw new IpcRefusal(await messageOf(response, t('The file could not be read from the archive.')));
  }
  await saveFile(chosen.filePath, response.body);
  return { file: basename(chosen.filePath) };
}

/** Asks for a CSV table of choices and gives it to the engine. */
export async function loadRestoreChoices(
  engine: Engine,
  { inspection_id }: IpcInput<'loadRestoreChoices'>,
): Promise<IpcOutput<'loadRestoreChoices'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, {
    title: t('Load choices'),
    properties: ['openFile'],
    filters: tableFilters(),
  });
  const path = chosen.filePaths[0];
  if (chosen.canceled || path === undefined) return null;
  const text = await readChosen(path, largestTable, t('This file is larger than 32 MB; choose a table of choices.'));
  const response = await engine.fetch('PUT', choicesPath(inspection_id), {
    body: text,
    contentType: 'text/csv',
  });
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The table could not be loaded.')));
  return { file: basename(path), ...loadedSchema.parse(await response.json()) };
}

/** Asks where to, and writes the table of choices there as CSV. */
export async function saveRestoreChoices(
  engine: Engine,
  { inspection_id }: IpcInput<'saveRestoreChoices'>,
): Promise<IpcOutput<'saveRestoreChoices'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, {
    title: t('Save choices'),
    defaultPath: 'conflicts.csv',
    filters: tableFilters(),
  });
  if (chosen.canceled || !chosen.filePath) return null;
  const response = await engine.fetch('GET', choicesPath(inspection_id));
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The table could not be read.')));
  await saveFile(chosen.filePath, await response.text());
  return { file: basename(chosen.filePath) };
}

async function readMigration(engine: Engine, owner: string, id: number): Promise<unknown> {
  const own = engine.session.state().login?.toLowerCase() === owner.toLowerCase();
  const base = own ? '/user/migrations' : `/orgs/${encodeURIComponent(owner)}/migrations`;
  const response = await engine.fetch('GET', `${base}/${id}?exclude=repositories`);
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The migration could not be read.')));
  return response.json();
}

function choicesPath(inspectionId: number): string {
  return `/inspections/${inspectionId}/choices.csv`;
}
