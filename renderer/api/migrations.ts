/** Migrations of organizations and of the account: one list, one way to act on them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Migration } from '../../service/api/migrations/migration-schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { ApiError, api } from './request.ts';

async function accountLogin(): Promise<string> {
  return (await api('GET /user')).login;
}

/** Whether migrations of an owner are the account's own; an organization's lie elsewhere. */
async function isOwn(owner: string): Promise<boolean> {
  return owner === (await accountLogin());
}

export interface Migrations {
  /** Newest first. */
  rows: Migration[];
  /** Organizations whose migrations the account may not see: it is a member of them, not an owner. */
  unseen: string[];
}

/** Every migration that the account started, and those of the organizations that it owns. */
export function useMigrations() {
  return useQuery({ queryKey: queryKeys.migrations, queryFn: () => readMigrations(api) });
}

/** Reads the lists; one that is refused is named and leaves the others as they are. @throws what else goes wrong */
export async function readMigrations(client: Pick<typeof api, 'all'>): Promise<Migrations> {
  const organizations = await client.all('GET /user/orgs');
  const query = { exclude: 'repositories' };
  const [own, ...others] = await Promise.all([
    client.all('GET /user/migrations', { query }),
    ...organizations.map(async ({ login, role }) =>
      role === 'admin'
        ? unlessRefused(client.all('GET /orgs/{org}/migrations', { path: { org: login }, query }))
        : null,
    ),
  ]);
  // What the account started for an organization is in both lists.
  const byId = new Map([own, ...others].flatMap((list) => list ?? []).map((migration) => [migration.id, migration]));
  return {
    rows: [...byId.values()].sort((a, b) => b.id - a.id),
    unseen: organizations.flatMap(({ login }, index) => (others[index] === null ? [login] : [])),
  };
}

/** Null for what the account may not see any more: roles change while a window is open. */
async function unlessRefused<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

export function useMigration(owner: string, id: number) {
  return useQuery({
    queryKey: queryKeys.migration(owner, id),
    queryFn: async () => {
      const query = { exclude: 'repositories' };
      return (await isOwn(owner))
        ? api('GET /user/migrations/{migration_id}', { path: { migration_id: id }, query })
        : api('GET /orgs/{org}/migrations/{migration_id}', { path: { org: owner, migration_id: id }, query });
    },
  });
}

export interface MigrationStart {
  repositories: string[];
  lock_repositories: boolean;
  exclude_attachments: boolean;
}

export async function startMigration(owner: string, start: MigrationStart): Promise<Migration> {
  return (await isOwn(owner))
    ? api('POST /user/migrations', { body: start })
    : api('POST /orgs/{org}/migrations', { path: { org: owner }, body: start });
}

export type MigrationAction =
  | { action: 'cancel' | 'retry' | 'delete-archive' | 'unlock-all' }
  /** `repository` is a full name. */
  | { action: 'unlock'; repository: string };

/** Cancels, retries, deletes the archive, or unlocks. */
export function useActOnMigration(owner: string, id: number) {
  const queries = useQueryClient();
  return useMutation({
    meta: shownInPlace,
    mutationFn: (what: MigrationAction) => actOnMigration(owner, id, what),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.migrations });
      await queries.invalidateQueries({ queryKey: queryKeys.repositories });
    },
  });
}

/** Does it, wherever the migration lies. */
export async function actOnMigration(owner: string, id: number, what: MigrationAction): Promise<void> {
  await ((await isOwn(owner)) ? actOnOwn(id, what) : actOnOrganizations(owner, id, what));
}

function actOnOwn(migration_id: number, what: MigrationAction): Promise<unknown> {
  const path = { migration_id };
  switch (what.action) {
    case 'cancel':
      return api('POST /user/migrations/{migration_id}/cancel', { path });
    case 'retry':
      return api('POST /user/migrations/{migration_id}/retry', { path });
    case 'delete-archive':
      return api('DELETE /user/migrations/{migration_id}/archive', { path });
    case 'unlock-all':
      return api('DELETE /user/migrations/{migration_id}/locks', { path });
    case 'unlock':
      return api('DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock', {
        path: { ...path, repo_name: nameIn(what.repository) },
      });
  }
}

function actOnOrganizations(org: string, migration_id: number, what: MigrationAction): Promise<unknown> {
  const path = { org, migration_id };
  switch (what.action) {
    case 'cancel':
      return api('POST /orgs/{org}/migrations/{migration_id}/cancel', { path });
    case 'retry':
      return api('POST /orgs/{org}/migrations/{migration_id}/retry', { path });
    case 'delete-archive':
      return api('DELETE /orgs/{org}/migrations/{migration_id}/archive', { path });
    case 'unlock-all':
      return api('DELETE /orgs/{org}/migrations/{migration_id}/locks', { path });
    case 'unlock':
      return api('DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock', {
        path: { ...path, repo_name: nameIn(what.repository) },
      });
  }
}

function nameIn(fullName: string): string {
  return fullName.split('/')[1] ?? '';
}
