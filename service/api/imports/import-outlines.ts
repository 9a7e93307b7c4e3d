/** `/import_outlines`: what layouts would make of a source's history, before anything of its contents is fetched. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { layoutPreviewSchema } from '../../vocabulary/layout-preview.ts';
import { REPOSITORY } from '../shared/access.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import {
  checkAddress,
  checkLayout,
  checkVcs,
  credentialsFor,
  readCredentials,
  startSchema,
  wantedLayoutSchema,
} from './import-requests.ts';
import { layoutSchema } from './import-schemas.ts';
import { sourceFault } from './source-fault.ts';

/** Reading a log ends within this time, in milliseconds: 100,000 revisions take about a minute. */
const LIMIT_MS = 600_000;

const outlineSchema = z
  .object({
    /** Names the outline for previews until the engine ends, or newer ones took its place. */
    id: z.string(),
    revisions: z.number().int(),
    /** What the whole history suggests. */
    layout: layoutSchema,
    /** Changes of the log that could not be followed: the source hides a folder, or does not say what they are. */
    unclear: z.number().int(),
  })
  .openapi('ImportOutline');

const outlineRoute = operation({
  method: 'post',
  path: '/import_outlines',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Reads the log of a Subversion repository, so that layouts can be tried before anything is fetched.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: startSchema.pick({
            vcs_url: true,
            vcs: true,
            vcs_username: true,
            vcs_password: true,
            svn_root: true,
          }),
        },
      },
    },
  },
  responses: {
    201: { description: 'The outline.', content: { 'application/json': { schema: outlineSchema } } },
    ...errorResponses(401, 403, 422),
  },
});

const previewRoute = operation({
  method: 'post',
  path: '/import_outlines/{id}/layout_previews',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'What a layout would make of the history that an outline holds. Changes nothing.',
  request: {
    params: z.object({ id: z.string().max(64) }),
    body: { required: true, content: { 'application/json': { schema: wantedLayoutSchema } } },
  },
  responses: {
    200: { description: 'The preview.', content: { 'application/json': { schema: layoutPreviewSchema } } },
    ...errorResponses(401, 404, 422),
  },
});

export function importOutlineRoutes(engine: Rooms<'dataFolder' | 'outlines' | 'remembered'>) {
  return router()
    .on(outlineRoute, async (c) => {
      const body = c.req.valid('json');
      const address = await checkAddress(engine, c, body.vcs_url);
      const vcs = checkVcs(body.vcs) ?? 'subversion';
      const credentials = await credentialsFor(engine, c, address, readCredentials(body));
      const limit = AbortSignal.timeout(LIMIT_MS);
      const signal = AbortSignal.any([c.req.raw.signal, limit]);
      const job = { vcs, url: address.url, credentials, root: body.svn_root ?? null };
      const outline = await engine.outlines.make(c.get('account').id, job, signal).catch((error: unknown) => {
        throw sourceFault(error, limit, LIMIT_MS);
      });
      if (outline !== null) return c.json(outline, 201);
      throw invalid(
        'Import',
        'vcs',
        'invalid',
        say('Only Subversion tells its folders before the fetch. Start the import.'),
      );
    })
    .on(previewRoute, async (c) => {
      const { id } = c.req.valid('param');
      const preview = await engine.outlines.preview(
        c.get('account').id,
        id,
        checkLayout(c.req.valid('json'), 'subversion'),
      );
      if (preview === null) throw notFound();
      return c.json(preview, 200);
    });
}
