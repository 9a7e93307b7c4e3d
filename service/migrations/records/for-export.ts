/** What an archive of some repositories holds beside git data: records in their order, and the files that they name. */

import { accountAddress, FILE_ROOT, ROOT, renamed, withRoot } from './addresses.ts';
import { attachedFile } from './attached-files.ts';
import type { ExportedAccount, ExportedRepository, ExportScope } from './export-scope.ts';
import { filesInJson } from './files-in-json.ts';
import { BASES, LABELS, MODELS, type Model, REVIEW_COMMENTS } from './models.ts';
import { type NamesOfToday, namesOfToday } from './names-of-today.ts';
import { type ArchiveRecord, type Row, recordOf, rewriteRow } from './record-rows.ts';
import type { RecordsDatabase } from './records-database.ts';
import { homeColumn } from './schema.ts';
import { accountsSpokenOf } from './spoken-of.ts';

/** A record and the name of the files that it goes into, without number: `issues`. */
export interface ExportedRecord {
  plural: string;
  record: ArchiveRecord;
}

/** Everything of which every export needs the same answer twice. */
interface Selection extends NamesOfToday {
  records: RecordsDatabase | null;
  scope: ExportScope;
  repositories: ExportedRepository[];
}

/** All records in the archive's final order; those of one kind follow each other. */
export function* recordsForExport(records: RecordsDatabase | null, scope: ExportScope): Generator<ExportedRecord> {
  const selection = select(records, scope);
  for (const model of MODELS) {
    if (scope.exclude_attachments && model.plural === 'attachments') continue;
    for (const record of recordsOf(selection, model)) yield { plural: model.plural, record };
    if (model.plural === 'pull_requests') {
      for (const record of recordsOf(selection, model)) {
        const base = baseOf(record);
        if (base !== null) yield { plural: BASES, record: base };
      }
    }
    if (model.plural === REVIEW_COMMENTS.stored) {
      for (const record of recordsOf(selection, model)) yield { plural: REVIEW_COMMENTS.named, record };
    }
  }
}

/** A file that records name. */
export interface ExportedFile {
  /** In the archive; where it is the installation's own, below the data folder too. */
  path: string;
  /** False of what no attached file of this installation can be called: it never came along. */
  isOwn: boolean;
  /** Full name of the first repository whose records name it. */
  repository: string;
}

/** Files that the records name, sorted. */
export function* filesForExport(records: RecordsDatabase | null, scope: ExportScope): Generator<ExportedFile> {
  const selection = select(records, scope);
  const files = new Map<string, ExportedFile>();
  for (const model of MODELS) {
    if (scope.exclude_attachments && model.plural === 'attachments') continue;
    const fields = model.fields.filter(
      (field) => field.kind === 'file' && !['git_url', 'wiki_url'].includes(field.name),
    );
    if (fields.length === 0) continue;
    for (const { row, repository } of rowsOf(selection, model)) {
      for (const field of fields) {
        const path = row[field.name];
        if (typeof path !== 'string') continue;
        const isOwn = attachedFile(path)?.root === model.plural;
        if (isOwn || !files.has(path)) files.set(path, { path, isOwn, repository: fullName(repository) });
      }
    }
  }
  for (const repository of selection.repositories) {
    if (records === null || repository.records_id === null) continue;
    for (const path of filesInJson(records, repository.records_id)) {
      if (!files.has(path)) files.set(path, { path, isOwn: false, repository: fullName(repository) });
    }
  }
  yield* [...files.values()].sort((a, b) => compare(a.path, b.path));
}

function select(records: RecordsDatabase | null, scope: ExportScope): Selection {
  const repositories = [...scope.repositories].sort((a, b) => compare(fullName(a), fullName(b)));
  return { ...{ records, scope, repositories }, ...namesOfToday(records, repositories) };
}

/** Rows of the exported repositories, repository by repository, under the names of today. */
function* rowsOf(
  { records, repositories, names, ownNames }: Selection,
  model: Model,
): Generator<{ row: Row; repository: ExportedRepository }> {
  if (records === null) return;
  const rows = records.sql<Row>(
    `SELECT * FROM ${model.plural} WHERE ${homeColumn(model)} = @id ORDER BY archive_position, id`,
  );
  for (const repository of repositories) {
    if (repository.records_id === null) continue;
    const its = ownNames.get(repository) ?? names;
    for (const row of rows.iterate({ id: repository.records_id })) {
      yield {
        row: its.repositories.size === 0 ? row : rewriteRow(model, row, (address) => renamed(address, its)),
        repository,
      };
    }
  }
}

function* recordsOf(selection: Selection, model: Model): Generator<ArchiveRecord> {
  switch (model.plural) {
    case 'users':
    case 'bots':
      yield* personRecords(selection, model);
      return;
    case 'organizations':
      yield* organizationRecords(selection, model);
      return;
    case 'repositories':
      yield* repositoryRecords(selection, model);
      return;
    case 'teams':
      yield* teamRecords(selection, model);
      return;
    default:
      if (model.scope === 'organization') {
        for (const row of organizationRows(selection, model)) yield recordOf(model, row);
      }
      for (const { row } of rowsOf(selection, model)) yield recordOf(model, row);
  }
}

