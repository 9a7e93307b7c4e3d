/** `/user/work`: what runs, waits, or ended lately, of all kinds of long work. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { reachRepository } from '../../repositories/reached.ts';
import { REPOSITORY } from '../shared/access.ts';
import { listReach, ownsInstallation } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { workOfComparison, workOfExport, workOfImport, workOfPush, workOfRestore } from './work-representation.ts';
import { type Work, workSchema } from './work-schemas.ts';

/** Ended work of each kind that is listed; what works, waits or asks is, all of it. */
const ENDED = 30;
/** Imports, updates and pushes that failed and were not tried again since: of hundreds begun at once, those are looked for a day later. */
const FAILED = 300;

/** Takes the limit of a statement away. */
const NO_LIMIT = -1;

const listRoute = operation({
  method: 'get',
  path: '/user/work',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Imports, updates, comparisons, pushes, exports and restores that run or wait, and those that ended lately.',
  request: {
    query: z.object({
      failed: z
        .enum(['last', 'all'])
        .optional()
        .openapi({ description: 'Whether all that failed is listed, or what failed last (default).' }),
    }),
  },
  responses: {
    200: {
      description:
        'What runs first, then what waits, then what ended, the latest first. `X-Gantry-Left-Out`: how many that failed before are not listed.',
      content: { 'application/json': { schema: z.array(workSchema) } },
    },
    ...errorResponses(401),
  },
});

/** Long work of everything that the account sees. */
export function workRoutes(
  engine: Rooms<'accounts' | 'imports' | 'migrations' | 'remotePushes' | 'repositories' | 'restores'>,
) {
  return router().on(listRoute, (c) => {
    const account = c.get('account');
    const reach = listReach(engine, c);
    const { records, comparisons } = engine.imports;
    const failed = c.req.valid('query').failed === 'all' ? NO_LIMIT : FAILED;
    const imports = records.lately(account.id, reach, { changed: ENDED, failed });
    const known = new Map(imports.map((record) => [record.id, record]));
    const compared = comparisons.all().flatMap(({ importId, comparison }) => {
      const record = known.get(importId) ?? records.byId(importId);
      const found = record && reachRepository(engine, { account, reach }, { owner: record.owner, repo: record.repo });
      return record !== undefined && found?.kind === 'reached' ? [workOfComparison(record, comparison)] : [];
    });
    const all = [
      ...[...known.values()].map((record) => workOfImport(engine, record)),
      ...compared,
      ...engine.remotePushes.recent(account.id, reach, { last: ENDED, failed }).map(workOfPush),
      ...engine.migrations.recent(account.id, reach, ENDED).map((row) => workOfExport(engine, row)),
      ...(ownsInstallation(c) ? engine.restores.recent(ENDED).map((row) => workOfRestore(engine, row)) : []),
    ];
    const counts = [records, engine.remotePushes].map((room) => room.countFailed(account.id, reach));
    const left = failed === NO_LIMIT ? 0 : counts.reduce((sum, count) => sum + Math.max(0, count - FAILED), 0);
    if (left > 0) c.header('X-Gantry-Left-Out', String(left));
    return c.json(all.sort(latestFirst), 200);
  });
}

function latestFirst(one: Work, other: Work): number {
  if ((one.ended_at === null) !== (other.ended_at === null)) return one.ended_at === null ? -1 : 1;
  if ((one.state === 'waiting') !== (other.state === 'waiting')) return other.state === 'waiting' ? -1 : 1;
  const [a, b] = [one.ended_at ?? one.begun_at, other.ended_at ?? other.begun_at];
  return a === b ? 0 : a < b ? 1 : -1;
}
