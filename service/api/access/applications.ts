/** `/applications`: OAuth applications that the account registered. */

import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import type { ApplicationRow } from '../../store/applications.ts';
import { APPLICATIONS, account } from '../shared/access.ts';
import { base } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { type Application, applicationSchema, newApplicationSchema } from './access-schemas.ts';

const listRoute = operation({
  method: 'get',
  path: '/applications',
  access: { ...account('read:user', 'user'), confirm: true },
  resource: 'OauthApplication',
  summary: 'Applications that the account registered.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Applications.', content: { 'application/json': { schema: z.array(applicationSchema) } } },
    ...errorResponses(401, 403),
  },
});
const registerRoute = operation({
  method: 'post',
  path: '/applications',
  access: APPLICATIONS,
  resource: 'OauthApplication',
  summary: 'Registers an application. Its client secret is shown here only.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ name: textOf(LONGEST.name), url: textOf(LONGEST.address).nullish() }),
        },
      },
    },
  },
  responses: {
    201: { description: 'The application.', content: { 'application/json': { schema: newApplicationSchema } } },
    ...errorResponses(401, 403, 422),
  },
});
const deleteRoute = operation({
  method: 'delete',
  path: '/applications/{client_id}',
  access: APPLICATIONS,
  resource: 'OauthApplication',
  summary: 'Removes an application with its tokens and grants, of all accounts.',
  request: { params: z.object({ client_id: z.string() }) },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
});

function represent(baseUrl: string, row: ApplicationRow): Application {
  const { client_id, name, url, created_at, updated_at } = row;
  return { client_id, name, url: url || `${baseUrl}/openapi.json`, created_at, updated_at };
}

/** @throws ApiError 422 */
function checked(body: { name: string; url?: string | null | undefined }): { name: string; url: string } {
  const name = body.name.trim();
  const refuse = (field: string, message: Sentence) => invalid('OauthApplication', field, 'invalid', message);
  if (name === '') throw refuse('name', say('An application needs a name.'));
  const url = body.url?.trim() ?? '';
  if (url !== '' && !(/^https?:\/\/\S+$/i.test(url) && URL.canParse(url))) {
    throw refuse('url', say('The address of an application starts with http:// or https://.'));
  }
  return { name, url };
}

export function applicationRoutes(engine: Rooms<'applications' | 'events'>) {
  const { applications } = engine;
  const changed = (c: ApiContext) => {
    engine.events.emit({ type: 'application.changed', login: c.get('account').login });
  };
  return router()
    .on(listRoute, (c) => {
      const { id } = c.get('account');
      const baseUrl = base(c);
      const rows = readListing(c, c.req.valid('query'), (range) => applications.ownedBy(id, range));
      return c.json(
        rows.map((row) => represent(baseUrl, row)),
        200,
      );
    })
    .on(registerRoute, (c) => {
      const { row, secret } = applications.register(c.get('account'), checked(c.req.valid('json')));
      changed(c);
      return c.json({ ...represent(base(c), row), client_secret: secret }, 201);
    })
    .on(deleteRoute, (c) => {
      const row = applications.byClientId(c.req.valid('param').client_id);
      if (row === undefined || row.owner_id !== c.get('account').id) throw notFound();
      const grantedBy = applications.remove(row);
      changed(c);
      // Tokens went with it.
      for (const login of grantedBy) engine.events.emit({ type: 'token.changed', login });
      return c.body(null, 204);
    });
}
