/** What `branches_url` of a repository leads to. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, repositoryOf } from '../shared/context.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { repositoryUrl } from '../shared/links.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { inPlace } from './in-place.ts';
import { repositoryPath } from './repositories.ts';

const branchSchema = z
  .object({
    name: z.string(),
    commit: z.object({ sha: z.string(), url: z.string() }),
    protected: z.boolean(),
  })
  .openapi('Branch');
const HEADS = 'refs/heads/';

const listRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/branches',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'Branches, by name.',
  request: { params: repositoryPath, query: pageQuery },
  responses: {
    200: { description: 'Branches.', content: { 'application/json': { schema: z.array(branchSchema) } } },
    ...errorResponses(401, 403, 404, 503),
  },
});
const branchRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/branches/{branch}',
  access: REPOSITORY,
  resource: 'Repository',
  summary: 'One branch; its name may hold slashes.',
  request: { params: repositoryPath.extend({ branch: z.string() }) },
  responses: {
    200: { description: 'The branch.', content: { 'application/json': { schema: branchSchema } } },
    ...errorResponses(401, 403, 404, 503),
  },
});

export function branchRoutes(engine: Rooms<'accounts' | 'repositories'>) {
  const prefix = '/repos/:owner/:repo' as const;
  return router()
    .on(listRoute, async (c) => {
      const row = repositoryOf(engine, c, c.req.valid('param'));
      const refs = await inPlace(engine, row, (path) => listRefs(path));
      const heads = refs.filter(({ name }) => name.startsWith(HEADS));
      const shown = readListing(c, c.req.valid('query'), ({ limit, offset }) => ({
        rows: heads.slice(offset, limit < 0 ? undefined : offset + limit),
        total: heads.length,
      }));
      const url = repositoryUrl(base(c), row.owner, row.name);
      return c.json(
        shown.map((head) => represent(url, head)),
        200,
      );
    })
    .onPath(branchRoute, `${prefix}/branches/:branch{.+}`, async (c) => {
      const { owner, repo, branch } = c.req.param();
      const row = repositoryOf(engine, c, { owner, repo });
      const heads = await inPlace(engine, row, (path) => listRefs(path));
      const head = heads.find(({ name }) => name === HEADS + branch);
      if (head === undefined) throw notFound();
      return c.json(represent(repositoryUrl(base(c), row.owner, row.name), head), 200);
    });
}

function represent(url: string, { name, oid }: { name: string; oid: string }) {
  return { name: name.slice(HEADS.length), commit: { sha: oid, url: `${url}/commits/${oid}` }, protected: false };
}