function* personRecords(selection: Selection, model: Model): Generator<ArchiveRecord> {
  const { records, scope } = selection;
  const spokenOf = records === null ? new Set<string>() : accountsSpokenOf(records, scope, selection.repositories);
  const members = scope.organization?.members.map((member) => member.login) ?? [];
  const logins = new Set([...spokenOf, ...(model.plural === 'users' ? [...scope.required, ...members] : [])]);
  const accounts = new Map(scope.users.map((user) => [user.login, user]));
  for (const login of [...logins].sort(compare)) {
    const stored = profile(records, model, login);
    const account = accounts.get(login);
    if (stored !== undefined) yield recordOf(model, stored);
    else if (model.plural === 'users' && account !== undefined) yield plainUser(model, account);
  }
}

/** A person's or organization's record as an archive brought it. */
function profile(records: RecordsDatabase | null, model: Model, login: string): Row | undefined {
  return records
    ?.sql<Row>(`SELECT * FROM ${model.plural} WHERE ifnull(repository_id, 0) = 0 AND address = @address`)
    .get({ address: accountAddress(login) });
}

function plainUser(model: Model, account: ExportedAccount): ArchiveRecord {
  return recordOf(
    model,
    { address: accountAddress(account.login) },
    {
      login: account.login,
      name: account.name,
      avatar_url: `${ROOT}/avatars/${account.login}`,
      emails: account.email === null ? [] : [{ address: account.email, primary: true, verified: true }],
      created_at: account.created_at,
    },
  );
}

function* organizationRecords({ records, scope }: Selection, model: Model): Generator<ArchiveRecord> {
  const { organization } = scope;
  if (organization === null) return;
  const stored = profile(records, model, organization.login);
  const before = new Map(objectsIn(stored?.members).map((member) => [member.user, member]));
  const members = [...organization.members]
    .sort((a, b) => compare(a.login, b.login))
    .map(({ login, role }) => {
      const user = withRoot(accountAddress(login));
      return { state: 'active', ...before.get(user), user, role };
    })
    .map(({ user, role, state, ...rest }) => ({ user, role, state, ...rest }));
  yield recordOf(model, stored ?? { address: accountAddress(organization.login) }, {
    members,
    ...(stored === undefined
      ? {
          login: organization.login,
          name: organization.name,
          email: organization.email,
          created_at: organization.created_at,
        }
      : {}),
  });
}

function* organizationRows({ records, scope, names }: Selection, model: Model): Generator<Row> {
  if (records === null || scope.organization === null) return;
  const owner = model.fields.find((field) => field.name === 'organization' || field.name === 'owner')?.name ?? 'owner';
  const rows = records.sql<Row>(
    `SELECT * FROM ${model.plural} WHERE repository_id IS NULL AND "${owner}" = @organization ORDER BY archive_position, id`,
  );
  for (const row of rows.all({ organization: accountAddress(scope.organization.login) })) {
    yield names.repositories.size === 0 ? row : rewriteRow(model, row, (address) => renamed(address, names));
  }
}

/** The objects of a JSON array; an archive may have brought anything else. */
function objectsIn(json: Row[string] | undefined): ArchiveRecord[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : [];
  if (!Array.isArray(list)) return [];
  return list.filter((item): item is ArchiveRecord => typeof item === 'object' && item !== null);
}

/** Teams with what they may do in the repositories of this archive. */
function* teamRecords(selection: Selection, model: Model): Generator<ArchiveRecord> {
  const inside = new Set(selection.repositories.map((repository) => `${ROOT}/${fullName(repository)}`));
  for (const row of organizationRows(selection, model)) {
    yield recordOf(model, row, {
      permissions: objectsIn(row.permissions).filter((permission) => inside.has(String(permission.repository))),
    });
  }
}

function* repositoryRecords(selection: Selection, model: Model): Generator<ArchiveRecord> {
  const stored = new Map([...rowsOf(selection, model)].map(({ row, repository }) => [repository, row]));
  const labels = new Map<ExportedRepository, ArchiveRecord[]>();
  for (const { row, repository } of rowsOf(selection, LABELS)) {
    const { type: _, ...label } = recordOf(LABELS, row);
    labels.set(repository, [...(labels.get(repository) ?? []), label]);
  }
  for (const repository of selection.repositories) {
    const path = `${FILE_ROOT}repositories/${fullName(repository)}`;
    const row = stored.get(repository) ?? { address: `/${fullName(repository)}` };
    yield recordOf(model, row, {
      owner: `${ROOT}/${repository.owner}`,
      name: repository.name,
      description: repository.description,
      private: repository.private,
      has_issues: row.has_issues === undefined ? false : row.has_issues === 1,
      has_wiki: repository.has_wiki || row.has_wiki === 1,
      has_downloads: row.has_downloads === 1,
      ...(typeof row.labels === 'string' ? {} : { labels: labels.get(repository) ?? [] }),
      created_at: row.created_at ?? repository.created_at,
      git_url: `${path}.git`,
      default_branch: repository.default_branch,
      wiki_url: repository.has_wiki ? `${path}.wiki.git` : undefined,
    });
  }
}

/** What a pull request is to be merged into, as a record of its own: service.md names the file, nobody its fields. */
function baseOf(pullRequest: ArchiveRecord): ArchiveRecord | null {
  const { base } = pullRequest;
  if (typeof base !== 'object' || base === null || Array.isArray(base)) return null;
  return { type: 'base', url: `${pullRequest.url}#base`, pull_request: pullRequest.url, ...base };
}

function fullName({ owner, name }: ExportedRepository): string {
  return `${owner}/${name}`;
}

/** By code units: the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
