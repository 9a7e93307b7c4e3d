/** What a person changes of an import: where its source is and how it is read, what becomes of large files. */
import { sourceOf } from '../../sources/index.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import { changedWishes, sameWishes } from '../../vocabulary/wishes.ts';
import { keepMade } from '../authors/made-authors.ts';
import type { ChangeRequest } from '../requests.ts';
import type { ImportDesk } from './import-desk.ts';
import { beginAgain } from './update.ts';

/** Applies a change; without any the import begins anew from its last durable point. @throws RepositoryLocked */
export function changeImport(
  desk: ImportDesk,
  importId: number,
  repositoryId: number,
  request: ChangeRequest,
): Promise<ImportRecord> {
  return desk.turn(repositoryId, () => apply(desk, desk.existing(importId), request));
}

async function apply(desk: ImportDesk, record: ImportRecord, request: ChangeRequest): Promise<ImportRecord> {
  const { credentials, choice, ...settings } = request;
  const change: ImportChange = {};
  if (settings.hold_before_push !== undefined) change.hold_before_push = settings.hold_before_push;
  if (settings.include_hidden_refs !== undefined) change.include_hidden_refs = settings.include_hidden_refs;
  if (settings.wishes !== undefined) change.wishes = changedWishes(record.wishes, settings.wishes);
  if (choice !== undefined) Object.assign(change, chosen(record, choice));
  if (settings.layout !== undefined) change.chosen_layout = settings.layout;
  const wishesMore = change.wishes !== undefined && !sameWishes(change.wishes, record.wishes);
  const nothing = Object.keys(change).length === 0 && credentials === undefined;
  const isRestart = nothing || (credentials !== undefined && choice === undefined);
  const again = isRestart ? fetchAgain(record) : null;
  const released = record.waiting_for_release && change.hold_before_push === false;
  // Who is not known now is left as they are.
  if (released) change.hold_for_new_authors = false;
  // What was fetched is mapped anew, and published, without asking the source.
  const mapsAgain = (settings.layout !== undefined || wishesMore) && record.status === 'complete';
  const starts = nothing || credentials !== undefined || choice !== undefined || released || mapsAgain;
  if (starts) desk.rooms.refuseLocked(record.repository_id);
  if (credentials !== undefined) Object.assign(change, desk.credentials.take(record.id, record.vcs_url, credentials));
  const remaps = change.include_hidden_refs !== undefined || change.chosen_layout !== undefined || wishesMore;
  // The numbers are those of a mapping that is none any more.
  if (remaps) change.made = null;
  if (Object.keys(change).length > 0) desk.table.update(record.id, change);
  if (remaps || choice !== undefined) {
    desk.runs.makeStale(record.id);
  }
  const rootBefore = (record.chosen_layout ?? record.detected_layout)?.root;
  if (settings.layout !== undefined && settings.layout?.root !== rootBefore) await listEverybody(desk, record);
  if (starts) {
    await desk.runs.stop(record.id);
    if (again !== null) {
      desk.runs.forgetPrepared(record.id);
      desk.runs.makeStale(record.id);
      desk.table.update(record.id, { fetched: again });
    }
    const fetched = choice?.vcs === record.vcs ? sourceOf(record.vcs) : undefined;
    const isOther = fetched?.fetchesAllProjects === false && choice?.tfvc_project !== record.tfvc_project;
    if (isOther && record.tfvc_project !== null) await desk.discardFetched(record);
    return beginAgain(desk, record);
  }
  desk.tell(record.id);
  return desk.get(record.id);
}

/** Until the next mapping says who the authors of another project are. */
async function listEverybody(desk: ImportDesk, { id, owner, repo }: ImportRecord): Promise<void> {
  const { authors } = desk.rooms;
  if (!(await keepMade(authors, id, null))) return;
  const count = authors.count(id);
  desk.table.countAuthors(id, count);
  desk.rooms.events.emit({ type: 'import.authors', owner, repo, import_id: id, count });
}

/** What a restart of an import that was complete once begins with; null where nothing of it is to be fetched again. */
function fetchAgain({ status, fetched, vcs_url }: ImportRecord): ImportRecord['fetched'] {
  if (fetched === null || fetched.url !== vcs_url) return null;
  return status === 'complete' || fetched.again !== undefined ? { ...fetched, again: 'restart' } : null;
}

function chosen(record: ImportRecord, choice: NonNullable<ChangeRequest['choice']>): ImportChange {
  const { vcs, svn_root, tfvc_project } = choice;
  const layout = svn_root === null ? null : (sourceOf(vcs)?.layoutBefore(svn_root) ?? null);
  return {
    vcs,
    vcs_given: true,
    svn_root,
    tfvc_project,
    // One that was sent before anybody was asked is of what is chosen now, where its folder is.
    chosen_layout:
      record.fetched === null && record.chosen_layout?.root === (svn_root ?? '') ? record.chosen_layout : null,
    ...(layout === null ? {} : { detected_layout: layout }),
    // Another system than the one fetched: nothing of it can be used.
    ...(record.vcs === vcs || record.fetched === null ? {} : { fetched: null }),
  };
}

/**
 * Sets what becomes of large files, known or not yet. Applies at the next mapping; an import that has pushed
 * or is pushing maps and pushes again at once. @throws RepositoryLocked
 */
export function chooseLfs(
  desk: ImportDesk,
  importId: number,
  repositoryId: number,
  choice: 'opt_in' | 'opt_out',
): Promise<ImportRecord> {
  return desk.turn(repositoryId, async () => {
    const record = desk.existing(importId);
    if (record.use_lfs === choice) return record;
    const again = record.large_files_count > 0 && (record.status === 'complete' || record.status === 'pushing');
    if (again) desk.rooms.refuseLocked(record.repository_id);
    desk.table.update(record.id, { use_lfs: choice });
    desk.runs.makeStale(record.id);
    if (again) {
      await desk.runs.stop(record.id);
      return beginAgain(desk, record);
    }
    desk.tell(record.id);
    return desk.get(record.id);
  });
}
