/** Personal tokens for organizations that enforce single sign-on (service.md, "Authentication", rule 4). */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import { scopesOf } from '../../accounts/tokens.ts';
import type { Rooms } from '../../engine.ts';
import type { TokenWithApplication } from '../../store/tokens.ts';
import { account, PASSWORD, PASSWORD_ONCE } from '../shared/access.ts';
import { idOf, organizationOf, requireOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';

const ofToken = '/authorizations/{authorization_id}/organizations/{org}';
const tokenPath = z.object({ authorization_id: z.string(), org: z.string() });
const ofOrganization = '/orgs/{org}/credential-authorizations';

const allowRoute = operation({
  method: 'put',
  path: ofToken,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'Allows a personal token of the account for an organization that enforces single sign-on.',
  request: { params: tokenPath },
  responses: { 204: { description: 'Allowed.' }, ...errorResponses(401, 403, 404, 422) },
});
const forbidRoute = operation({
  method: 'delete',
  path: ofToken,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'Takes that back.',
  request: { params: tokenPath },
  responses: { 204: { description: 'Taken back.' }, ...errorResponses(401, 403, 404) },
});
const listRoute = operation({
  method: 'get',
  path: ofOrganization,
  access: account('admin:org'),
  resource: 'Organization',
  summary: 'Tokens that reach the organization though it enforces single sign-on. Its owners only.',
  request: { params: z.object({ org: z.string() }), query: pageQuery },
  responses: {
    200: {
      description: 'Tokens.',
      content: {
        'application/json': {
          schema: z.array(
            z.object({
              credential_id: z.number().int(),
              login: z.string(),
              credential_type: z.literal('personal access token'),
              token_last_eight: z.string(),
              authorized_credential_note: z.string().nullable(),
              scopes: z.array(z.string()),
              credential_authorized_at: z.string(),
            }),
          ),
        },
      },
    },
    ...errorResponses(401, 403, 404),
  },
});
const removeRoute = operation({
  method: 'delete',
  path: `${ofOrganization}/{credential_id}`,
  access: account('admin:org'),
  resource: 'Organization',
  summary: 'Keeps a token out of the organization again. Its owners only.',
  request: { params: z.object({ org: z.string(), credential_id: z.string() }) },
  responses: { 204: { description: 'Kept out.' }, ...errorResponses(401, 403, 404) },
});

export function allowedTokenRoutes(engine: Rooms<'accounts' | 'events' | 'tokens'>) {
  const { tokens } = engine;
  const find = (c: ApiContext, id: string): TokenWithApplication => {
    const row = tokens.byId(c.get('account').id, idOf(id));
    if (row === undefined) throw notFound();
    return row;
  };
  const owned = (c: ApiContext, login: string) => {
    const organization = organizationOf(engine, c, login);
    requireOwner(engine, c, organization.id, 'say which tokens reach it');
    return organization;
  };
  return router()
    .on(allowRoute, (c) => {
      const { authorization_id, org } = c.req.valid('param');
      const token = find(c, authorization_id);
      const organization = organizationOf(engine, c, org);
      if (token.grant_id !== null) {
        const sentence = say(
          'Only personal tokens can be allowed; this one is an application’s. Make a token without one.',
        );
        throw invalid('OauthAccess', 'authorization_id', 'unprocessable', sentence);
      }
      tokens.organizations.allow(token.id, organization.id);
      engine.events.emit({ type: 'token.changed', login: c.get('account').login });
      return c.body(null, 204);
    })
    .on(forbidRoute, (c) => {
      const { authorization_id, org } = c.req.valid('param');
      const token = find(c, authorization_id);
      if (!tokens.organizations.forbid(token.id, organizationOf(engine, c, org).id)) throw notFound();
      engine.events.emit({ type: 'token.changed', login: c.get('account').login });
      return c.body(null, 204);
    })
    .on(listRoute, (c) => {
      const { id } = owned(c, c.req.valid('param').org);
      const rows = readListing(c, c.req.valid('query'), (range) => tokens.organizations.ofOrganization(id, range));
      return c.json(
        rows.map((row) => ({
          credential_id: row.token_id,
          login: row.login,
          credential_type: 'personal access token' as const,
          token_last_eight: row.token_last_eight,
          authorized_credential_note: row.note,
          scopes: scopesOf(row),
          credential_authorized_at: row.created_at,
        })),
        200,
      );
    })
    .on(removeRoute, (c) => {
      const { org, credential_id } = c.req.valid('param');
      if (!tokens.organizations.forbid(idOf(credential_id), owned(c, org).id)) throw notFound();
      return c.body(null, 204);
    });
}
