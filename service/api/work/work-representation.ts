/** Rows of all kinds of long work in the one shape in which they are listed. */
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { dataOf, Failure, type FailureData } from '../../failures/failure.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import { isWaitingForRoom } from '../../files/waits-for-room.ts';
import type { RestoreSummary } from '../../migrations/restore/restore-job.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';
import type { NamedPushRow } from '../../store/remote-pushes.ts';
import type { RestoreRow } from '../../store/restores.ts';
import type { Comparison } from '../../vocabulary/comparison.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import type { Work } from './work-schemas.ts';

/** What became of work that ended with a failure: where a full disk did that, it goes on by itself once somebody made room. */
const endedBy = (failure: FailureData | null): 'needs_you' | 'failed' =>
  isWaitingForRoom(failure) || failure?.key === ('restore.waits_for_space' satisfies FailureKey)
    ? 'needs_you'
    : 'failed';

const PUSHES = {
  waiting: 'waiting',
  running: 'running',
  complete: 'done',
  needs_decision: 'needs_you',
  auth_failed: 'needs_you',
  error: 'failed',
  cancelled: 'stopped',
} as const satisfies Record<NamedPushRow['status'], Work['state']>;

export function workOfPush(row: NamedPushRow): Work {
  const state = row.unknown_host === null ? PUSHES[row.status] : 'needs_you';
  const sentence = row.failure === null ? null : sentenceFor(row.failure, 'push');
  return {
    ...{ key: `push:${row.id}`, kind: 'push', id: row.id, owner: row.owner, repo: row.repo, place: row.remote_url },
    ...{ state, percent: row.status === 'running' ? row.percent : null, text: sentence ?? spoken(row.status_text) },
    failure: row.failure?.key ?? null,
    again: state === 'failed' || state === 'stopped',
    begun_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** What an import asks that stopped for nothing but a person. Authors that are asked about are said by its row, counted. */
function questionOf({ status, waiting_for_release, hold_for_new_authors }: ImportRecord): FailureData | null {
  if (status === 'detection_found_multiple') return dataOf(Failure.of('import.several_projects', {}));
  return waiting_for_release && !hold_for_new_authors ? dataOf(Failure.of('import.waits_for_release', {})) : null;
}

/** The part of a verdict that says that something is missing, or differs. */
function redOf({ complete, equal }: Verdict): { text: Sentence } | null {
  return [complete, equal].find(({ state }) => state === 'red') ?? null;
}

/** An import, or the update of one that was complete. */
export function workOfImport(engine: Rooms<'imports'>, record: ImportRecord): Work {
  const { id, owner, repo, vcs_url, last_update, status, failure } = record;
  const isUpdate = status === 'complete' ? last_update !== null : record.fetched?.updating === true;
  const live = engine.imports.live(id);
  const inRow = stateOfImport(record);
  const state = inRow === 'running' && live?.waits_for_place === true ? 'waiting' : inRow;
  const isWorking = inRow === 'running';
  const ended = isWorking ? null : (last_update?.at ?? record.finished_at ?? record.updated_at);
  const why = status === 'complete' ? (last_update?.failure ?? null) : failure;
  const asks = questionOf(record) ?? why;
  const red = state === 'done' && record.verdict !== null ? redOf(record.verdict) : null;
  const text = state === 'stopped' ? say('It was stopped. Nothing was changed.') : (red?.text ?? record.status_text);
  return {
    ...{ key: `import:${id}`, kind: isUpdate ? 'update' : 'import', id, owner, repo, place: vcs_url, state },
    percent: state === 'running' ? (live?.percent ?? null) : null,
    text:
      asks === null
        ? spoken(isWorking ? (live?.status_text ?? text) : text)
        : sentenceFor(asks, isUpdate ? 'update' : 'import'),
    ...(red === null ? {} : { warns: true }),
    failure: why?.key ?? null,
    again: state === 'failed' || state === 'stopped' || isWaitingForRoom(why),
    begun_at: record.started_at,
    ended_at: ended,
  };
}

function stateOfImport(record: ImportRecord): Work['state'] {
  const { status, waiting_for_release, last_update, unknown_host, failure } = record;
  switch (status) {
    case 'complete':
      if (last_update === null) return 'done';
      if (last_update.status === 'cancelled') return 'stopped';
      return last_update.status === 'failed' && last_update.unknown_host === null ? 'failed' : 'needs_you';
    case 'error':
    case 'detection_found_nothing':
      return unknown_host === null ? endedBy(failure) : 'needs_you';
    case 'auth_failed':
    case 'detection_needs_auth':
    case 'detection_found_multiple':
      return 'needs_you';
    default:
      return waiting_for_release ? 'needs_you' : 'running';
  }
}

const COMPARISONS = { running: 'running', complete: 'done', stopped: 'stopped', failed: 'failed' } as const;

export function workOfComparison(record: ImportRecord, comparison: Comparison): Work {
  const { state, total, compared, text, started_at, finished_at } = comparison;
  return {
    ...{ key: `comparison:${record.id}`, kind: 'comparison', id: record.id, owner: record.owner, repo: record.repo },
    place: record.vcs_url,
    state: COMPARISONS[state],
    percent: state !== 'running' || total === null || total === 0 ? null : Math.floor((compared / total) * 100),
    text: spoken(text),
    ...(state === 'complete' && comparison.differing > 0 ? { warns: true } : {}),
    failure: null,
    again: state === 'stopped' || state === 'failed',
    begun_at: started_at,
    ended_at: finished_at,
  };
}

const EXPORTS = { pending: 'waiting', exporting: 'running', exported: 'done' } as const;

export function workOfExport(engine: Rooms<'migrations'>, row: MigrationRow): Work {
  const live = engine.migrations.live(row);
  const cancelled = row.failure?.kind === 'cancelled';
  const ended = cancelled ? 'stopped' : endedBy(row.failure);
  const state = row.state === 'failed' ? ended : EXPORTS[row.state];
  const sentence = row.failure === null || row.state !== 'failed' ? null : sentenceFor(row.failure, 'export');
  const { large_files = 0, attached_files = 0 } = row.archive_lacks ?? {};
  const lacks = state === 'done' && large_files + attached_files > 0;
  const done = lacks
    ? say('The archive is ready, but files are missing in it. Which, is said there.')
    : say('The archive is ready.');
  return {
    ...{ key: `export:${row.id}`, kind: 'export', id: row.id, owner: row.owner, repo: null, place: null, state },
    percent: state === 'running' ? (live?.percent ?? null) : null,
    text: sentence ?? spoken(live?.status_text ?? (state === 'done' ? done : say('Waits to begin.'))),
    ...(lacks ? { warns: true } : {}),
    failure: row.state === 'failed' ? (row.failure?.key ?? null) : null,
    again: row.state === 'failed',
    begun_at: row.created_at,
    ended_at: row.state === 'pending' || row.state === 'exporting' ? null : (row.exported_at ?? row.updated_at),
  };
}

const RESTORES = {
  pending: 'waiting',
  restoring: 'running',
  publishing: 'running',
  restored: 'done',
} as const;

export function workOfRestore(engine: Rooms<'restores'>, row: RestoreRow): Work {
  const live = engine.restores.live(row);
  const ended = row.failure?.kind === 'cancelled' ? 'stopped' : endedBy(row.failure);
  const state = row.state === 'failed' ? ended : RESTORES[row.state];
  const sentence = row.failure === null ? null : sentenceFor(row.failure, 'restore');
  const lacks = state === 'done' && row.summary !== null && (JSON.parse(row.summary) as RestoreSummary).whole === false;
  const done = lacks
    ? say(
        'It was restored, but not all of it is here as the archive names it. What is missing or different is said there.',
      )
    : say('Everything was restored.');
  return {
    ...{ key: `restore:${row.id}`, kind: 'restore', id: row.id, owner: null, repo: null, place: row.archive_path },
    ...{ state, percent: state === 'running' ? (live?.percent ?? null) : null },
    text: sentence ?? spoken(live?.status_text ?? (state === 'done' ? done : say('Waits to begin.'))),
    ...(lacks ? { warns: true } : {}),
    failure: row.failure?.key ?? null,
    again: false,
    begun_at: row.created_at,
    ended_at: row.finished_at,
  };
}
