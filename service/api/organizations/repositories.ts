/** Repositories: lists, making, reading, changing, removing. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { measureRepositories } from '../../repositories/measure.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { account, REPOSITORY } from '../shared/access.ts';
import {
  base,
  listReach,
  organizationOf,
  reachOf,
  repositoryOf,
  requireOwner,
  requireScopeFor,
} from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { representRepository } from '../shared/representations.ts';
import { router } from '../shared/router.ts';
import { repositorySchema } from '../shared/schemas.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { refuseBusy } from './busy.ts';

export const repositoryPath = z.object({ owner: z.string(), repo: z.string() });
const organizationPath = z.object({ org: z.string() });
const repositoryAnswer = {
  description: 'The repository.',
  content: { 'application/json': { schema: repositorySchema } },
};
const many = { description: 'Repositories.', content: { 'application/json': { schema: z.array(repositorySchema) } } };
const newRepository = {
  required: true,
  content: {
    'application/json': {
      schema: z.object({
        name: z.string(),
        description: textOf(LONGEST.description).nullable().optional(),
        private: z.boolean().optional(),
      }),
    },
  },
};

const userList = operation({
  method: 'get',
  path: '/user/repos',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Repositories of the account and of its organizations.',
  request: { query: pageQuery },
  responses: { 200: many, ...errorResponses(401) },
});
const organizationList = operation({
  method: 'get',
  path: '/orgs/{org}/repos',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Repositories of an organization.',
  request: { params: organizationPath, query: pageQuery },
  responses: { 200: many, ...errorResponses(401, 404) },
});
const userCreate = operation({
  method: 'post',
  path: '/user/repos',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Makes an empty repository of the account.',
  request: { body: newRepository },
  responses: { 201: repositoryAnswer, ...errorResponses(401, 422) },
});
const organizationCreate = operation({
  method: 'post',
  path: '/orgs/{org}/repos',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Makes an empty repository of an organization.',
  request: { params: organizationPath, body: newRepository },
  responses: { 201: repositoryAnswer, ...errorResponses(401, 404, 422) },
});
const getRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'One repository.',
  request: { params: repositoryPath },
  responses: { 200: repositoryAnswer, ...errorResponses(401, 404) },
});
const measureRoute = operation({
  method: 'post',
  path: '/repository_sizes',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Counts the files of the repositories of an owner: how large they are now.',
  request: {
    body: { required: true, content: { 'application/json': { schema: z.object({ owner: z.string() }) } } },
  },
  responses: {
    200: {
      description: 'Bytes on disk.',
      content: {
        'application/json': { schema: z.array(z.object({ full_name: z.string(), size: z.number().int() })) },
      },
    },
    ...errorResponses(401, 404, 422),
  },
});
const deleteRoute = operation({
  method: 'delete',
  path: '/repos/{owner}/{repo}',
  access: account('delete_repo'),
  resource: 'Repository',
  summary: 'Removes a repository and its files. Refused while locked and while work on it runs.',
  request: { params: repositoryPath },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
});

const changeRoute = operation({
  method: 'patch',
  path: '/repos/{owner}/{repo}',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Changes name, description or visibility. Owners only; refused while locked and while work on it runs.',
  request: {
    params: repositoryPath,
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            name: z.string().optional(),
            description: textOf(LONGEST.description).nullable().optional(),
            private: z.boolean().optional(),
          }),
        },
      },
    },
  },
  responses: { 200: repositoryAnswer, ...errorResponses(401, 403, 404, 422) },
});

/** Public repositories need none. */
function cloneTokenFor(engine: Rooms<'cloneTokens'>, c: ApiContext, row: RepositoryRow): string {
  if (row.private === 0) return '';
  const caller = c.get('caller');
  const token = caller?.kind === 'token' ? caller.token : null;
  return engine.cloneTokens.make(row.id, 'clone', { account: c.get('account'), token });
}

export function repositoryRoutes(
  engine: Rooms<'accounts' | 'cloneTokens' | 'facts' | 'imports' | 'isBusy' | 'locks' | 'repositories'>,
) {
  const { repositories } = engine;
  const represent = (c: ApiContext, row: RepositoryRow) => representRepository(engine, base(c), row, c.get('account'));
  const representAll = async (c: ApiContext, rows: readonly RepositoryRow[]) => {
    await engine.facts.settled(rows.map(({ id }) => id));
    return rows.map((row) => represent(c, row));
  };
  return router()
    .on(userList, async (c) => {
      const { id } = c.get('account');
      const reach = listReach(engine, c);
      const rows = readListing(c, c.req.valid('query'), (range) => repositories.ofAccount(id, reach, range));
      return c.json(await representAll(c, rows), 200);
    })
    .on(organizationList, async (c) => {
      const { id } = organizationOf(engine, c, c.req.valid('param').org);
      const reach = reachOf(c);
      const rows = readListing(c, c.req.valid('query'), (range) => repositories.ofOwner(id, reach, range));
      return c.json(await representAll(c, rows), 200);
    })
    .on(userCreate, async (c) => {
      const wanted = c.req.valid('json');
      requireScopeFor(c, wanted);
      const row = await repositories.create(c.get('account'), wanted);
      return c.json(represent(c, row), 201, { Location: represent(c, row).url });
    })
    .on(organizationCreate, async (c) => {
      const wanted = c.req.valid('json');
      requireScopeFor(c, wanted);
      const row = await repositories.create(organizationOf(engine, c, c.req.valid('param').org), wanted);
      return c.json(represent(c, row), 201, { Location: represent(c, row).url });
    })
    .on(getRoute, async (c) => {
      const row = repositoryOf(engine, c, c.req.valid('param'));
      await engine.facts.settled([row.id]);
      return c.json({ ...represent(c, row), temp_clone_token: cloneTokenFor(engine, c, row) }, 200);
    })
    .on(changeRoute, async (c) => {
      const repository = repositoryOf(engine, c, c.req.valid('param'));
      requireOwner(engine, c, repository.owner_id, 'change its repositories');
      const wanted = c.req.valid('json');
      requireScopeFor(c, wanted);
      engine.locks.refuse(repository.id);
      refuseBusy(engine, repository);
      return c.json(represent(c, await repositories.change(repository, wanted)), 200);
    })
    .on(measureRoute, async (c) => {
      const { owner } = c.req.valid('json');
      const account = c.get('account');
      const { id } = owner.toLowerCase() === account.login.toLowerCase() ? account : organizationOf(engine, c, owner);
      const { rows } = repositories.ofOwner(id, reachOf(c), { limit: -1, offset: 0 });
      const sizes = await measureRepositories(repositories, rows);
      return c.json(
        rows.map((row, index) => ({ full_name: `${row.owner}/${row.name}`, size: (sizes[index] ?? 0) * 1024 })),
        200,
      );
    })
    .on(deleteRoute, async (c) => {
      const repository = repositoryOf(engine, c, c.req.valid('param'));
      requireOwner(engine, c, repository.owner_id, 'remove its repositories');
      engine.locks.refuse(repository.id);
      refuseBusy(engine, repository);
      const record = engine.imports.records.ofRepository(repository.id);
      if (record !== undefined) await engine.imports.remove(record.id, repository.id);
      // A migration may have begun meanwhile.
      engine.locks.refuse(repository.id);
      refuseBusy(engine, repository);
      await repositories.remove(repository);
      return c.body(null, 204);
    });
}
