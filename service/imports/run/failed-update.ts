/** An update that does not come through leaves the import as it was: complete, with its report and its actions. */
import { join } from 'node:path';
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import { sourceOf } from '../../sources/index.ts';
import type { KeptFetch } from '../../sources/source.ts';
import { UnknownHostFailure } from '../../ssh/host-keys.ts';
import type { Fetched, ImportRecord, LastUpdate } from '../../store/import-record.ts';
import { forgetBefore, readUpdateRow, type UpdateRow } from '../publish/update.ts';
import { backToRefsInThread } from '../steps/steps.ts';
import type { ImportRooms } from './import-rooms.ts';
import { PRIVATE_FOLDER } from './resume.ts';
import { SourceChanged } from './source-changed.ts';

/** What a repository itself has that is not well: then the last result is no good one. Refs of a source say nothing of it. */
const OF_THE_REPOSITORY: ReadonlySet<string> = new Set<FailureKey>([
  'git.ref_broken',
  'git.refs_lost',
  'git.refs_never_quiet',
  'git.refs_not_read_for_verification',
  'git.refs_unreadable',
  'import.repository_damaged',
  'import.repository_lost',
]);

/**
 * Puts an import back to what it was before an update that published nothing, and keeps why.
 * @param failure why the update ended; null when a person stopped it
 * @returns whether it was an update of which nothing was published; nothing is changed otherwise
 */
export async function backToResult(rooms: ImportRooms, importId: number, failure: Failure | null): Promise<boolean> {
  const folder = rooms.folder(importId);
  const before = readUpdateRow(folder);
  const record = rooms.imports.byId(importId);
  if (before === null || record === undefined || record.status === 'complete') return false;
  if (failure !== null && OF_THE_REPOSITORY.has(failure.key)) return false;
  const signal = new AbortController().signal;
  if (!(await backToRefsInThread(rooms.repositoryPath(record), rooms.refsPlace(importId), rooms.imports, signal)))
    return false;
  const { again: _asked, updating: _was, ...fetched } = record.fetched ?? ({} as Fetched);
  const kept = await keptBy(rooms, record);
  if (kept !== null) rooms.imports.replaceLargeFiles(importId, kept.large_files);
  rooms.imports.end(
    importId,
    {
      status: 'complete',
      status_text: before.status_text,
      waiting_for_release: false,
      failed_step: null,
      failure: null,
      unknown_host: null,
      ...addressBefore(before, record),
      ...credentialsBefore(before, record, failure),
      ...(before.detected_layout === undefined ? {} : { detected_layout: before.detected_layout }),
      started_at: before.started_at,
      finished_at: before.since,
      ...(record.fetched === null
        ? {}
        : {
            fetched: {
              ...fetched,
              ...(kept === null ? {} : { commit_count: kept.commit_count, findings: kept.findings }),
              ...(before.source_state === null ? {} : { source_state: before.source_state }),
            },
          }),
      last_update: lastUpdateOf(failure, rooms.now()),
    },
    () => rooms.makeRoom(),
  );
  await forgetBefore(folder);
  return true;
}

/** The address, where the update was to change it, with what is remembered for it. */
function addressBefore(
  { vcs_url, previous_url = null, remembered_credentials = null }: UpdateRow,
  record: ImportRecord,
): Partial<ImportRecord> {
  if (vcs_url === undefined || vcs_url === record.vcs_url) return {};
  return { vcs_url, previous_url, remembered_credentials };
}

/**
 * What was remembered for the address, where the update was given something else: that was wrong perhaps, and nobody remembers it
 * when the process ends.
 */
function credentialsBefore(
  { vcs_url, remembered_credentials = null, credentials_used }: UpdateRow,
  record: ImportRecord,
  failure: Failure | null,
): Partial<ImportRecord> {
  const isSame = vcs_url === record.vcs_url;
  if (!isSame || record.remembered_credentials !== null) return {};
  return {
    remembered_credentials,
    ...(failure?.kind === 'auth' && credentials_used !== undefined ? { credentials_used } : {}),
  };
}

function lastUpdateOf(failure: Failure | null, at: string): LastUpdate {
  if (failure === null) return { status: 'cancelled', at, failure: null, changes: [], unknown_host: null };
  const common = {
    at,
    // Else it reads as if what was imported were empty.
    failure: dataOf(failure.key === 'source.empty' ? Failure.of('source.empty_now', {}, failure.detail) : failure),
    unknown_host: failure instanceof UnknownHostFailure ? failure.host : null,
  };
  return failure instanceof SourceChanged
    ? { ...common, status: 'needs_confirmation', changes: [...failure.changes] }
    : { ...common, status: 'failed', changes: [] };
}

/** What came of the source so far stays, so that the next update goes on behind it. */
async function keptBy(rooms: ImportRooms, record: ImportRecord): Promise<KeptFetch | null> {
  const folder = rooms.folder(record.id);
  try {
    return (
      (await sourceOf(record.vcs)?.keep({
        credentials: null,
        signal: new AbortController().signal,
        folder,
        privateFolder: join(folder, PRIVATE_FOLDER),
        largeFileBytes: rooms.largeFileBytes,
        onProgress: () => undefined,
        onLog: () => undefined,
        onAuthors: () => undefined,
      })) ?? null
    );
  } catch (error) {
    rooms.engineLog('warning', `Import ${record.id}: what an update had fetched could not be kept. ${String(error)}`);
    return null;
  }
}
