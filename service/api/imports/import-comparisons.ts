/** `/repos/{owner}/{repo}/import/comparison`: every revision compared with the source asked anew. */

import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { comparisonInWords } from '../../imports/report/report-in-words.ts';
import { comparisonSchema } from '../../vocabulary/comparison.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { checkSource, readCredentials } from './import-requests.ts';
import { importOf } from './imports.ts';

const path = '/repos/{owner}/{repo}/import/comparison';
const answer = { description: 'The comparison.', content: { 'application/json': { schema: comparisonSchema } } };

const getRoute = operation({
  method: 'get',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'The comparison of every revision that works, else the last one; null where none was asked for.',
  request: { params: repositoryPath },
  responses: {
    200: { ...answer, content: { 'application/json': { schema: comparisonSchema.nullable() } } },
    ...errorResponses(401, 404),
  },
});
const startRoute = operation({
  method: 'post',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Compares every revision of a complete import with the source asked anew. The result is kept in the report.',
  request: {
    params: repositoryPath,
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({ vcs_username: z.string().nullish(), vcs_password: z.string().nullish() }),
        },
      },
    },
  },
  responses: { 202: { ...answer, description: 'Begun.' }, ...errorResponses(401, 403, 404, 422) },
});
const stopRoute = operation({
  method: 'delete',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Stops the comparison that works. The report stays as it is.',
  request: { params: repositoryPath },
  responses: { 204: { description: 'Stopped.' }, ...errorResponses(401, 404) },
});

export function importComparisonRoutes(engine: Rooms<'accounts' | 'dataFolder' | 'imports' | 'repositories'>) {
  const { imports } = engine;
  return router()
    .on(getRoute, async (c) => {
      const comparison = await imports.comparisons.of(importOf(engine, c, c.req.valid('param')));
      return c.json(comparison && comparisonInWords(comparison, spoken), 200);
    })
    .on(startRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const body = c.req.valid('json') ?? {};
      const refuse = (sentence: Sentence) => invalid('Import', 'status', 'unprocessable', sentence);
      if (record.status !== 'complete') {
        throw refuse(say('Only an import that is complete can be compared. Finish this one first.'));
      }
      if (imports.comparisons.isRunning(record.id)) {
        throw refuse(say('Its revisions are being compared already. Wait for that to end, or stop it.'));
      }
      await checkSource(engine, c, record);
      const comparison = imports.compareEverything(record, readCredentials(body));
      if (comparison === null) {
        throw refuse(
          say(
            'A commit of Git is named by a sum over all that it holds, and the report compared every id. There is nothing more to compare.',
          ),
        );
      }
      return c.json(comparisonInWords(comparison, spoken), 202);
    })
    .on(stopRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      if (!imports.comparisons.isRunning(record.id)) throw notFound();
      await imports.comparisons.stop(record.id);
      return c.body(null, 204);
    });
}
