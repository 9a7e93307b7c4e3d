/** What an import says when the folder of its repository was lost. */

import { Failure } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { amendLostReport } from '../report/amend-report.ts';
import { failureState } from './failure-state.ts';
import type { ImportRooms } from './import-rooms.ts';

/** Takes back, in row, log and report, that the import of a repository is complete. */
export async function noteLost(rooms: ImportRooms, repository: RepositoryRow): Promise<void> {
  const record = rooms.imports.ofRepository(repository.id);
  // Others say already that they are not complete; one that runs makes the repository anew.
  if (record?.status !== 'complete') return;
  await amendLostReport(rooms.reportFiles(record), rooms.folder(record.id));
  const failure = Failure.of('import.repository_lost', {});
  rooms.logTable.append(record.id, [{ level: 'error', text: sayFailure(failure, 'import') }]);
  rooms.imports.update(record.id, failureState(failure, 'push', rooms.now(), false));
}
