/** What `branches_url` and `archive_url` of a repository lead to. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { ArchiveFormat } from '../../git-http/source-archives.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, repositoryOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { repositoryUrl } from '../shared/links.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
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
    ...errorResponses(401, 403, 404),
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
    ...errorResponses(401, 403, 404),
  },
});

function archiveRoute(format: ArchiveFormat, type: string, withRef: boolean) {
  return operation({
    method: 'get',
    path: `/repos/{owner}/{repo}/${format}${withRef ? '/{ref}' : ''}`,
    access: REPOSITORY,
    resource: 'Repository',
    summary: withRef
      ? 'The files of a branch, a tag or a commit as an archive.'
      : 'The files of the default branch as an archive.',
    request: { params: withRef ? repositoryPath.extend({ ref: z.string() }) : repositoryPath },
    responses: {
      200: { description: 'The archive.', content: { [type]: { schema: z.string() } } },
      ...errorResponses(401, 403, 404),
    },
  });
}
const TYPES = { tarball: 'application/x-gzip', zipball: 'application/zip' } as const;
const ENDS = { tarball: 'tar.gz', zipball: 'zip' } as const;

type BranchRooms = Rooms<'accounts' | 'repositories' | 'sourceArchives'>;

export function branchRoutes(engine: BranchRooms) {
  const { repositories } = engine;
  const archive = (format: ArchiveFormat) => (c: ApiContext) => sendArchive(engine, c, format);
  const prefix = '/repos/:owner/:repo' as const;
  return router()
    .on(listRoute, async (c) => {
      const row = repositoryOf(engine, c, c.req.valid('param'));
      const heads = (await listRefs(repositories.path(row))).filter(({ name }) => name.startsWith(HEADS));
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
      const heads = await listRefs(repositories.path(row));
      const head = heads.find(({ name }) => name === HEADS + branch);
      if (head === undefined) throw notFound();
      return c.json(represent(repositoryUrl(base(c), row.owner, row.name), head), 200);
    })
    .onPath(archiveRoute('tarball', TYPES.tarball, false), `${prefix}/tarball`, archive('tarball'))
    .onPath(archiveRoute('tarball', TYPES.tarball, true), `${prefix}/tarball/:ref{.+}`, archive('tarball'))
    .onPath(archiveRoute('zipball', TYPES.zipball, false), `${prefix}/zipball`, archive('zipball'))
    .onPath(archiveRoute('zipball', TYPES.zipball, true), `${prefix}/zipball/:ref{.+}`, archive('zipball'));
}

function represent(url: string, { name, oid }: { name: string; oid: string }) {
  return { name: name.slice(HEADS.length), commit: { sha: oid, url: `${url}/commits/${oid}` }, protected: false };
}

async function sendArchive(engine: BranchRooms, c: ApiContext, format: ArchiveFormat): Promise<Response> {
  const { owner = '', repo = '', ref } = c.req.param() as Record<string, string | undefined>;
  const row = repositoryOf(engine, c, { owner, repo });
  const path = engine.repositories.path(row);
  const commit = await commitOf(path, ref ?? row.default_branch);
  const name = `${row.owner}-${row.name}-${commit.slice(0, 7)}`;
  return c.body(await engine.sourceArchives.open(path, commit, format, name), 200, {
    'Content-Type': TYPES[format],
    'Content-Disposition': `attachment; filename=${name}.${ENDS[format]}`,
  });
}

/** The commit of a branch, a tag or a whole id; what is given never is an expression of git's. @throws ApiError 404 */
async function commitOf(path: string, ref: string): Promise<string> {
  const refs = new Map((await listRefs(path)).map(({ name, oid }) => [name, oid]));
  const [oid] = [ref, HEADS + ref, `refs/tags/${ref}`].flatMap((name) => refs.get(name) ?? []);
  const id = oid ?? (/^[\da-f]{40}$/.test(ref) ? ref : null);
  if (id === null) throw notFound();
  const { code, stdout } = await runGit({
    args: ['--git-dir', path, 'rev-parse', '--verify', '--quiet', `${id}^{commit}`],
    successExitCodes: 'any',
  }).done;
  if (code !== 0) throw notFound();
  return stdout.trim();
}
