/** `/user/repository_summaries`: what a table of all repositories shows, in one answer. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { RepositorySummaryRow } from '../../store/repository-summaries.ts';
import { vcsSchema } from '../../vocabulary/import-report.ts';
import { IMPORT_STATUSES } from '../../vocabulary/import-status.ts';
import { REPOSITORY } from '../shared/access.ts';
import { listReach } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { longAnswer, mapBatches } from '../shared/long-answer.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';

const partState = z.enum(['green', 'amber', 'red']);

const summarySchema = z
  .object({
    id: z.number().int(),
    owner: z.string(),
    name: z.string(),
    full_name: z.string(),
    /** Kilobytes on disk; 0 for an empty one. */
    size: z.number().int(),
    /** When something was put into it last. */
    pushed_at: z.string(),
    /** As in `Repository`: the migration that locks it. */
    locked_by: z.object({ migration_id: z.number().int(), owner: z.string() }).nullable(),
    /** How it came here. `restored`: from an archive; `made`: empty. */
    origin: z.enum(['imported', 'restored', 'made']),
    /** Its import; null where there is none. */
    import: z.object({ vcs: vcsSchema.nullable(), vcs_url: z.string(), status: z.enum(IMPORT_STATUSES) }).nullable(),
    /** States of the parts of the import's verdict; null before there is one. */
    verdict: z.object({ complete: partState, equal: partState, people: partState }).nullable(),
    /** Pairs of a year and its commits, oldest first, without years that have none; null when nobody has counted. */
    years: z.array(z.tuple([z.number().int(), z.number().int()])).nullable(),
    /** Where it was pushed to, in the order in which it first was. */
    remotes: z.array(
      z.object({
        /** Never holds a password. */
        remote_url: z.string(),
        pushed_at: z.string(),
        /** Whether something was put into the repository since. Nobody asks the remote, and nobody counts commits here. */
        is_older: z.boolean(),
      }),
    ),
  })
  .openapi('RepositorySummary');
export type RepositorySummary = z.infer<typeof summarySchema>;

const listRoute = operation({
  method: 'get',
  path: '/user/repository_summaries',
  access: REPOSITORY,
  resource: 'Repository',
  summary:
    'All repositories of the account and of its organizations by name, each in a few words; `X-Total-Count` says how many there are. Not paged.',
  request: {
    query: z.object({
      limit: z
        .string()
        .regex(/^\d{1,6}$/)
        .optional()
        .openapi({ description: 'Only so many, the first ones.' }),
    }),
  },
  responses: {
    200: {
      description: 'All of them.',
      content: { 'application/json': { schema: z.array(summarySchema) } },
    },
    ...errorResponses(401, 422),
  },
});

function represent(row: RepositorySummaryRow): RepositorySummary {
  const { id, owner, name, pushed_at, origin, vcs, vcs_url, status, verdict, years, remotes } = row;
  return {
    ...{ id, owner, name, full_name: `${owner}/${name}`, size: row.size_kb, pushed_at },
    locked_by:
      row.locking_migration === null ? null : { migration_id: row.locking_migration, owner: row.locking_owner ?? '' },
    origin,
    import: status === null || vcs_url === null ? null : { vcs, vcs_url, status },
    ...{ verdict, years },
    remotes: remotes.map((remote) => ({ ...remote, is_older: remote.pushed_at < pushed_at })),
  };
}

/** The table of all repositories. */
export function repositorySummaryRoutes(engine: Rooms<'accounts' | 'repositories'>) {
  return router().on(listRoute, (c) => {
    const reach = listReach(engine, c);
    const { limit } = c.req.valid('query');
    const most = limit === undefined ? undefined : Number(limit);
    const { rows, total } = engine.repositories.summaries(c.get('account').id, reach, most);
    const headers = { 'X-Total-Count': String(total) };
    return longAnswer(c, mapBatches(rows, represent), 200, { headers }) as never;
  });
}
