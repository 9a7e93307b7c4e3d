/** `/repos/{owner}/{repo}/overview`: what a repository came from, where it is, and what it comes to. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { repositoryStatisticsSchema } from '../../vocabulary/repository-statistics.ts';
import { REPOSITORY } from '../shared/access.ts';
import { ownsInstallation, reachOf, repositoryOf } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { repositoryPath } from './repositories.ts';

/** Archives that are named where nobody asks for all of them, newest first. */
const MOST_ARCHIVES = 50;

const overviewSchema = z
  .object({
    /** How it came here. `restored`: from an archive; `made`: empty. */
    origin: z.object({
      kind: z.enum(['imported', 'restored', 'made']),
      /** Address of the source, or the archive's file; null where nobody knows, or it is not for the caller. */
      place: z.string().nullable(),
      at: z.string(),
    }),
    /** Where it lies on this machine. */
    folder: z.string(),
    /** Where the loopback server gives it; null while that does not listen. */
    clone_url: z.string().nullable(),
    /** Exports that took it along, of what the caller may see, newest first. */
    archives: z.array(
      z.object({
        id: z.number().int(),
        owner: z.string(),
        state: z.enum(['pending', 'exporting', 'exported', 'failed']),
        /** Whether the archive is there still. */
        available: z.boolean(),
        /** Whether it locks the repository. */
        locks: z.boolean(),
        created_at: z.string(),
      }),
    ),
    /** How many older ones are not named. */
    archives_left_out: z.number().int(),
    /** Null when nobody has counted yet. */
    statistics: repositoryStatisticsSchema.nullable(),
    /** `counting`: the statistics are those of before, or none; an event tells when they are new. */
    statistics_state: z.enum(['current', 'counting', 'unreadable']),
  })
  .openapi('RepositoryOverview');
export type RepositoryOverview = z.infer<typeof overviewSchema>;

const overviewRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/overview',
  access: REPOSITORY,
  resource: 'Repository',
  summary:
    'Where a repository came from, where it is, the archives that it is in, and what its history and files come to.',
  request: {
    params: repositoryPath,
    query: z.object({
      archives: z
        .enum(['last', 'all'])
        .optional()
        .openapi({ description: 'Whether all archives are named, or the last 50 (default).' }),
    }),
  },
  responses: {
    200: { description: 'The overview.', content: { 'application/json': { schema: overviewSchema } } },
    ...errorResponses(401, 404, 422),
  },
});

type Needed = Rooms<'accounts' | 'imports' | 'loopback' | 'migrations' | 'repositories' | 'restores' | 'statistics'>;

/** What a repository's page shows. */
export function repositoryOverviewRoutes(engine: Needed) {
  const { accounts, imports, loopback, migrations, repositories, restores } = engine;
  return router().on(overviewRoute, async (c) => {
    const row = repositoryOf(engine, c, c.req.valid('param'));
    const account = c.get('account');
    const reading = await engine.statistics.of(row);
    const record = imports.records.ofRepository(row.id);
    const name = `${row.owner}/${row.name}`;
    const restored = record === undefined ? restores.lastOf(name) : undefined;
    const { base_url } = loopback.state();
    const seen = migrations
      .ofRepository(row.id, reachOf(c))
      .filter((migration) => accounts.mayAdminister(account, migration.owner_id));
    const archives = c.req.valid('query').archives === 'all' ? seen : seen.slice(0, MOST_ARCHIVES);
    const isRestored = restored !== undefined || row.records_id !== null;
    const from = record === undefined ? undefined : imports.publishedFrom(record);
    const origin =
      from === undefined
        ? {
            kind: isRestored ? ('restored' as const) : ('made' as const),
            place: ownsInstallation(c) ? (restored?.archive_path ?? null) : null,
            at: restored?.finished_at ?? row.created_at,
          }
        : { kind: 'imported' as const, place: from.vcs_url, at: from.started_at };
    return c.json(
      {
        origin,
        folder: repositories.path(row),
        clone_url: base_url === null ? null : `${new URL(base_url).origin}/${name}.git`,
        archives: archives.map(({ id, owner, state, created_at, archive_size, archive_deleted_at }) => ({
          ...{ id, owner, state, created_at },
          available: archive_size !== null && archive_deleted_at === null,
          locks: row.locking_migration === id,
        })),
        archives_left_out: seen.length - archives.length,
        statistics: reading.statistics,
        statistics_state: reading.state,
      },
      200,
    );
  });
}
