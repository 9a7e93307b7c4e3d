/** `/applications/grants`: what applications may do for the account (service.md "Grants"). */
import { z } from '@hono/zod-openapi';
import { normaliseScopes } from '../../accounts/scopes.ts';
import type { Rooms } from '../../engine.ts';
import type { GrantWithApplication } from '../../store/tokens.ts';
import { PASSWORD } from '../shared/access.ts';
import { setLastModified } from '../shared/answers.ts';
import { base, idOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { type Grant, grantSchema } from './access-schemas.ts';

const path = '/applications/grants';
const onePath = z.object({ grant_id: z.string() });

const listRoute = operation({
  method: 'get',
  path,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'Applications that have access, one entry each. Basic authentication with the password only.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Grants.', content: { 'application/json': { schema: z.array(grantSchema) } } },
    ...errorResponses(401, 403),
  },
});
const getRoute = operation({
  method: 'get',
  path: `${path}/{grant_id}`,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'One grant.',
  request: { params: onePath },
  responses: {
    200: { description: 'The grant.', content: { 'application/json': { schema: grantSchema } } },
    ...errorResponses(401, 403, 404),
  },
});
const deleteRoute = operation({
  method: 'delete',
  path: `${path}/{grant_id}`,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'Takes the access of an application away; all its tokens for the account go too.',
  request: { params: onePath },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
});

function represent(baseUrl: string, row: GrantWithApplication): Grant {
  return {
    id: row.id,
    url: `${baseUrl}${path}/${row.id}`,
    app: {
      name: row.application_name,
      url: row.application_url || `${baseUrl}/openapi.json`,
      client_id: row.client_id,
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
    scopes: normaliseScopes((JSON.parse(row.token_scopes) as string[][]).flat()),
  };
}

export function grantRoutes(engine: Rooms<'events' | 'tokens'>) {
  const { tokens } = engine;
  const find = (c: ApiContext, id: string): GrantWithApplication => {
    const row = tokens.grantById(c.get('account').id, idOf(id));
    if (row === undefined) throw notFound();
    return row;
  };
  return router()
    .on(listRoute, (c) => {
      const { id } = c.get('account');
      const baseUrl = base(c);
      const rows = readListing(c, c.req.valid('query'), (range) => tokens.grantsOf(id, range));
      return c.json(
        rows.map((row) => represent(baseUrl, row)),
        200,
      );
    })
    .on(getRoute, (c) => {
      const row = find(c, c.req.valid('param').grant_id);
      setLastModified(c, row.updated_at);
      return c.json(represent(base(c), row), 200);
    })
    .on(deleteRoute, (c) => {
      tokens.removeGrant(find(c, c.req.valid('param').grant_id));
      engine.events.emit({ type: 'token.changed', login: c.get('account').login });
      return c.body(null, 204);
    });
}
