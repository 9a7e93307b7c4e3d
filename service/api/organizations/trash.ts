/** `/repos/{owner}/{repo}/trash`, `/user/trash`: repositories that were thrown away, and may be taken back. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { account, REPOSITORY } from '../shared/access.ts';
import { base, idOf, reachOf, repositoryOf, requireOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { representRepository } from '../shared/representations.ts';
import { router } from '../shared/router.ts';
import { repositorySchema } from '../shared/schemas.ts';
import { refuseBusy } from './busy.ts';
import { repositoryPath } from './repositories.ts';

const onePath = z.object({ id: z.string() });
const deletedSchema = z
  .object({
    id: z.number().int(),
    /** As it was called. */
    full_name: z.string(),
    deleted_at: z.string(),
    /** Bytes that it takes until it is removed. */
    size: z.number().int(),
  })
  .openapi('DeletedRepository');

const throwRoute = operation({
  method: 'post',
  path: '/repos/{owner}/{repo}/trash',
  access: account('delete_repo'),
  resource: 'Repository',
  summary:
    'Throws a repository away, with its import and all that belongs to it; its name is free. It may be taken back.',
  request: { params: repositoryPath },
  responses: {
    201: { description: 'In the trash.', content: { 'application/json': { schema: deletedSchema } } },
    ...errorResponses(401, 403, 404),
  },
});
const listRoute = operation({
  method: 'get',
  path: '/user/trash',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Repositories in the trash that the account may take back, the latest first.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'The trash.', content: { 'application/json': { schema: z.array(deletedSchema) } } },
    ...errorResponses(401),
  },
});
const takeBackRoute = operation({
  method: 'post',
  path: '/user/trash/{id}/restore',
  access: account('delete_repo'),
  resource: 'Repository',
  summary: 'Takes a repository back out of the trash, as it was. Refused while another one has its name.',
  request: { params: onePath },
  responses: {
    200: { description: 'The repository.', content: { 'application/json': { schema: repositorySchema } } },
    ...errorResponses(401, 403, 404, 422),
  },
});
const removeRoute = operation({
  method: 'delete',
  path: '/user/trash/{id}',
  access: account('delete_repo'),
  resource: 'Repository',
  summary: 'Removes a repository in the trash for good.',
  request: { params: onePath },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
});

type Needed = Rooms<'accounts' | 'facts' | 'imports' | 'isBusy' | 'locks' | 'repositories'>;

/** The trash of repositories. */
export function trashRoutes(engine: Needed) {
  const { accounts, repositories } = engine;
  const represent = ({ id, owner, name, deleted_name, deleted_at, created_at, size_kb }: RepositoryRow) => ({
    id,
    full_name: `${owner}/${deleted_name ?? name}`,
    deleted_at: deleted_at ?? created_at,
    size: size_kb * 1024,
  });
  /** With the name that people know. */
  const named = (row: RepositoryRow) => ({ ...row, name: row.deleted_name ?? row.name });
  /** What the caller may decide about. */
  const within = (c: ApiContext) => {
    const { private: seesPrivate, singleSignOn } = reachOf(c);
    return repositories
      .deleted()
      .filter((row) => accounts.mayAdminister(c.get('account'), row.owner_id))
      .filter((row) => row.private === 0 || seesPrivate)
      .filter(({ owner_id }) => {
        const owner = accounts.byId(owner_id);
        return owner?.saml_enforced !== 1 || singleSignOn === true || singleSignOn.includes(owner_id);
      });
  };
  const find = (c: ApiContext, id: string): RepositoryRow => {
    const row = within(c).find((deleted) => deleted.id === idOf(id));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(throwRoute, async (c) => {
      const repository = repositoryOf(engine, c, c.req.valid('param'));
      requireOwner(engine, c, repository.owner_id, 'remove its repositories');
      engine.locks.refuse(repository.id);
      refuseBusy(engine, repository);
      return c.json(represent(await repositories.throwAway(repository)), 201);
    })
    .on(listRoute, (c) => {
      const all = within(c);
      const rows = readListing(c, c.req.valid('query'), ({ limit, offset }) => ({
        rows: all.slice(offset, offset + limit),
        total: all.length,
      }));
      return c.json(rows.map(represent), 200);
    })
    .on(takeBackRoute, async (c) => {
      const thrown = find(c, c.req.valid('param').id);
      // Its import may work there: it was damaged, or a full disk has room again.
      refuseBusy(engine, named(thrown));
      const row = await repositories.takeBack(thrown);
      return c.json(representRepository(engine, base(c), row, c.get('account')), 200);
    })
    .on(removeRoute, async (c) => {
      const row = find(c, c.req.valid('param').id);
      refuseBusy(engine, named(row));
      const record = engine.imports.records.ofRepository(row.id);
      if (record !== undefined) await engine.imports.remove(record.id, row.id);
      await repositories.remove(row);
      return c.body(null, 204);
    });
}
