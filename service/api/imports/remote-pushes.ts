/** `/repos/{owner}/{repo}/remote_pushes`, `/remote_pushes`: all branches and tags to another Git server, of one repository or many. */

import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import type { PushRequest } from '../../remote-pushes/remote-pushes.ts';
import type { RemotePushRow } from '../../store/remote-pushes.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { authorityOf, base, idOf, repositoryOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { checkAddress, checkCredentials, checkRemember } from './import-requests.ts';
import { representPush } from './remote-push-representation.ts';
import { type RemotePush, remotePushSchema } from './remote-push-schemas.ts';

const path = '/repos/{owner}/{repo}/remote_pushes';
const onePath = repositoryPath.extend({ id: z.string() });
const pushAnswer = { description: 'The push.', content: { 'application/json': { schema: remotePushSchema } } };

/** What every push is told. */
const wanted = {
  remote_url: z.string(),
  username: z.string().nullish(),
  password: z.string().nullish(),
  remember_credentials: z.boolean().nullish(),
  when_not_empty: z.enum(['ask', 'keep', 'overwrite']).nullish(),
  /** Notes of commits (`refs/notes/`); true without it. */
  notes: z.boolean().nullish(),
  /** What the source had once and has no more (`refs/deleted/`); false without it. */
  deleted: z.boolean().nullish(),
};
const wantedSchema = z.object(wanted);
/** Most repositories of one request: more than anybody chooses at once, as a list of imports names 2,000. */
const MOST = 10_000;

const startManyRoute = operation({
  method: 'post',
  path: '/remote_pushes',
  access: REPOSITORY,
  resource: 'RemotePush',
  summary:
    'Pushes many repositories, two at a time. `{owner}` and `{name}` in the address are those of each repository.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            ...wanted,
            /** `owner/name` of each. */
            repositories: z.array(z.string()).min(1).max(MOST),
          }),
        },
      },
    },
  },
  responses: {
    201: {
      description: 'The pushes, in the order of the repositories.',
      content: { 'application/json': { schema: z.array(remotePushSchema) } },
    },
    ...errorResponses(401, 403, 404, 422),
  },
});
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
            ...wanted,
            /** Where an import into the repository works or waits: pushed when that is complete. */
            after_import: z.boolean().nullish(),
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

type Needed = Rooms<'accounts' | 'dataFolder' | 'imports' | 'remembered' | 'remotePushes' | 'repositories'>;

/** What a body asks for. @throws ApiError 403, 422 */
async function requestOf(
  engine: Needed,
  c: ApiContext,
  body: z.infer<typeof wantedSchema>,
  remoteUrl: string,
): Promise<PushRequest> {
  const address = await checkAddress(engine, c, remoteUrl, {
    ...{ use: 'target', resource: 'RemotePush', field: 'remote_url' },
  });
  const refuse = (sentence: Sentence) => invalid('RemotePush', 'remote_url', 'invalid', sentence);
  if (address.scheme === 'svn' || address.scheme === 'svn+ssh')
    throw refuse(say('This is the address of a Subversion repository. Give the address of a Git repository.'));
  // The address is kept and shown: whatever stands there may be somebody's token.
  if (/^https?:.*[?#]/i.test(address.url))
    throw refuse(
      say(
        'Leave out what stands behind "?" or "#" in the address: it may hold a password, and addresses are kept. Give a user name and a password instead.',
      ),
    );
  const given = checkCredentials(body, { resource: 'RemotePush', username: 'username', password: 'password' });
  return {
    remoteUrl: address.url,
    accountId: c.get('account').id,
    reach: authorityOf(c),
    credentials: given ?? address.credentials,
    remember: await checkRemember(engine, 'RemotePush', body.remember_credentials),
    whenNotEmpty: body.when_not_empty ?? 'ask',
    too: { notes: body.notes ?? true, deleted: body.deleted ?? false },
  };
}

/** Places of a pattern, said as they are written. */
const PLACES = { name: '{name}', owner: '{owner}' };

/**
 * The kind of an address, and a folder's beginning, are what the caller wrote, and no repository's name: who is asked about
 * folders of this machine has read them in the pattern.
 * @throws ApiError 422
 */
function requirePlain(pattern: string): void {
  const before = /^(.*?)\{(?:owner|name)\}/s.exec(pattern.trim())?.[1];
  if (before === undefined || /[:/\\]/.test(before)) return;
  throw invalid(
    'RemotePush',
    'remote_url',
    'invalid',
    say(
      'The address cannot begin with {name} or {owner}: write where it leads first, as in https://git.example.org/team/{name}.git.',
      PLACES,
    ),
  );
}

/** The address of a repository by a pattern. */
function filledIn(pattern: string, { owner, name }: RepositoryRow): string {
  return pattern.replaceAll('{owner}', () => owner).replaceAll('{name}', () => name);
}

/** @throws ApiError 422 where two repositories would go to one address */
function requireApart(requests: readonly { repository: RepositoryRow; request: PushRequest }[]): void {
  const taken = new Map<string, RepositoryRow>();
  for (const { repository, request } of requests) {
    const other = taken.get(request.remoteUrl.toLowerCase());
    taken.set(request.remoteUrl.toLowerCase(), repository);
    if (other === undefined) continue;
    const [one = '', another = ''] = [other, repository].map(({ owner, name }) => `${owner}/${name}`);
    throw invalid('RemotePush', 'remote_url', 'invalid', [
      say('{one} and {other} would be pushed to the same address.', { one, other: another }),
      say('Write {name} where the name of each repository stands in it, and {owner} for its owner.', PLACES),
    ]);
  }
}

/** Pushes of one repository and of many. */
export function remotePushRoutes(engine: Needed) {
  const { remotePushes } = engine;
  const represent = (c: ApiContext, { owner, repo }: { owner: string; repo: string }, row: RemotePushRow): RemotePush =>
    representPush(base(c), { ...row, owner, repo });
  const find = (c: ApiContext, params: { owner: string; repo: string; id: string }): RemotePushRow => {
    const row = remotePushes.byId(repositoryOf(engine, c, params).id, idOf(params.id));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(startManyRoute, async (c) => {
      const body = c.req.valid('json');
      const repositories = body.repositories.map((fullName) => {
        const [owner = '', repo = '', ...more] = fullName.split('/');
        if (more.length > 0) throw notFound();
        return repositoryOf(engine, c, { owner, repo });
      });
      requirePlain(body.remote_url);
      const each = [...new Map(repositories.map((repository) => [repository.id, repository])).values()];
      const pushes = [];
      for (const repository of each) {
        const request = await requestOf(engine, c, body, filledIn(body.remote_url, repository));
        pushes.push({ repository, request });
      }
      requireApart(pushes);
      const rows = remotePushes.startAll(pushes, true);
      const shown = rows.flatMap((row, index) => {
        const repository = each[index];
        return repository === undefined ? [] : [represent(c, { owner: repository.owner, repo: repository.name }, row)];
      });
      return c.json(shown, 201);
    })
    .on(startRoute, async (c) => {
      const params = c.req.valid('param');
      const repository = repositoryOf(engine, c, params);
      const body = c.req.valid('json');
      const request = await requestOf(engine, c, body, body.remote_url);
      const record = body.after_import === true ? engine.imports.records.ofRepository(repository.id) : undefined;
      const waits = record !== undefined && record.status !== 'complete';
      const row = waits ? remotePushes.startAfterImport(repository, request) : remotePushes.start(repository, request);
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
