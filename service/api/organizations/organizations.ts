/** `/orgs/{org}` and its members. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Engine } from '../../engine.ts';
import type { AccountRow, MemberRole } from '../../store/accounts.ts';
import { type Member, memberSchema, type Organization, organizationSchema } from '../access/access-schemas.ts';
import { base, organizationOf, requireOwner, router } from '../shared/context.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { linkPages, pageQuery, readPage } from '../shared/paging.ts';
import { representOwner } from '../shared/representations.ts';

const onePath = z.object({ org: z.string() });
const memberPath = onePath.extend({ login: z.string() });
const one = { description: 'The organization.', content: { 'application/json': { schema: organizationSchema } } };

const getRoute = createRoute({
  method: 'get',
  path: '/orgs/{org}',
  summary: 'One organization.',
  request: { params: onePath },
  responses: { 200: one, ...errorResponses(401, 403, 404) },
});
const changeRoute = createRoute({
  method: 'patch',
  path: '/orgs/{org}',
  summary: 'Whether the organization enforces single sign-on. Owners only.',
  request: {
    params: onePath,
    body: {
      required: false,
      content: { 'application/json': { schema: z.object({ saml_enforced: z.boolean().optional() }) } },
    },
  },
  responses: { 200: one, ...errorResponses(401, 403, 404, 422) },
});
const membersRoute = createRoute({
  method: 'get',
  path: '/orgs/{org}/members',
  summary: 'Members with their roles.',
  request: { params: onePath, query: pageQuery },
  responses: {
    200: { description: 'Members.', content: { 'application/json': { schema: z.array(memberSchema) } } },
    ...errorResponses(401, 403, 404),
  },
});
const setRoleRoute = createRoute({
  method: 'put',
  path: '/orgs/{org}/memberships/{login}',
  summary: 'Makes an account a member, or changes its role. Owners only.',
  request: {
    params: memberPath,
    body: {
      required: false,
      content: { 'application/json': { schema: z.object({ role: z.enum(['admin', 'member']).optional() }) } },
    },
  },
  responses: {
    200: { description: 'The member.', content: { 'application/json': { schema: memberSchema } } },
    ...errorResponses(401, 403, 404, 422),
  },
});
const removeRoute = createRoute({
  method: 'delete',
  path: '/orgs/{org}/memberships/{login}',
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

export function organizationRoutes(engine: Engine) {
  const { accounts } = engine;
  return router()
    .openapi(getRoute, (c) => c.json(represent(base(c), organizationOf(engine, c, c.req.valid('param').org)), 200))
    .openapi(changeRoute, (c) => {
      const organization = organizationOf(engine, c, c.req.valid('param').org);
      requireOwner(engine, c, organization.id, 'change it');
      const { saml_enforced } = c.req.valid('json');
      if (saml_enforced !== undefined) accounts.table.setSamlEnforced(organization.id, saml_enforced);
      return c.json(represent(base(c), accounts.table.byId(organization.id) ?? organization), 200);
    })
    .openapi(membersRoute, (c) => {
      const organization = organizationOf(engine, c, c.req.valid('param').org);
      const page = readPage(c.req.valid('query'));
      linkPages(c, page, accounts.table.countMembers(organization.id));
      const members = accounts.table.members(organization.id, { limit: page.limit, offset: page.offset });
      return c.json(
        members.map((row) => representMember(base(c), row, row.role)),
        200,
      );
    })
    .openapi(setRoleRoute, (c) => {
      const { org, login } = c.req.valid('param');
      const organization = organizationOf(engine, c, org);
      requireOwner(engine, c, organization.id, 'change memberships');
      const account = accounts.table.byLogin(login);
      if (account?.type !== 'User') {
        throw invalid('Organization', 'login', 'invalid', `There is no account "${login}". Make it first.`);
      }
      const role = c.req.valid('json').role === 'admin' ? 'owner' : 'member';
      accounts.setRole(organization, account, role);
      return c.json(representMember(base(c), account, role), 200);
    })
    .openapi(removeRoute, (c) => {
      const { org, login } = c.req.valid('param');
      const organization = organizationOf(engine, c, org);
      const account = accounts.table.byLogin(login);
      const own = account?.id === c.get('account').id;
      if (!own) requireOwner(engine, c, organization.id, 'change memberships');
      if (account === undefined || accounts.table.role(organization.id, account.id) === null) throw notFound();
      accounts.removeMember(organization, account);
      return c.body(null, 204);
    });
}
