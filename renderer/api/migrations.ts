/** Migrations of organizations and of the account: one list, one way to act on them. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LARGEST_PAGE } from '../../client/api-client.ts';
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
  /** Logins that have migrations, also where those are on a page that was not read yet. */
  owners: string[];
  /** Organizations whose migrations the account may not see: it is a member of them, not an owner. */
  unseen: string[];
}

/** Name of the account's own list among those of organizations, which have their logins. */
const OWN = '';

interface WantedPage {
  page: number;
  /** Lists that have so many pages; null for all of them. */
  of: readonly string[] | null;
}

interface MigrationList {
  name: string;
  rows: Migration[];
  /** Whether there may be another page of it. */
  more: boolean;
}

interface MigrationPage extends Pick<Migrations, 'unseen'> {
  page: number;
  lists: MigrationList[];
}

/** Every migration that the account started, and those of the organizations that it owns: page by page, newest first. */
export function useMigrations() {
  return useInfiniteQuery({
    queryKey: queryKeys.migrations,
    queryFn: ({ pageParam }) => readMigrations(api, pageParam),
    initialPageParam: { page: 1, of: null } as WantedPage,
    getNextPageParam: ({ page, lists }) => {
      const of = lists.filter(({ more }) => more).map(({ name }) => name);
      return of.length === 0 ? null : { page: page + 1, of };
    },
    select: ({ pages }) => mergedMigrations(pages),
  });
}

/** Reads a page of each list; one that is refused is named and leaves the others as they are. @throws what else goes wrong */
export async function readMigrations(client: typeof api, { page, of }: WantedPage): Promise<MigrationPage> {
  const organizations = await client.all('GET /user/orgs');
  const query = { exclude: 'repositories', per_page: LARGEST_PAGE, page };
  const isWanted = (name: string) => of === null || of.includes(name);
  const read = async (name: string, asked: Promise<Migration[] | null>): Promise<MigrationList | null> => {
    const rows = await asked;
    return rows === null ? null : { name, rows, more: rows.length === LARGEST_PAGE };
  };
  const owned = organizations.filter(({ login, role }) => role === 'admin' && isWanted(login));
  const asked = await Promise.all([
    isWanted(OWN) ? read(OWN, client('GET /user/migrations', { query })) : null,
    ...owned.map(({ login }) =>
      read(login, unlessRefused(client('GET /orgs/{org}/migrations', { path: { org: login }, query }))),
    ),
  ]);
  const lists = asked.filter((list) => list !== null);
  const seen = new Set(lists.map(({ name }) => name));
  return {
    page,
    lists,
    unseen: organizations.flatMap(({ login }) => (isWanted(login) && !seen.has(login) ? [login] : [])),
  };
}

/**
 * Pages of several lists as one list. It ends where the first of those ends that have more: what is older may have others before it.
 */
export function mergedMigrations(pages: readonly MigrationPage[]): Migrations {
  const all = pages.flatMap(({ lists }) => lists);
  const ends = (pages.at(-1)?.lists ?? []).flatMap(({ more, rows }) => (more ? [rows.at(-1)?.id ?? 0] : []));
  const end = Math.max(0, ...ends);
  // What the account started for an organization is in both lists.
  const byId = new Map(all.flatMap(({ rows }) => rows).map((migration) => [migration.id, migration]));
  return {
    rows: [...byId.values()].filter(({ id }) => id >= end).sort((a, b) => b.id - a.id),
    owners: [...new Set([...byId.values()].map(({ owner }) => owner.login))].sort(),
    unseen: pages[0]?.unseen ?? [],
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
