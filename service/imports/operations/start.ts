/** The start of an import, also in place of an earlier one. */
import { say } from '../../../language/sentence.ts';
import { failureIn } from '../../files/disk-failure.ts';
import { sourceOf } from '../../sources/index.ts';
import { timestamp } from '../../store/clock.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import { changedWishes, NO_WISHES } from '../../vocabulary/wishes.ts';
import { ImportRunning, type StartRequest } from '../requests.ts';
import { failureState } from '../run/failure-state.ts';
import { isUnderWay } from '../run/resume.ts';
import type { ImportDesk } from './import-desk.ts';

/**
 * Starts an import into a repository, in place of an earlier one that has ended.
 * @throws ImportRunning, RepositoryLocked
 */
export function startImport(desk: ImportDesk, repository: RepositoryRow, request: StartRequest): Promise<ImportRecord> {
  return desk.turn(repository.id, () => begin(desk, repository, request));
}

async function begin(desk: ImportDesk, repository: RepositoryRow, request: StartRequest): Promise<ImportRecord> {
  const { address, vcs } = request;
  desk.repositories.requireInPlace(repository);
  desk.rooms.refuseLocked(repository.id);
  let record = desk.table.ofRepository(repository.id);
  // One that said how it ended may still put files of its own away, and who heard it starts again at once.
  if (record !== undefined && !isUnderWay(record)) await desk.runs.settled(record.id);
  if (record !== undefined && desk.isBusy(repository.id)) throw new ImportRunning(record);
  const start = {
    vcs,
    vcs_given: vcs !== null,
    vcs_url: address.url,
    status: 'detecting' as const,
    status_text: say('Starting...'),
  };
  if (record === undefined) record = desk.table.insert(repository.id, start);
  else await forgetEarlier(desk, record, address.url, vcs, request.tfvc_project);
  try {
    desk.runs.makeStale(record.id);
    desk.table.update(record.id, {
      ...start,
      ...desk.credentials.take(record.id, address.url, request.credentials),
      svn_root: request.svn_root ?? null,
      tfvc_project: request.tfvc_project ?? null,
      hold_before_push: request.hold_before_push ?? false,
      hold_for_new_authors: request.hold_for_new_authors ?? false,
      include_hidden_refs: request.include_hidden_refs ?? false,
      chosen_layout: request.layout ?? null,
      wishes: changedWishes(NO_WISHES, request.wishes),
      project_choices: [],
      started_by: request.credentials.accountId,
    });
    return desk.begin(record.id);
  } catch (error) {
    // Full in the middle: a row that says that it works, and nobody who does, could never be started again.
    const end = failureState(failureIn(desk.folder, error), 'detection', timestamp(), false);
    desk.table.end(record.id, end, () => desk.rooms.makeRoom());
    throw error;
  }
}

/**
 * Makes ready for a new start. Files of the same source stay, so that a fetch that can go on does;
 * what belongs to another source goes.
 */
async function forgetEarlier(
  desk: ImportDesk,
  record: ImportRecord,
  url: string,
  vcs: Vcs | null,
  project: string | undefined,
): Promise<void> {
  desk.runs.forgetPrepared(record.id);
  desk.table.update(record.id, { fetched: null });
  const isShared = sourceOf(record.vcs)?.fetchesAllProjects ?? false;
  const sameProject = isShared || !project || project === record.tfvc_project;
  if (record.vcs_url === url && (vcs === null || vcs === record.vcs) && sameProject) return;
  await desk.discardFetched(record);
  desk.table.update(record.id, { use_lfs: 'undecided' });
}
