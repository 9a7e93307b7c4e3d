/** `/orgs/{org}` and its members. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import type { AccountRow, MemberRole } from '../../store/accounts.ts';
import {
  type Member,
  type Membership,
  memberSchema,
  membershipSchema,
  type Organization,
  organizationSchema,
} from '../access/access-schemas.ts';
import { account } from '../shared/access.ts';
import { base, organizationOf, requireOwner } from '../shared/context.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { organizationUrl } from '../shared/links.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { representOwner } from '../shared/representations.ts';
import { router } from '../shared/router.ts';

const onePath = z.object({ org: z.string() });
const memberPath = onePath.extend({ login: z.string() });
const organizationAnswer = {
  description: 'The organization.',
  content: { 'application/json': { schema: organizationSchema } },
};

const getRoute = operation({
  method: 'get',
  path: '/orgs/{org}',
  access: account('read:org', 'repo'),
  resource: 'Organization',
  summary: 'One organization.',
  request: { params: onePath },
  responses: { 200: organizationAnswer, ...errorResponses(401, 403, 404) },
});
const changeRoute = operation({
  method: 'patch',
  path: '/orgs/{org}',
  access: account('admin:org'),
  resource: 'Organization',
  summary: 'Whether the organization enforces single sign-on. Owners only.',
  request: {
    params: onePath,
    body: {
      required: false,
      content: { 'application/json': { schema: z.object({ saml_enforced: z.boolean().optional() }) } },
    },
  },
  responses: { 200: organizationAnswer, ...errorResponses(401, 403, 404, 422) },
});
const membersRoute = operation({
  method: 'get',
  path: '/orgs/{org}/members',
  access: account('read:org', 'repo'),
  resource: 'Organization',
  summary: 'Members with their roles.',
  request: { params: onePath, query: pageQuery },
  responses: {
    200: { description: 'Members.', content: { 'application/json': { schema: z.array(memberSchema) } } },
    ...errorResponses(401, 403, 404),
  },
});
const membershipAnswer = {
  description: 'The membership.',
  content: { 'application/json': { schema: membershipSchema } },
};
const membershipRoute = operation({
  method: 'get',
  path: '/orgs/{org}/memberships/{login}',
  access: account('read:org', 'repo'),
  resource: 'Organization',
  summary: 'The membership of an account.',
  request: { params: memberPath },
  responses: { 200: membershipAnswer, ...errorResponses(401, 403, 404) },
});
const setRoleRoute = operation({
  method: 'put',
  path: '/orgs/{org}/memberships/{login}',
  access: { ...account('write:org'), confirm: true },
  resource: 'Organization',
  summary: 'Makes an account a member, or changes its role. Owners only.',
  request: {
    params: memberPath,
    body: {
      required: false,
      content: { 'application/json': { schema: z.object({ role: z.enum(['admin', 'member']).optional() }) } },
    },
  },
  responses: {
    200: membershipAnswer,
    ...errorResponses(401, 403, 404, 422),
  },
});
const removeRoute = operation({
  method: 'delete',
  path: '/orgs/{org}/memberships/{login}',
  access: account('write:org'),
  resource: 'Organization',
  summary: 'Ends a membership. Owners may end any, others their own.',
  request: { params: memberPath },
  responses: { 204: { description: 'Ended.' }, ...errorResponses(401, 403, 404, 422) },
});

function represent(baseUrl: string, row: AccountRow): Organization {
  return { ...representOwner(baseUrl, row), saml_enforced: row.saml_enforced === 1 };
}

function representMember(baseUrl: string, row: AccountRow, role: MemberRole): Member {
  return { ...representOwner(baseUrl, row), role: role === 'owner' ? 'admin' : 'member' };
}

function representMembership(
  baseUrl: string,
  organization: AccountRow,
  user: AccountRow,
  role: MemberRole,
): Membership {
  const organization_url = organizationUrl(baseUrl, organization.login);
  return {
    url: `${organization_url}/memberships/${encodeURIComponent(user.login)}`,
    state: 'active',
    role: role === 'owner' ? 'admin' : 'member',
    organization_url,
    organization: representOwner(baseUrl, organization),
    user: representOwner(baseUrl, user),
  };
}

export function organizationRoutes(engine: Rooms<'accounts' | 'events'>) {
  const { accounts, events } = engine;
  return router()
    .on(getRoute, (c) => c.json(represent(base(c), organizationOf(engine, c, c.req.valid('param').org)), 200))
    .on(changeRoute, (c) => {
      const organization = organizationOf(engine, c, c.req.valid('param').org);
      requireOwner(engine, c, organization.id, 'change it');
      const { saml_enforced } = c.req.valid('json');
      if (saml_enforced !== undefined) accounts.setSamlEnforced(organization.id, saml_enforced);
      return c.json(represent(base(c), accounts.byId(organization.id) ?? organization), 200);
    })
    .on(membersRoute, (c) => {
      const organization = organizationOf(engine, c, c.req.valid('param').org);
      const members = readListing(c, c.req.valid('query'), (range) => accounts.members(organization.id, range));
      return c.json(
        members.map((row) => representMember(base(c), row, row.role)),
        200,
      );
    })
    .on(membershipRoute, (c) => {
      const { org, login } = c.req.valid('param');
      const organization = organizationOf(engine, c, org);
      const user = accounts.byLogin(login);
      const role = user === undefined ? null : accounts.roleOf(organization.id, user.id);
      if (user === undefined || role === null) throw notFound();
      return c.json(representMembership(base(c), organization, user, role), 200);
    })
    .on(setRoleRoute, (c) => {
      const { org, login } = c.req.valid('param');
      const organization = organizationOf(engine, c, org);
      requireOwner(engine, c, organization.id, 'change memberships');
      const account = accounts.byLogin(login);
      if (account?.type !== 'User') {
        throw invalid(
          'Organization',
          'login',
          'invalid',
          say('There is no account "{login}". Make it first.', { login }),
        );
      }
      const role = c.req.valid('json').role === 'admin' ? 'owner' : 'member';
      accounts.setRole(organization, account, role);
      events.emit({ type: 'account.changed', login: account.login });
      return c.json(representMembership(base(c), organization, account, role), 200);
    })
    .on(removeRoute, (c) => {
      const { org, login } = c.req.valid('param');
      const organization = organizationOf(engine, c, org);
      const account = accounts.byLogin(login);
      const own = account?.id === c.get('account').id;
      if (!own) requireOwner(engine, c, organization.id, 'change memberships');
      if (account === undefined || !accounts.isMember(organization.id, account.id)) throw notFound();
      accounts.removeMember(organization, account);
      events.emit({ type: 'account.changed', login: account.login });
      return c.body(null, 204);
    });
}
