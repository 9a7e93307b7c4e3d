/** What the rows say that an export needs to know; made on the main thread, once an export. */
import { existsSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { Failure } from '../../failures/failure.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { MigrationRepositoryRow, MigrationRow } from '../../store/migrations-table.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import type { ExportedAccount, ExportScope } from '../records/export-scope.ts';
import type { ExportedFolder, ExportJob } from './export-job.ts';
import type { MigrationRooms } from './migration-rooms.ts';

/** Rows looked up at once: a few milliseconds. */
const AT_ONCE = 100;
const EVERYBODY = { limit: -1, offset: 0 };

/** @throws Failure when a repository was removed meanwhile */
export async function exportJobOf(
  rooms: Pick<MigrationRooms, 'dataFolder' | 'accounts' | 'repositories'>,
  migration: MigrationRow,
  wanted: readonly MigrationRepositoryRow[],
  paths: Pick<ExportJob, 'archivePath' | 'stagingFolder'>,
): Promise<ExportJob> {
  const rows: RepositoryRow[] = [];
  for (const { repository_id, full_name } of wanted) {
    // A renaming that was begun before this export was: none begins from here on.
    if (repository_id !== null) await rooms.repositories.whenInPlace(repository_id);
    const row = repository_id === null ? undefined : rooms.repositories.byId(repository_id);
    if (row === undefined || row.deleted_at !== null)
      throw Failure.of('export.repository_removed', { repository: full_name });
    if (rows.push(row) % AT_ONCE === 0) await breathe();
  }
  const named = rows.map((row) => ({ row, fullName: `${row.owner}/${row.name}` }));
  named.sort((a, b) => (a.fullName < b.fullName ? -1 : 1));
  const folders: ExportedFolder[] = [];
  const repositories: ExportScope['repositories'][number][] = [];
  for (const [index, { row, fullName }] of named.entries()) {
    // Each asks the disk.
    if (index % AT_ONCE === AT_ONCE - 1) await breathe();
    const wiki = rooms.repositories.wikiPath(row);
    const has_wiki = existsSync(wiki);
    const pushedAt = row.pushed_at;
    folders.push({ fullName, repositoryId: row.id, path: rooms.repositories.path(row), pushedAt });
    if (has_wiki) folders.push({ fullName: `${fullName}.wiki`, repositoryId: null, path: wiki, pushedAt });
    repositories.push({
      records_id: row.records_id,
      owner: row.owner,
      name: row.name,
      description: row.description,
      private: row.private === 1,
      default_branch: row.default_branch,
      created_at: row.created_at,
      has_wiki,
    });
  }
  const { accounts } = rooms;
  const owner = accounts.byId(migration.owner_id) as AccountRow;
  const scope: ExportScope = {
    organization: owner.type === 'Organization' ? organizationOf(rooms, owner) : null,
    users: accounts.people(EVERYBODY).rows.map(accountOf),
    required: owner.type === 'User' ? [owner.login] : [],
    repositories,
    exclude_attachments: migration.exclude_attachments,
  };
  return { dataFolder: rooms.dataFolder, ...paths, scope, folders };
}

function organizationOf(rooms: Pick<MigrationRooms, 'accounts'>, owner: AccountRow): ExportScope['organization'] {
  const members = rooms.accounts.members(owner.id, EVERYBODY).rows.map(({ login, role }) => ({
    login,
    role: role === 'owner' ? ('admin' as const) : ('direct_member' as const),
  }));
  return { ...accountOf(owner), members };
}

function accountOf({ login, name, email, created_at }: AccountRow): ExportedAccount {
  return { login, name, email, created_at };
}
