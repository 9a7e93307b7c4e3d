/** Imports as the API sends them; which fields are present in which state follows service.md. */

import { isDeepStrictEqual } from 'node:util';
import type { Rooms } from '../../engine.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import { verdictInWords } from '../../imports/report/report-in-words.ts';
import { confirmationOf } from '../../imports/run/source-changed.ts';
import type { AuthorRow } from '../../store/author-query.ts';
import type { ImportRecord, LastUpdate } from '../../store/import-record.ts';
import type { Outcome } from '../../vocabulary/history.ts';
import { repositoryUrl, webUrl } from '../shared/links.ts';
import type { CommitAuthor, Import, ImportSummary } from './import-schemas.ts';

export function importUrl(base: string, record: Pick<ImportRecord, 'owner' | 'repo'>): string {
  return `${repositoryUrl(base, record.owner, record.repo)}/import`;
}

export function representImport(engine: Rooms<'imports'>, base: string, record: ImportRecord): Import {
  const url = importUrl(base, record);
  return {
    id: record.id,
    vcs: record.vcs,
    use_lfs: record.use_lfs,
    vcs_url: record.vcs_url,
    ...(record.previous_url === null ? {} : { previous_vcs_url: record.previous_url }),
    ...(record.svn_root === null ? {} : { svn_root: record.svn_root }),
    ...(record.tfvc_project === null ? {} : { tfvc_project: record.tfvc_project }),
    status: record.status,
    status_text: spoken(record.status_text),
    ...fieldsOfState(engine, record),
    ...(record.status !== 'complete' && record.fetched?.updating === true ? { updating: true } : {}),
    authors_count: record.authors_count,
    has_large_files: record.large_files_count > 0,
    large_files_size: record.large_files_size,
    large_files_count: record.large_files_count,
    hold_before_push: record.hold_before_push,
    write_notes: record.wishes.notes,
    rewrite_messages: record.wishes.messages,
    translate_hgignore: record.wishes.gitignore,
    leave_out_labels: record.wishes.withoutLabels,
    ...(record.verdict === null ? {} : { verdict: verdictInWords(record.verdict, spoken) }),
    layout: record.chosen_layout ?? record.detected_layout,
    ...suggestedLayout(record),
    waiting_for_release: record.waiting_for_release,
    ...(engine.imports.live(record.id)?.waits_for_place === true ? { waiting_for_turn: true } : {}),
    started_at: record.started_at,
    finished_at: record.finished_at,
    url,
    html_url: webUrl(base, record.owner, record.repo, 'import'),
    authors_url: `${url}/authors`,
    repository_url: repositoryUrl(base, record.owner, record.repo),
  };
}

function suggestedLayout({ chosen_layout: chosen, detected_layout: found }: ImportRecord): Partial<Import> {
  return chosen === null || found === null || isDeepStrictEqual(chosen, found) ? {} : { suggested_layout: found };
}

function fieldsOfState(engine: Rooms<'imports'>, record: ImportRecord): Partial<Import> {
  const live = engine.imports.live(record.id);
  const sentence = record.failure === null ? null : sentenceFor(record.failure, 'import');
  const message =
    record.failure === null || sentence === null
      ? {}
      : { error_message: sentence, message: sentence, failure: record.failure.key };
  switch (record.status) {
    case 'importing': {
      const percent = live?.percent ?? 0;
      return { percent, import_percent: percent, commit_count: live?.commit_count ?? record.commit_count ?? 0 };
    }
    case 'complete':
      return {
        ...(record.fetched?.source_state === undefined ? {} : { source_state: record.fetched.source_state }),
        ...(record.last_update === null ? {} : { last_update: representLastUpdate(record.last_update) }),
      };
    case 'mapping':
      return record.made === null || !record.waiting_for_release
        ? {}
        : { outcome: representOutcome(record.made, record.commit_count ?? 0) };
    case 'pushing':
      return { push_percent: live?.push_percent ?? 0 };
    case 'detection_found_multiple':
      return { project_choices: record.project_choices };
    case 'error':
      return {
        ...message,
        failed_step: record.failed_step ?? 'raw',
        ...(record.unknown_host === null ? {} : { unknown_host: record.unknown_host }),
      };
    case 'auth_failed':
    case 'detection_needs_auth':
    case 'detection_found_nothing':
      return message;
    default:
      return {};
  }
}

function representOutcome({ complete, ...counts }: Outcome, revisions: number): NonNullable<Import['outcome']> {
  return {
    ...counts,
    revisions,
    ...(complete === undefined ? {} : { complete: { ...complete, text: spoken(complete.text) } }),
  };
}

function representLastUpdate(last: LastUpdate): NonNullable<Import['last_update']> {
  const { status, at, failure, changes, unknown_host } = last;
  return {
    status,
    at,
    message: failure === null ? null : sentenceFor(failure, 'update'),
    failure: failure?.key ?? null,
    changes,
    confirm: status === 'needs_confirmation' ? confirmationOf(changes) : null,
    username_needed: failure?.kind === 'auth',
    unknown_host,
  };
}

export function representSummary(engine: Rooms<'imports'>, base: string, record: ImportRecord): ImportSummary {
  return {
    ...representImport(engine, base, record),
    owner: record.owner,
    repo: record.repo,
    username_needed: record.status === 'auth_failed' || record.status === 'detection_needs_auth',
  };
}

export function representAuthor(base: string, record: ImportRecord, author: AuthorRow): CommitAuthor {
  const url = importUrl(base, record);
  const { suggested_name, suggested_email } = author;
  return {
    id: author.id,
    remote_id: author.remote_id,
    remote_name: author.remote_name,
    email: author.mapped_email ?? author.source_email,
    name: author.mapped_name ?? author.source_name,
    url: `${url}/authors/${author.id}`,
    import_url: url,
    commit_count: author.commit_count,
    first_commit_at: author.first_commit_at,
    last_commit_at: author.last_commit_at,
    mapped: author.mapped_name !== null,
    mapped_by: author.mapped_by,
    suggestion:
      suggested_name === null || suggested_email === null ? null : { name: suggested_name, email: suggested_email },
  };
}
