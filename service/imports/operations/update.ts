/** Updates of a complete import, which goes back to what it was where they come to nothing. */
import { Failure } from '../../failures/failure.ts';
import { sourceOf } from '../../sources/index.ts';
import { timestamp } from '../../store/clock.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { readUpdateRow, writeUpdateRow } from '../publish/update.ts';
import { readReport } from '../report/report.ts';
import { ImportRunning } from '../requests.ts';
import { backToResult } from '../run/failed-update.ts';
import { failureState } from '../run/failure-state.ts';
import type { GivenCredentials } from '../run/import-credentials.ts';
import { isUnderWay } from '../run/resume.ts';
import { rememberInThread } from '../steps/steps.ts';
import type { ImportDesk } from './import-desk.ts';

/** How an import is to be brought up to date. */
export interface UpdateRequest {
  credentials: GivenCredentials;
  holdBeforePush: boolean;
  /** Whether it waits where new authors have no address and the people book does not know them. */
  holdForNewAuthors: boolean;
  confirmed: string | null;
  /** Where the source is now; null for where it was. */
  movedTo: string | null;
}

/**
 * Fetches what the source has since the import was complete, and publishes it.
 * @throws ImportRunning, RepositoryLocked
 */
export function bringUpToDate(
  desk: ImportDesk,
  importId: number,
  repositoryId: number,
  request: UpdateRequest,
): Promise<ImportRecord> {
  return desk.turn(repositoryId, async () => {
    const record = desk.existing(importId);
    desk.requireInPlace(repositoryId);
    desk.rooms.refuseLocked(repositoryId);
    if (record.status !== 'complete') throw new ImportRunning(record);
    await keepResult(desk, record, request.confirmed);
    const url = request.movedTo ?? record.vcs_url;
    const isOther = request.credentials.credentials !== null || url !== record.vcs_url;
    // What was given for an earlier update is gone with the process that had it.
    const { accountId } = request.credentials;
    // Who has an own login for the source reads it with that, not with the one of whoever was here before.
    const asked = isOther || !desk.credentials.has(record) || desk.credentials.hasOwn(accountId, record);
    desk.runs.forgetPrepared(importId);
    desk.runs.makeStale(importId);
    desk.table.update(importId, {
      ...(asked ? desk.credentials.take(importId, url, request.credentials) : {}),
      ...(url === record.vcs_url ? {} : { vcs_url: url, previous_url: record.vcs_url }),
      fetched:
        record.fetched === null
          ? null
          : {
              ...record.fetched,
              ...{ again: 'update', updating: true },
              new_authors: {
                // Those of an update that came to nothing are still new.
                after: record.fetched.new_authors?.after ?? desk.rooms.authors.idRange(importId).last,
              },
            },
      hold_before_push: request.holdBeforePush,
      hold_for_new_authors: request.holdForNewAuthors,
      started_by: accountId,
    });
    return desk.begin(importId);
  });
}

/** Keeps what the last good result is, to go back to: what is lost of it needs a person's word. */
async function keepResult(desk: ImportDesk, record: ImportRecord, confirmed: string | null): Promise<void> {
  const since = record.finished_at ?? record.started_at;
  await writeUpdateRow(desk.rooms.folder(record.id), {
    ...{ since, started_at: record.started_at, status_text: record.status_text, confirmed },
    source_state: record.fetched?.source_state ?? null,
    ...{ vcs_url: record.vcs_url, previous_url: record.previous_url },
    remembered_credentials: record.remembered_credentials,
    credentials_used: record.credentials_used,
    detected_layout: record.detected_layout,
  });
  // Of an update that asked, or failed behind its fetch, more is fetched than was published.
  const report = await readReport(desk.rooms.folder(record.id), desk.rooms.reportFiles(record)).catch(() => null);
  await rememberInThread(
    desk.rooms.refsPlace(record.id),
    { since, source_revisions: report?.counts.source_revisions ?? record.fetched?.commit_count ?? 0 },
    new AbortController().signal,
  );
}

/** Maps again. What an update had fetched that did not come through is taken up with it, and asks as the update would. */
export async function beginAgain(desk: ImportDesk, record: ImportRecord): Promise<ImportRecord> {
  const mayHaveMore = record.last_update !== null && sourceOf(record.vcs)?.fetchesAnew === false;
  if (record.status === 'complete' && mayHaveMore) await keepResult(desk, record, null);
  return desk.begin(record.id);
}

/** Whether it was an update that was stopped, of which only the stopping is to be told. */
export async function stoppedUpdate(desk: ImportDesk, record: ImportRecord): Promise<boolean> {
  if (await backToResult(desk.rooms, record.id, null)) {
    desk.runs.forgetPrepared(record.id);
    desk.runs.makeStale(record.id);
    desk.tell(record.id);
    return true;
  }
  if (readUpdateRow(desk.rooms.folder(record.id)) !== null && isUnderWay(desk.existing(record.id))) {
    // What it published is there, and the report speaks of what was before.
    const failure = Failure.of('update.stopped_late', {});
    desk.table.end(record.id, failureState(failure, 'push', timestamp(), false), () => desk.rooms.makeRoom());
    desk.tell(record.id);
    return true;
  }
  return false;
}
