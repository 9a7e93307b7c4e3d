/** `/restores`: opened archives brought into this installation. Owners of the installation only. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import type { RestoreSummary } from '../../migrations/restore/restore-job.ts';
import type { RestoreRow } from '../../store/restores.ts';
import { INSTALLATION } from '../shared/access.ts';
import { base, idOf, requireInstallationOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { spokenReading } from '../shared/spoken.ts';
import { type Restore, restoreSchema } from './migration-schemas.ts';

const onePath = z.object({ id: z.string() });
const restoreAnswer = { description: 'The restore.', content: { 'application/json': { schema: restoreSchema } } };

const startRoute = operation({
  method: 'post',
  path: '/restores',
  access: INSTALLATION,
  resource: 'Restore',
  summary: 'Restores an opened archive as its choices say: all of it or nothing.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ inspection_id: z.number().int().positive() }) } },
    },
  },
  responses: { 201: restoreAnswer, ...errorResponses(401, 403, 422) },
});
const listRoute = operation({
  method: 'get',
  path: '/restores',
  access: INSTALLATION,
  resource: 'Restore',
  summary: 'Restores, newest first.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Restores.', content: { 'application/json': { schema: z.array(restoreSchema) } } },
    ...errorResponses(401, 403),
  },
});
const getRoute = operation({
  method: 'get',
  path: '/restores/{id}',
  access: INSTALLATION,
  resource: 'Restore',
  summary: 'One restore.',
  request: { params: onePath },
  responses: { 200: restoreAnswer, ...errorResponses(401, 403, 404) },
});
const cancelRoute = operation({
  method: 'delete',
  path: '/restores/{id}',
  access: INSTALLATION,
  resource: 'Restore',
  summary: 'Cancels a restore that has not published yet. Nothing of it stays.',
  request: { params: onePath },
  responses: { 204: { description: 'Cancelled.' }, ...errorResponses(401, 403, 404, 422) },
});

/** @param kept JSON of `RestoreSummary` */
function representResults(kept: string): Restore['summary'] {
  const summary = JSON.parse(kept) as RestoreSummary;
  return { ...summary, notes: summary.notes.map(spoken) };
}

export function restoreRoutes(engine: Rooms<'inspections' | 'restores'>) {
  const { restores, inspections } = engine;
  const represent = (c: ApiContext, row: RestoreRow): Restore => ({
    id: row.id,
    inspection_id: row.inspection_id,
    archive_path: row.archive_path,
    // That the last folders are on their way is of no interest to anybody.
    state: row.state === 'publishing' ? 'restoring' : row.state,
    progress: spokenReading(restores.live(row)),
    error_message: row.failure === null ? null : sentenceFor(row.failure, 'restore'),
    failure: row.failure?.key ?? null,
    summary: row.state === 'restored' && row.summary !== null ? representResults(row.summary) : null,
    created_at: row.created_at,
    finished_at: row.finished_at,
    url: `${base(c)}/restores/${row.id}`,
  });
  const find = (c: ApiContext): RestoreRow => {
    requireInstallationOwner(c);
    const row = restores.byId(idOf(c.req.param('id') ?? ''));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(startRoute, async (c) => {
      requireInstallationOwner(c);
      const inspection = inspections.byId(c.req.valid('json').inspection_id);
      if (inspection === undefined) {
        throw invalid(
          'Restore',
          'inspection_id',
          'invalid',
          say('There is no opened archive of this id. Open it first.'),
        );
      }
      const restore = represent(c, await restores.start(inspection, c.get('account').id));
      return c.json(restore, 201, { Location: restore.url });
    })
    .on(listRoute, (c) => {
      requireInstallationOwner(c);
      const rows = readListing(c, c.req.valid('query'), (range) => restores.list(range));
      return c.json(
        rows.map((row) => represent(c, row)),
        200,
      );
    })
    .on(getRoute, (c) => c.json(represent(c, find(c)), 200))
    .on(cancelRoute, async (c) => {
      await restores.cancel(find(c));
      return c.body(null, 204);
    });
}
