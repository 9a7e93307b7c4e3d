/** `/repos/{owner}/{repo}/remote_pushes`: all branches and tags to another Git server. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { sentenceOf } from '../../failures/failure.ts';
import type { RemotePushRow } from '../../store/remote-pushes.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, idOf, repositoryOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { repositoryUrl } from '../shared/links.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { checkAddress, checkCredentials, checkRemember } from './import-requests.ts';
import { type RemotePush, remotePushSchema } from './remote-push-schemas.ts';

const path = '/repos/{owner}/{repo}/remote_pushes';
const onePath = repositoryPath.extend({ id: z.string() });
const pushAnswer = { description: 'The push.', content: { 'application/json': { schema: remotePushSchema } } };

const startRoute = operation({
  method: 'post',
  path,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary:
    'Pushes all branches and tags to a Git address. What the remote has is overwritten only when `when_not_empty` says so.',
  request: {
    params: repositoryPath,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            remote_url: z.string(),
            username: z.string().nullish(),
            password: z.string().nullish(),
            remember_credentials: z.boolean().nullish(),
            when_not_empty: z.enum(['ask', 'keep', 'overwrite']).nullish(),
            /** Notes of commits (`refs/notes/`); true without it. */
            notes: z.boolean().nullish(),
            /** What the source had once and has no more (`refs/deleted/`); false without it. */
            deleted: z.boolean().nullish(),
          }),
        },
      },
    },
  },
  responses: { 201: pushAnswer, ...errorResponses(401, 403, 404, 422) },
});
const getRoute = operation({
  method: 'get',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary: 'One push.',
  request: { params: onePath },
  responses: { 200: pushAnswer, ...errorResponses(401, 404) },
});
const cancelRoute = operation({
  method: 'delete',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'RemotePush',
  summary: 'Cancels a running push. What has arrived stays.',
  request: { params: onePath },
  responses: { 204: { description: 'Cancelled, or ended before.' }, ...errorResponses(401, 404) },
});

function shownTarget(target: RemotePushRow['target']): RemotePush['target'] {
  if (target === null) return null;
  const { seen: _ours, ...shown } = target;
  return shown;
}

export function remotePushRoutes(
  engine: Rooms<'accounts' | 'dataFolder' | 'remembered' | 'remotePushes' | 'repositories'>,
) {
  const { remotePushes } = engine;
  const represent = (c: ApiContext, params: { owner: string; repo: string }, row: RemotePushRow): RemotePush => ({
    id: row.id,
    remote_url: row.remote_url,
    status: row.status,
    percent: row.percent,
    status_text: row.status_text,
    message: row.failure === null ? null : sentenceOf(row.failure, 'push'),
    unknown_host: row.unknown_host,
    target: shownTarget(row.target),
    created_at: row.created_at,
    url: `${repositoryUrl(base(c), params.owner, params.repo)}/remote_pushes/${row.id}`,
  });
  const find = (c: ApiContext, params: { owner: string; repo: string; id: string }): RemotePushRow => {
    const row = remotePushes.byId(repositoryOf(engine, c, params).id, idOf(params.id));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(startRoute, async (c) => {
      const params = c.req.valid('param');
      const repository = repositoryOf(engine, c, params);
      const body = c.req.valid('json');
      const address = await checkAddress(engine, c, body.remote_url, {
        ...{ use: 'target', resource: 'RemotePush', field: 'remote_url' },
      });
      if (address.scheme === 'svn' || address.scheme === 'svn+ssh') {
        throw invalid(
          'RemotePush',
          'remote_url',
          'invalid',
          'This is the address of a Subversion repository. Give the address of a Git repository.',
        );
      }
      const given = checkCredentials(body, { resource: 'RemotePush', username: 'username', password: 'password' });
      const row = remotePushes.start(repository, {
        remoteUrl: address.url,
        accountId: c.get('account').id,
        credentials: given ?? address.credentials,
        remember: checkRemember(engine, 'RemotePush', body.remember_credentials),
        whenNotEmpty: body.when_not_empty ?? 'ask',
        too: { notes: body.notes ?? true, deleted: body.deleted ?? false },
      });
      const push = represent(c, params, row);
      return c.json(push, 201, { Location: push.url });
    })
    .on(getRoute, (c) => {
      const params = c.req.valid('param');
      return c.json(represent(c, params, find(c, params)), 200);
    })
    .on(cancelRoute, async (c) => {
      await remotePushes.cancel(find(c, c.req.valid('param')).id);
      return c.body(null, 204);
    });
}
