/** Migrations of organizations and of the account: one list, one way to act on them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Migration } from '../../service/api/migrations/migration-schemas.ts';
import { queryKeys } from './query-keys.ts';
import { request, requestAllPages } from './request.ts';

/** `/user/migrations` for the account's own, `/orgs/{org}/migrations` for an organization's. */
function migrationsPath(owner: string, account: string): string {
  return owner === account ? '/user/migrations' : `/orgs/${encodeURIComponent(owner)}/migrations`;
}

async function accountLogin(): Promise<string> {
  return (await request<{ login: string }>('GET', '/user')).login;
}

async function pathOf(owner: string, id: number): Promise<string> {
  return `${migrationsPath(owner, await accountLogin())}/${id}`;
}

/** Every migration of the account and of its organizations, newest first. */
export function useMigrations() {
  return useQuery({
    queryKey: queryKeys.migrations,
    queryFn: async () => {
      const account = await accountLogin();
      const organizations = await requestAllPages<{ login: string }>('/user/orgs');
      const lists = await Promise.all(
        [account, ...organizations.map(({ login }) => login)].map((owner) =>
          requestAllPages<Migration>(migrationsPath(owner, account), { exclude: 'repositories' }),
        ),
      );
      return lists.flat().sort((a, b) => b.id - a.id);
    },
  });
}

export function useMigration(owner: string, id: number) {
  return useQuery({
    queryKey: queryKeys.migration(owner, id),
    queryFn: async () => request<Migration>('GET', `${await pathOf(owner, id)}?exclude=repositories`),
  });
}

export interface MigrationStart {
  repositories: string[];
  lock_repositories: boolean;
  exclude_attachments: boolean;
}

export async function startMigration(owner: string, start: MigrationStart): Promise<Migration> {
  return request<Migration>('POST', migrationsPath(owner, await accountLogin()), start);
}

export type MigrationAction =
  | { action: 'cancel' | 'retry' | 'delete-archive' | 'unlock-all' }
  /** `repository` is a full name. */
  | { action: 'unlock'; repository: string };

/** Cancels, retries, deletes the archive, or unlocks. */
export function useActOnMigration(owner: string, id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (what: MigrationAction): Promise<void> => {
      const path = await pathOf(owner, id);
      switch (what.action) {
        case 'cancel':
        case 'retry':
          await request('POST', `${path}/${what.action}`);
          return;
        case 'delete-archive':
          await request('DELETE', `${path}/archive`);
          return;
        case 'unlock-all':
          await request('DELETE', `${path}/locks`);
          return;
        case 'unlock':
          await request('DELETE', `${path}/repos/${encodeURIComponent(what.repository.split('/')[1] ?? '')}/lock`);
      }
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.migrations });
      await queries.invalidateQueries({ queryKey: queryKeys.repositories });
    },
  });
}
