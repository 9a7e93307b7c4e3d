/** `/repos/{owner}/{repo}/import` and `/user/imports`. */

import { existsSync } from 'node:fs';
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { sentenceFor } from '../../failures/language.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { ImportRunning } from '../../imports/requests.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, listReach, repositoryOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { importUrl, representImport, representSummary } from './import-representation.ts';
import {
  changeSchema,
  checkAddress,
  checkLayout,
  checkRemember,
  checkSource,
  checkVcs,
  readChoice,
  readCredentials,
  readWishes,
  startSchema,
} from './import-requests.ts';
import { importSchema, importSummarySchema } from './import-schemas.ts';

const path = '/repos/{owner}/{repo}/import';
const importAnswer = { description: 'The import.', content: { 'application/json': { schema: importSchema } } };

const getRoute = operation({
  method: 'get',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'The import of a repository.',
  request: { params: repositoryPath },
  responses: { 200: importAnswer, ...errorResponses(401, 404) },
});
const startRoute = operation({
  method: 'put',
  path,
  access: REPOSITORY,
  resource: 'Import',
  category: 'source_import',
  summary: 'Starts an import. Without vcs the kind of the source is found out first.',
  request: {
    params: repositoryPath,
    body: { required: true, content: { 'application/json': { schema: startSchema } } },
  },
  responses: { 201: importAnswer, ...errorResponses(401, 403, 404, 422) },
});
const changeRoute = operation({
  method: 'patch',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Gives credentials, a project choice or settings. With no parameters the import restarts.',
  request: {
    params: repositoryPath,
    body: { required: false, content: { 'application/json': { schema: changeSchema } } },
  },
  responses: { 200: importAnswer, ...errorResponses(401, 403, 404, 422) },
});
const cancelRoute = operation({
  method: 'delete',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Cancels an import and removes its files.',
  request: { params: repositoryPath },
  responses: { 204: { description: 'Cancelled.' }, ...errorResponses(401, 403, 404) },
});
const listRoute = operation({
  method: 'get',
  path: '/user/imports',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Imports of all repositories of the account and its organizations, newest first.',
  request: {
    query: pageQuery.extend({ state: z.enum(['running', 'finished', 'open', 'complete', 'asking']).optional() }),
  },
  responses: {
    200: { description: 'Imports.', content: { 'application/json': { schema: z.array(importSummarySchema) } } },
    ...errorResponses(401, 422),
  },
});

/** The import of a path's repository, or 404. */
export function importOf(
  engine: Rooms<'accounts' | 'imports' | 'repositories'>,
  c: ApiContext,
  params: { owner: string; repo: string },
): ImportRecord {
  const record = engine.imports.records.ofRepository(repositoryOf(engine, c, params).id);
  if (record === undefined) throw notFound();
  return record;
}

/** Whether cancelling takes back what a first import, which never completed, has begun to write. */
async function wouldEmpty({ repositories }: Rooms<'repositories'>, record: ImportRecord): Promise<boolean> {
  const place = { owner: record.owner, name: record.repo };
  if (record.status === 'complete' || existsSync(repositories.reportFiles(place).json)) return false;
  const path = repositories.path(place);
  return existsSync(path) && (await listRefs(path)).length > 0;
}

export function importRoutes(
  engine: Rooms<'accounts' | 'dataFolder' | 'imports' | 'locks' | 'remembered' | 'repositories'>,
) {
  const { imports } = engine;
  return router()
    .on(getRoute, (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      return c.json(representImport(engine, base(c), record), 200);
    })
    .on(startRoute, async (c) => {
      const repository = repositoryOf(engine, c, c.req.valid('param'));
      const body = c.req.valid('json');
      const address = await checkAddress(engine, c, body.vcs_url);
      try {
        const record = await imports.start(repository, {
          address,
          vcs: checkVcs(body.vcs),
          credentials: {
            accountId: c.get('account').id,
            credentials: readCredentials(body) ?? address.credentials,
            remember: await checkRemember(engine, 'Import', body.remember_credentials),
          },
          tfvc_project: body.tfvc_project ?? undefined,
          svn_root: body.svn_root ?? undefined,
          hold_before_push: body.hold_before_push ?? undefined,
          hold_for_new_authors: body.hold_for_new_authors ?? undefined,
          include_hidden_refs: body.include_hidden_refs ?? undefined,
          layout: body.layout ? checkLayout(body.layout, checkVcs(body.vcs)) : undefined,
          wishes: readWishes(body),
        });
        return c.json(representImport(engine, base(c), record), 201, { Location: importUrl(base(c), record) });
      } catch (error) {
        if (error instanceof ImportRunning)
          throw invalid('Import', 'vcs_url', 'already_exists', sentenceFor(error, 'request'));
        throw error;
      }
    })
    .on(changeRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const body = c.req.valid('json');
      await checkSource(engine, c, record);
      const credentials = readCredentials(body);
      const remember = await checkRemember(engine, 'Import', body.remember_credentials);
      const changed = await imports.change(record.id, record.repository_id, {
        credentials: credentials === null ? undefined : { accountId: c.get('account').id, credentials, remember },
        choice: readChoice(record, body),
        hold_before_push: body.hold_before_push ?? undefined,
        include_hidden_refs: body.include_hidden_refs ?? undefined,
        layout: body.layout ? checkLayout(body.layout, record.vcs) : undefined,
        wishes: readWishes(body),
      });
      return c.json(representImport(engine, base(c), changed), 200);
    })
    .on(cancelRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      if (await wouldEmpty(engine, record)) engine.locks.refuse(record.repository_id);
      await imports.cancel(record.id, record.repository_id);
      return c.body(null, 204);
    })
    .on(listRoute, (c) => {
      const query = c.req.valid('query');
      const { id } = c.get('account');
      const reach = listReach(engine, c);
      const records = readListing(c, query, (range) => imports.records.visibleTo(id, query.state, reach, range));
      return c.json(
        records.map((record) => representSummary(engine, base(c), record)),
        200,
      );
    });
}
