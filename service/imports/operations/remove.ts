/** The end of an import before its time. */
import { existsSync } from 'node:fs';
import { createBareRepository } from '../../git/bare-repository.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { removeAsides } from '../run/put-aside.ts';
import type { ImportDesk } from './import-desk.ts';
import { stoppedUpdate } from './update.ts';

/**
 * Stops an import and removes everything of it. What an import that was once complete published stays; an update is only
 * stopped, and the import is what it was before.
 */
export function cancelImport(desk: ImportDesk, importId: number, repositoryId: number): Promise<void> {
  return desk.turn(repositoryId, async () => {
    const record = desk.existing(importId);
    await desk.runs.stop(importId);
    if (!(await stoppedUpdate(desk, record))) await removeAll(desk, record);
  });
}

/** Stops an import and removes everything of it, of an update too: its repository goes next. */
export function removeImport(desk: ImportDesk, importId: number, repositoryId: number): Promise<void> {
  return desk.turn(repositoryId, async () => {
    await desk.runs.stop(importId);
    await removeAll(desk, desk.existing(importId));
  });
}

async function removeAll(desk: ImportDesk, record: ImportRecord): Promise<void> {
  const { status } = desk.existing(record.id);
  if (status !== 'complete' && !existsSync(desk.rooms.reportFiles(record).json)) await unpublish(desk, record);
  await desk.trash.discard(desk.rooms.folder(record.id), `import-${record.id}`, () => desk.table.remove(record.id));
  await removeAsides(desk.rooms, record.id);
  desk.credentials.forget(record.id);
  desk.runs.forget(record.id);
  const { owner, repo, id } = record;
  desk.rooms.events.emit({ type: 'import.removed', owner, repo, import_id: id });
}

/** Empties a repository into which an import that never completed has begun to write. */
async function unpublish(desk: ImportDesk, record: ImportRecord): Promise<void> {
  if (!desk.table.hasRefs(record.id)) return;
  desk.rooms.refuseLocked(record.repository_id);
  const path = desk.rooms.repositoryPath(record);
  await desk.rooms.requireOwnRefs(record, new AbortController().signal);
  await desk.trash.discard(path, `emptied-${record.repository_id}`);
  await createBareRepository(path, 'main');
}
