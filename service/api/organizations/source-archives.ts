/** What `archive_url` of a repository leads to: the signed address of the files of a commit, and what is there. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import type { ArchiveFormat } from '../../git-http/source-archives.ts';
import { PUBLIC, REPOSITORY } from '../shared/access.ts';
import { base, idOf, repositoryOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { inPlace } from './in-place.ts';
import { repositoryPath } from './repositories.ts';

const EXPIRED = say('This address is not valid, or not any more: it holds for 300 seconds. Ask for the archive again.');
const FILE = /^([\da-f]{40})\.(tar\.gz|zip)$/;
const TYPES = { tarball: 'application/x-gzip', zipball: 'application/zip' } as const;
const HEADS = 'refs/heads/';

function archiveRoute(format: ArchiveFormat, withRef: boolean) {
  return operation({
    method: 'get',
    path: `/repos/{owner}/{repo}/${format}${withRef ? '/{ref}' : ''}`,
    access: REPOSITORY,
    resource: 'Repository',
    summary: `Redirects to an address of the files of ${withRef ? 'a branch, a tag or a commit' : 'the default branch'} that is valid for 300 seconds and needs no credentials.`,
    request: { params: withRef ? repositoryPath.extend({ ref: z.string() }) : repositoryPath },
    responses: {
      302: { description: 'The address, in Location and in the body.' },
      ...errorResponses(401, 403, 404, 503),
    },
  });
}
const downloadRoute = operation({
  method: 'get',
  path: '/source_archives/{repository_id}/{file}',
  access: PUBLIC,
  resource: 'Repository',
  category: 'uncounted',
  summary: 'The files of a commit as an archive. The address comes from a repository and is valid for 300 seconds.',
  request: {
    params: z.object({
      repository_id: z.string(),
      file: z.string().openapi({ example: '6dcb09b5b57875f334f61aebed695e2e4193db5e.tar.gz' }),
    }),
    query: z.object({
      account: z.string().optional(),
      expires: z.string().optional(),
      signature: z.string().optional(),
    }),
  },
  responses: {
    200: {
      description: 'The archive.',
      content: { [TYPES.tarball]: { schema: z.string() }, [TYPES.zipball]: { schema: z.string() } },
    },
    ...errorResponses(403, 404, 503),
  },
});

type ArchiveRooms = Rooms<'accounts' | 'repositories' | 'sourceArchiveAddresses' | 'sourceArchives'>;

export function sourceArchiveRoutes(engine: ArchiveRooms) {
  const redirect = (format: ArchiveFormat) => (c: ApiContext) => redirectTo(engine, c, format);
  const prefix = '/repos/:owner/:repo' as const;
  return router()
    .onPath(archiveRoute('tarball', false), `${prefix}/tarball`, redirect('tarball'))
    .onPath(archiveRoute('tarball', true), `${prefix}/tarball/:ref{.+}`, redirect('tarball'))
    .onPath(archiveRoute('zipball', false), `${prefix}/zipball`, redirect('zipball'))
    .onPath(archiveRoute('zipball', true), `${prefix}/zipball/:ref{.+}`, redirect('zipball'))
    .on(downloadRoute, async (c) => {
      const { repository_id, file } = c.req.valid('param');
      const [, commit = '', end = ''] = FILE.exec(file) ?? [];
      const repositoryId = idOf(repository_id);
      if (commit === '') throw notFound();
      const format = end === 'zip' ? 'zipball' : 'tarball';
      const { account = '', expires = '', signature = '' } = c.req.valid('query');
      const accountId = /^\d{1,15}$/.test(account) ? Number(account) : 0;
      if (!engine.sourceArchiveAddresses.isValid({ repositoryId, commit, format, accountId }, expires, signature)) {
        throw new ApiError(403, EXPIRED);
      }
      const row = engine.repositories.byId(repositoryId);
      if (row === undefined || row.deleted_at !== null) throw notFound();
      const path = await inPlace(engine, row, async (folder) => {
        // The branch may have been removed meanwhile, and what it reached.
        if ((await commitIn(folder, commit)) === null) throw notFound();
        return folder;
      });
      const name = `${row.owner}-${row.name}-${commit.slice(0, 7)}`;
      const headers = {
        'Content-Type': TYPES[format],
        'Content-Disposition': `attachment; filename=${name}.${end}`,
      };
      // Nobody would read what git writes.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      return c.body(await engine.sourceArchives.open(accountId, path, commit, format, name), 200, headers);
    });
}

async function redirectTo(engine: ArchiveRooms, c: ApiContext, format: ArchiveFormat) {
  const { owner = '', repo = '', ref } = c.req.param() as Record<string, string | undefined>;
  const row = repositoryOf(engine, c, { owner, repo });
  const commit = await inPlace(engine, row, (path) => commitOf(path, ref ?? row.default_branch));
  const archive = { repositoryId: row.id, commit, format, accountId: c.get('account').id };
  const address = engine.sourceArchiveAddresses.make(base(c), archive);
  return c.body(address, 302, { Location: address, 'Content-Type': 'text/html;charset=utf-8' });
}

/** The commit of a branch, a tag or a whole id; what is given never is an expression of git's. @throws ApiError 404 */
async function commitOf(path: string, ref: string): Promise<string> {
  const refs = new Map((await listRefs(path)).map(({ name, oid }) => [name, oid]));
  const [oid] = [ref, HEADS + ref, `refs/tags/${ref}`].flatMap((name) => refs.get(name) ?? []);
  const id = oid ?? (/^[\da-f]{40}$/.test(ref) ? ref : null);
  const commit = id === null ? null : await commitIn(path, id);
  if (commit === null) throw notFound();
  return commit;
}

/** The commit that a whole id stands for, null for none. */
async function commitIn(path: string, id: string): Promise<string | null> {
  const { code, stdout } = await runGit({
    args: ['--git-dir', path, 'rev-parse', '--verify', '--quiet', `${id}^{commit}`],
    successExitCodes: 'any',
  }).done;
  return code === 0 ? stdout.trim() : null;
}
