/** `/repos/{owner}/{repo}/import/updates`: new revisions of a source that was imported before. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { sentenceFor } from '../../failures/language.ts';
import { ImportRunning } from '../../imports/requests.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base } from '../shared/context.ts';
import { ApiError, errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { representImport } from './import-representation.ts';
import { checkAddress, checkRemember, checkSource, readCredentials } from './import-requests.ts';
import { importSchema, importUpdateSchema } from './import-schemas.ts';
import { importOf } from './imports.ts';

const updateRoute = operation({
  method: 'post',
  path: '/repos/{owner}/{repo}/import/updates',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Fetches what the source has since the import was complete. Ids and authors of what came before stay.',
  request: {
    params: repositoryPath,
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            vcs_username: z.string().nullish(),
            vcs_password: z.string().nullish(),
            remember_credentials: z.boolean().nullish(),
            hold_before_push: z.boolean().nullish(),
            /** Waits as `hold_before_push` does where new authors have no address and the people book does not know them. */
            hold_for_new_authors: z.boolean().nullish(),
            /** `confirm` of the last update that needed it: what it showed may be taken over. */
            confirm: z.string().nullish(),
            /** Where the source is now. It must be the same history; where the update changes nothing, the address stays. */
            vcs_url: z.string().nullish(),
          }),
        },
      },
    },
  },
  responses: {
    202: { description: 'Begun.', content: { 'application/json': { schema: importSchema } } },
    ...errorResponses(401, 403, 404, 422),
  },
});

const listRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/import/updates',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Updates of the import, newest first: the one that works, and what became of the others.',
  request: { params: repositoryPath, query: pageQuery },
  responses: {
    200: { description: 'Updates.', content: { 'application/json': { schema: z.array(importUpdateSchema) } } },
    ...errorResponses(401, 404),
  },
});

export function importUpdateRoutes(
  engine: Rooms<'accounts' | 'dataFolder' | 'imports' | 'remembered' | 'repositories'>,
) {
  const routes = router().on(listRoute, (c) => {
    const { id } = importOf(engine, c, c.req.valid('param'));
    const rows = readListing(c, c.req.valid('query'), (range) => engine.imports.records.updates(id, range));
    return c.json(
      rows.map(({ failure, commits_before: before, commits_after: after, ...row }) => ({
        ...row,
        message: failure === null ? null : sentenceFor(failure, 'update'),
        failure: failure?.key ?? null,
        new_commits: before === null || after === null ? null : Math.max(0, after - before),
      })),
      200,
    );
  });
  return routes.on(updateRoute, async (c) => {
    const record = importOf(engine, c, c.req.valid('param'));
    const body = c.req.valid('json') ?? {};
    if (record.status !== 'complete') {
      throw invalid(
        'Import',
        'status',
        'unprocessable',
        say('Only an import that is complete can be brought up to date. Finish this one first.'),
      );
    }
    const moved = typeof body.vcs_url === 'string' ? await checkAddress(engine, c, body.vcs_url) : null;
    if (moved === null) await checkSource(engine, c, record);
    try {
      const begun = await engine.imports.bringUpToDate(record.id, record.repository_id, {
        credentials: {
          accountId: c.get('account').id,
          credentials: readCredentials(body) ?? moved?.credentials ?? null,
          remember: await checkRemember(engine, 'Import', body.remember_credentials),
        },
        holdBeforePush: body.hold_before_push === true,
        holdForNewAuthors: body.hold_for_new_authors === true,
        confirmed: body.confirm ?? null,
        movedTo: moved?.url ?? null,
      });
      return c.json(representImport(engine, base(c), begun), 202);
    } catch (error) {
      if (error instanceof ImportRunning) throw new ApiError(422, sentenceFor(error, 'request'));
      throw error;
    }
  });
}
