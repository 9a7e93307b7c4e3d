/** `/repos/{owner}/{repo}/remotes`: where a repository was pushed to. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { RemoteRow } from '../../store/remotes.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, idOf, repositoryOf } from '../shared/context.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { checkAddress } from './import-requests.ts';
import { representRemote } from './remote-push-representation.ts';
import { remoteSchema } from './remote-push-schemas.ts';

const path = '/repos/{owner}/{repo}/remotes';
const onePath = repositoryPath.extend({ id: z.string() });

const listRoute = operation({
  method: 'get',
  path,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary: 'Where the repository was pushed to, and how that stands to what it has now.',
  request: { params: repositoryPath, query: pageQuery },
  responses: {
    200: { description: 'Remotes.', content: { 'application/json': { schema: z.array(remoteSchema) } } },
    ...errorResponses(401, 404),
  },
});
const changeRoute = operation({
  method: 'patch',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary: 'Says whether it is pushed to after each update, with what the caller has remembered for the address.',
  request: {
    params: onePath,
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ push_after_update: z.boolean() }) } },
    },
  },
  responses: {
    200: { description: 'The remote.', content: { 'application/json': { schema: remoteSchema } } },
    ...errorResponses(401, 403, 404, 422),
  },
});
const forgetRoute = operation({
  method: 'delete',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary: 'Forgets a remote. What it has stays there.',
  request: { params: onePath },
  responses: { 204: { description: 'Forgotten.' }, ...errorResponses(401, 404) },
});

/** Remotes of a repository. */
export function remoteRoutes(engine: Rooms<'accounts' | 'dataFolder' | 'remotes' | 'repositories'>) {
  const { remotes } = engine;
  const find = (repositoryId: number, id: string): RemoteRow => {
    const row = remotes.byId(repositoryId, idOf(id));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(listRoute, async (c) => {
      const repository = repositoryOf(engine, c, c.req.valid('param'));
      const all = remotes.of(repository.id);
      const rows = readListing(c, c.req.valid('query'), ({ limit, offset }) => ({
        rows: limit < 0 ? all : all.slice(offset, offset + limit),
        total: all.length,
      }));
      const standings = await Promise.all(rows.map((row) => remotes.standing(repository, row)));
      return c.json(
        rows.flatMap((row, index) => {
          const standing = standings[index];
          return standing === undefined ? [] : [representRemote(base(c), repository, row, standing)];
        }),
        200,
      );
    })
    .on(changeRoute, async (c) => {
      const params = c.req.valid('param');
      const repository = repositoryOf(engine, c, params);
      const found = find(repository.id, params.id);
      const wanted = c.req.valid('json').push_after_update;
      // Folders of this machine are not for everybody who may see where they are.
      if (wanted)
        await checkAddress(engine, c, found.remote_url, {
          ...{ use: 'target', resource: 'RemotePush', field: 'push_after_update' },
        });
      const row = remotes.pushAfterUpdate(repository, found, wanted ? c.get('account').id : null);
      return c.json(representRemote(base(c), repository, row, await remotes.standing(repository, row)), 200);
    })
    .on(forgetRoute, (c) => {
      const params = c.req.valid('param');
      const repository = repositoryOf(engine, c, params);
      remotes.forget(repository, find(repository.id, params.id));
      return c.body(null, 204);
    });
}
