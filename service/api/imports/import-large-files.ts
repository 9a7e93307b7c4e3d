/** `/repos/{owner}/{repo}/import/large_files` and `.../lfs`: files over 100 MB and what becomes of them. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { representImport } from './import-representation.ts';
import { checkSource } from './import-requests.ts';
import { importSchema, largeFileSchema } from './import-schemas.ts';
import { importOf } from './imports.ts';

const path = '/repos/{owner}/{repo}/import';

const listRoute = operation({
  method: 'get',
  path: `${path}/large_files`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Files over 100 MB that were found, largest first.',
  request: { params: repositoryPath },
  responses: {
    200: { description: 'Large files.', content: { 'application/json': { schema: z.array(largeFileSchema) } } },
    ...errorResponses(401, 404),
  },
});
const chooseRoute = operation({
  method: 'patch',
  path: `${path}/lfs`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Chooses what becomes of large files: Git LFS (opt_in), or left out (opt_out). Before any is known, too.',
  request: {
    params: repositoryPath,
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ use_lfs: z.enum(['opt_in', 'opt_out']) }) } },
    },
  },
  responses: {
    200: { description: 'The import.', content: { 'application/json': { schema: importSchema } } },
    ...errorResponses(401, 403, 404, 422),
  },
});

export function importLargeFileRoutes(engine: Rooms<'accounts' | 'dataFolder' | 'imports' | 'repositories'>) {
  const { imports } = engine;
  return router()
    .on(listRoute, (c) => c.json(imports.records.largeFiles(importOf(engine, c, c.req.valid('param')).id), 200))
    .on(chooseRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      await checkSource(engine, c, record);
      const { use_lfs } = c.req.valid('json');
      const changed = await imports.chooseLfs(record.id, record.repository_id, use_lfs);
      return c.json(representImport(engine, base(c), changed), 200);
    });
}
