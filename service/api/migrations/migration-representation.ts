/** Rows of migrations as the API sends them. */

import type { Rooms } from '../../engine.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import { lackNotes } from '../../migrations/export/lacks.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { nodeId, representOwner, representRepository } from '../shared/representations.ts';
import { spokenReading } from '../shared/spoken.ts';
import type { Migration, MigrationRepository } from './migration-schemas.ts';

/** Repositories read and represented at once: a few milliseconds. */
const AT_ONCE = 50;

type MigrationRepositories = NonNullable<Migration['repositories']>;

/** As migrations write times: with a numeric offset (service.md, "Conventions"). */
function withOffset(timestamp: string): string {
  return timestamp.replace(/Z$/, '+00:00');
}

export function migrationUrl(base: string, row: Pick<MigrationRow, 'id' | 'owner' | 'owner_type'>): string {
  return row.owner_type === 'Organization'
    ? `${base}/orgs/${encodeURIComponent(row.owner)}/migrations/${row.id}`
    : `${base}/user/migrations/${row.id}`;
}

/** @param exclude attributes to leave out; only `repositories` can be */
export function representMigration(
  engine: Rooms<'accounts' | 'facts' | 'migrations' | 'repositories'>,
  base: string,
  row: MigrationRow,
  viewer: AccountRow,
  exclude: readonly string[],
): Migration {
  const shown = representWithout(engine, base, row);
  if (exclude.includes('repositories')) return shown;
  return { ...shown, repositories: [...representRepositories(engine, base, row, viewer)].flat() };
}

/** Its repositories as `representMigration` has them, some at a time. */
export function* representRepositories(
  engine: Rooms<'accounts' | 'facts' | 'migrations' | 'repositories'>,
  base: string,
  row: MigrationRow,
  viewer: AccountRow,
): Generator<MigrationRepositories> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = engine.repositories.ofMigration(row.id, { limit: AT_ONCE, offset });
    yield rows.map((repository) => representRepository(engine, base, repository, viewer));
    if (rows.length < AT_ONCE) return;
  }
}

/** As `representMigration`, without its repositories. */
export function representWithout(engine: Rooms<'accounts' | 'migrations'>, base: string, row: MigrationRow): Migration {
  const { migrations, accounts } = engine;
  const owner = accounts.byId(row.owner_id) as AccountRow;
  const url = migrationUrl(base, row);
  const { archive_size, archive_sha256, archive_lacks: lacks, exported_at, expires_at, archive_deleted_at } = row;
  return {
    id: row.id,
    node_id: nodeId('Migration', row.id),
    owner: representOwner(base, owner),
    guid: row.guid,
    state: row.state,
    lock_repositories: row.lock_repositories,
    exclude_attachments: row.exclude_attachments,
    exclude: row.exclude,
    repository_names: migrations.repositoryNames(row.id),
    locked_repositories: migrations.lockedRepositories(row.id),
    url,
    archive_url: `${url}/archive`,
    archive:
      archive_size === null || archive_sha256 === null || exported_at === null || expires_at === null
        ? null
        : {
            size: archive_size,
            sha256: archive_sha256,
            lacks:
              lacks === null
                ? null
                : {
                    large_files: lacks.large_files,
                    attached_files: lacks.attached_files,
                    notes: lackNotes(lacks).map((note) => spoken(note)),
                  },
            exported_at: withOffset(exported_at),
            expires_at: withOffset(expires_at),
            deleted_at: archive_deleted_at === null ? null : withOffset(archive_deleted_at),
          },
    progress: spokenReading(migrations.live(row)),
    error_message: row.state === 'failed' && row.failure !== null ? sentenceFor(row.failure, 'export') : null,
    failure: row.state === 'failed' ? (row.failure?.key ?? null) : null,
    created_at: withOffset(row.created_at),
    updated_at: withOffset(row.updated_at),
  };
}

/** A repository as the two repository lists of migrations have it (service.md, "Repository"). */
export function representMigrationRepository(
  engine: Rooms<'accounts' | 'facts'>,
  base: string,
  row: RepositoryRow,
  viewer: AccountRow,
): MigrationRepository {
  const {
    allow_rebase_merge: _rebase,
    allow_squash_merge: _squash,
    allow_merge_commit: _merge,
    forks: _forks,
    open_issues: _issues,
    watchers: _watchers,
    ...rest
  } = representRepository(engine, base, row, viewer);
  return rest;
}
