/** `/user`, `/user/orgs`, `/admin/users`, `/admin/organizations`. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { ANY_ACCOUNT, account, INSTALLATION } from '../shared/access.ts';
import { base, listReach, mayReadEmail, requireInstallationOwner } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { representOwner } from '../shared/representations.ts';
import { router } from '../shared/router.ts';
import { type Account, accountSchema, ownerSchema } from '../shared/schemas.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { ownOrganizationSchema } from './access-schemas.ts';

export function representAccount(engine: Rooms<'twoFactor'>, baseUrl: string, account: AccountRow): Account {
  return {
    ...representOwner(baseUrl, account),
    name: account.name,
    email: account.email,
    two_factor_authentication: engine.twoFactor.isOn(account.id),
  };
}

const userRoute = operation({
  method: 'get',
  path: '/user',
  access: ANY_ACCOUNT,
  resource: 'Account',
  summary: 'The account that asks.',
  responses: {
    200: { description: 'The account.', content: { 'application/json': { schema: accountSchema } } },
    ...errorResponses(401),
  },
});

const organizationsRoute = operation({
  method: 'get',
  path: '/user/orgs',
  access: account('read:org', 'user'),
  resource: 'Account',
  summary: 'Organizations of the account that asks, with its role.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Organizations.', content: { 'application/json': { schema: z.array(ownOrganizationSchema) } } },
    ...errorResponses(401),
  },
});

const usersRoute = operation({
  method: 'get',
  path: '/admin/users',
  access: INSTALLATION,
  resource: 'Account',
  summary: 'All accounts. Owners of the installation only.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Accounts.', content: { 'application/json': { schema: z.array(accountSchema) } } },
    ...errorResponses(401, 403),
  },
});

const createOrganizationRoute = operation({
  method: 'post',
  path: '/admin/organizations',
  access: account('admin:org'),
  resource: 'Account',
  summary: 'Makes an organization that the caller owns.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': { schema: z.object({ login: z.string(), profile_name: textOf(LONGEST.name).optional() }) },
      },
    },
  },
  responses: {
    201: { description: 'The organization.', content: { 'application/json': { schema: ownerSchema } } },
    ...errorResponses(401, 422),
  },
});

const createUserRoute = operation({
  method: 'post',
  path: '/admin/users',
  access: { ...INSTALLATION, confirm: true },
  resource: 'Account',
  summary: 'Makes an account. Owners of the installation only.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ login: z.string(), password: z.string(), email: textOf(LONGEST.name).optional() }),
        },
      },
    },
  },
  responses: {
    201: { description: 'The account.', content: { 'application/json': { schema: accountSchema } } },
    ...errorResponses(401, 403, 422),
  },
});

export function accountRoutes(engine: Rooms<'accounts' | 'events' | 'twoFactor'>) {
  const { accounts, events } = engine;
  return router()
    .on(userRoute, (c) => {
      const account = representAccount(engine, base(c), c.get('account'));
      // As the original: a token reads the address only with a scope for it.
      return c.json(mayReadEmail(c) ? account : { ...account, email: null }, 200);
    })
    .on(organizationsRoute, (c) => {
      const caller = c.get('account');
      const reach = listReach(engine, c);
      const organizations = readListing(c, c.req.valid('query'), (range) =>
        accounts.organizationsOf(caller.id, reach, range),
      );
      return c.json(
        organizations.map((organization) => ({
          ...representOwner(base(c), organization),
          role: accounts.mayAdminister(caller, organization.id) ? ('admin' as const) : ('member' as const),
        })),
        200,
      );
    })
    .on(usersRoute, (c) => {
      requireInstallationOwner(c);
      const people = readListing(c, c.req.valid('query'), (range) => accounts.people(range));
      return c.json(
        people.map((account) => representAccount(engine, base(c), account)),
        200,
      );
    })
    .on(createOrganizationRoute, (c) => {
      const { login, profile_name } = c.req.valid('json');
      const organization = accounts.createOrganization({ login, name: profile_name ?? null }, c.get('account'));
      events.emit({ type: 'account.changed', login: c.get('account').login });
      return c.json(representOwner(base(c), organization), 201);
    })
    .on(createUserRoute, async (c) => {
      requireInstallationOwner(c);
      const account = await accounts.createPerson(c.req.valid('json'));
      events.emit({ type: 'account.changed', login: account.login });
      return c.json(representAccount(engine, base(c), account), 201);
    });
}
