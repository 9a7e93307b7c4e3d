/** Migrations of organizations and of the account: one list, one way to act on them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Migration } from '../../service/api/migrations/migration-schemas.ts';
import { shownInPlace } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { api } from './request.ts';

async function accountLogin(): Promise<string> {
  return (await api('GET /user')).login;
}

/** Whether migrations of an owner are the account's own; an organization's lie elsewhere. */
async function isOwn(owner: string): Promise<boolean> {
  return owner === (await accountLogin());
}

/** Every migration of the account and of its organizations, newest first. */
export function useMigrations() {
  return useQuery({
    queryKey: queryKeys.migrations,
    queryFn: async () => {
      const organizations = await api.all('GET /user/orgs');
      const query = { exclude: 'repositories' };
      const lists = await Promise.all([
        api.all('GET /user/migrations', { query }),
        ...organizations.map(({ login }) => api.all('GET /orgs/{org}/migrations', { path: { org: login }, query })),
      ]);
      // What the account started for an organization is in both lists.
      const byId = new Map(lists.flat().map((migration) => [migration.id, migration]));
      return [...byId.values()].sort((a, b) => b.id - a.id);
    },
  });
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
    mutationFn: async (what: MigrationAction): Promise<void> => {
      await ((await isOwn(owner)) ? actOnOwn(id, what) : actOnOrganizations(owner, id, what));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.migrations });
      await queries.invalidateQueries({ queryKey: queryKeys.repositories });
    },
  });
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
