/** A complete import whose repository is damaged: it says so, and what is damaged is put aside so that it can be written anew. */

import { join } from 'node:path';
import type { Said } from '../../../language/sentence.ts';
import { Failure, sentenceOf } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { writeHead } from '../../git/bare-repository.ts';
import { damageOfHead, setAsideDamagedPacks } from '../../git/damage.ts';
import { removeEmptyRefs } from '../../git/stale-locks.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { amendDamagedReport } from '../report/amend-report.ts';
import { failureState } from './failure-state.ts';
import type { ImportRooms } from './import-rooms.ts';

/** What git asks of a repository beside HEAD. */
const FOLDERS = ['objects/info', 'objects/pack', 'refs/heads'];

/** Takes back, in row, log and report, that the import is complete. */
export async function noteDamage(rooms: ImportRooms, record: ImportRecord, damage: Said): Promise<void> {
  const failure = Failure.of('import.repository_damaged', { damage });
  rooms.engineLog('error', `${record.owner}/${record.repo}: ${sentenceOf(failure, 'import')}`);
  rooms.logTable.append(record.id, [{ level: 'error', text: sayFailure(failure, 'import') }]);
  await amendDamagedReport(rooms.reportFiles(record), rooms.folder(record.id), damage);
  rooms.imports.update(record.id, failureState(failure, 'push', rooms.now(), false));
}

/**
 * Makes room for what is published anew. Whole packs stay, damaged ones are put aside, nothing is deleted but refs without
 * content.
 * @param aside folder for what is damaged
 * @throws Failure when refs are there that this import did not write: nothing is touched then
 */
export async function putDamageAside(
  rooms: ImportRooms,
  record: ImportRecord,
  aside: string,
  signal: AbortSignal,
): Promise<void> {
  const path = rooms.repositoryPath(record);
  // Without these it is no repository to git, and nobody can ask what is in it.
  for (const folder of FOLDERS) await makeFolder(join(path, folder));
  if (damageOfHead(path) !== null) await writeHead(path, 'refs/heads/main');
  await rooms.requireOwnRefs(record, signal, 'left out');
  removeEmptyRefs(path);
  const moved = await setAsideDamagedPacks(path, aside, signal);
  if (moved > 0) rooms.engineLog('warning', `Damaged packs of ${path} were moved to ${aside}.`);
}
