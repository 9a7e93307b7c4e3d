/** `/user`, `/user/orgs`, `/admin/users`, `/admin/organizations`. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Engine } from '../engine.ts';
import type { AccountRow } from '../store/accounts.ts';
import { base, router } from './context.ts';
import { ApiError, errorResponses } from './errors.ts';
import { linkPages, pageQuery, readPage } from './paging.ts';
import { representOwner } from './representations.ts';
import { type Account, accountSchema, ownerSchema } from './schemas.ts';

export function representAccount(baseUrl: string, account: AccountRow): Account {
  return {
    ...representOwner(baseUrl, account),
    name: account.name,
    email: account.email,
    two_factor_authentication: false,
  };
}

const userRoute = createRoute({
  method: 'get',
  path: '/user',
  summary: 'The account that asks.',
  responses: {
    200: { description: 'The account.', content: { 'application/json': { schema: accountSchema } } },
    ...errorResponses(401),
  },
});

const organizationsRoute = createRoute({
  method: 'get',
  path: '/user/orgs',
  summary: 'Organizations of the account that asks.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Organizations.', content: { 'application/json': { schema: z.array(ownerSchema) } } },
    ...errorResponses(401),
  },
});

const createOrganizationRoute = createRoute({
  method: 'post',
  path: '/admin/organizations',
  summary: 'Makes an organization that the caller owns.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ login: z.string(), profile_name: z.string().optional() }) } },
    },
  },
  responses: {
    201: { description: 'The organization.', content: { 'application/json': { schema: ownerSchema } } },
    ...errorResponses(401, 422),
  },
});

const createUserRoute = createRoute({
  method: 'post',
  path: '/admin/users',
  summary: 'Makes an account. Owners of the installation only.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ login: z.string(), password: z.string(), email: z.string().optional() }),
        },
      },
    },
  },
  responses: {
    201: { description: 'The account.', content: { 'application/json': { schema: accountSchema } } },
    ...errorResponses(401, 403, 422),
  },
});

export function accountRoutes(engine: Engine) {
  const { accounts } = engine;
  return router()
    .openapi(userRoute, (c) => c.json(representAccount(base(c), c.get('account')), 200))
    .openapi(organizationsRoute, (c) => {
      const page = readPage(c.req.valid('query'));
      const { id } = c.get('account');
      linkPages(c, page, accounts.table.countOrganizationsOf(id));
      const organizations = accounts.table.organizationsOf(id, { limit: page.limit, offset: page.offset });
      return c.json(
        organizations.map((organization) => representOwner(base(c), organization)),
        200,
      );
    })
    .openapi(createOrganizationRoute, (c) => {
      const { login, profile_name } = c.req.valid('json');
      const organization = accounts.createOrganization({ login, name: profile_name ?? null }, c.get('account'));
      return c.json(representOwner(base(c), organization), 201);
    })
    .openapi(createUserRoute, async (c) => {
      if (c.get('account').site_admin !== 1)
        throw new ApiError(403, 'Only an owner of this installation can make accounts.');
      return c.json(representAccount(base(c), await accounts.createPerson(c.req.valid('json'))), 201);
    });
}
