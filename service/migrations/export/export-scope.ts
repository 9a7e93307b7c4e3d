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
    const row = repository_id === null ? undefined : rooms.repositories.byId(repository_id);
    if (row === undefined) throw Failure.of('export.repository_removed', { repository: full_name });
    if (rows.push(row) % AT_ONCE === 0) await breathe();
  }
  const name = (row: RepositoryRow) => `${row.owner}/${row.name}`;
  rows.sort((a, b) => (name(a) < name(b) ? -1 : 1));
  const hasWiki = (row: RepositoryRow) => existsSync(rooms.repositories.wikiPath(row));
  const folders = rows.flatMap((row): ExportedFolder[] => {
    const own = {
      fullName: name(row),
      repositoryId: row.id,
      path: rooms.repositories.path(row),
      pushedAt: row.pushed_at,
    };
    const wiki = { ...own, repositoryId: null, fullName: `${name(row)}.wiki`, path: rooms.repositories.wikiPath(row) };
    return hasWiki(row) ? [own, wiki] : [own];
  });
  const { accounts } = rooms;
  const owner = accounts.byId(migration.owner_id) as AccountRow;
  const scope: ExportScope = {
    organization: owner.type === 'Organization' ? organizationOf(rooms, owner) : null,
    users: accounts.people(EVERYBODY).rows.map(accountOf),
    required: owner.type === 'User' ? [owner.login] : [],
    repositories: rows.map((row) => ({
      records_id: row.records_id,
      owner: row.owner,
      name: row.name,
      description: row.description,
      private: row.private === 1,
      default_branch: row.default_branch,
      created_at: row.created_at,
      has_wiki: hasWiki(row),
    })),
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
