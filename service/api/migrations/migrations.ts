/** `/orgs/{org}/migrations` and `/user/migrations`: the same operations for an organization and for an account. */
import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { MigrationRow } from '../../store/migrations-table.ts';
import { account } from '../shared/access.ts';
import { base, idOf, listReach, organizationOf, reachOf, requireOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { longAnswer } from '../shared/long-answer.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import {
  migrationUrl,
  representMigration,
  representMigrationRepository,
  representRepositories,
  representWithout,
} from './migration-representation.ts';
import { migrationRepositorySchema, migrationSchema } from './migration-schemas.ts';

/** The two places where migrations lie. */
const PLACES = [
  { path: '/orgs/{org}/migrations', whose: 'an organization. Its owners only', access: account('admin:org', 'repo') },
  { path: '/user/migrations', whose: 'the account', access: account('repo') },
] as const;

const migrationAnswer = { description: 'The migration.', content: { 'application/json': { schema: migrationSchema } } };
const many = { description: 'Migrations.', content: { 'application/json': { schema: z.array(migrationSchema) } } };
const repositories = {
  description: 'Repositories.',
  content: { 'application/json': { schema: z.array(migrationRepositorySchema) } },
};
const names = z.union([z.string(), z.array(z.string())]).nullish();
const excludeQuery = z.object({
  exclude: names.openapi({ description: 'Attributes to leave out of the answer; only `repositories` can be.' }),
  'exclude[]': names,
});
const startBody = {
  required: false,
  content: {
    'application/json': {
      schema: z.object({
        repositories: z.array(z.string()),
        lock_repositories: z.boolean().nullish(),
        exclude_attachments: z.boolean().nullish(),
        exclude: names,
      }),
    },
  },
};

/** `exclude` as clients send it: an array, names joined by commas, or both. */
function readExclude(...values: (string | string[] | null | undefined)[]): string[] {
  const all = values
    .flat()
    .flatMap((value) => (value ?? '').split(','))
    .map((name) => name.trim());
  return [...new Set(all.filter((name) => name !== ''))];
}

export function migrationRoutes(engine: Rooms<'accounts' | 'facts' | 'migrations' | 'repositories'>) {
  const [ofOrganization, ofAccount] = PLACES;
  return placeRoutes(engine, ofOrganization).and(placeRoutes(engine, ofAccount));
}

/** Repositories that are represented in one go. */
const MANY = 50;

function placeRoutes(
  engine: Rooms<'accounts' | 'facts' | 'migrations' | 'repositories'>,
  { path, whose, access }: (typeof PLACES)[number],
) {
  const { migrations } = engine;
  const owners = z.object(path === '/user/migrations' ? {} : { org: z.string() });
  const onePath = owners.extend({ migration_id: z.string() });
  const lockPath = onePath.extend({ repo_name: z.string() });
  const ownPath = `${path}/{migration_id}` as const;

  /** Whose migrations a request is about. @throws ApiError 403, 404 */
  const ownerOf = (c: ApiContext): AccountRow => {
    const login = c.req.param('org');
    if (login === undefined) return c.get('account');
    const organization = organizationOf(engine, c, login);
    requireOwner(engine, c, organization.id, 'use its migrations');
    return organization;
  };
  const find = (c: ApiContext): MigrationRow => {
    const owner = ownerOf(c);
    const row = migrations.byId(idOf(c.req.param('migration_id') ?? ''));
    if (row === undefined || row.owner_id !== owner.id) throw notFound();
    if (!migrations.isWithin(row, reachOf(c))) throw notFound();
    return row;
  };
  const represent = (c: ApiContext, row: MigrationRow, exclude: string[] = []) =>
    representMigration(engine, base(c), row, c.get('account'), [...row.exclude, ...exclude]);

  /** One migration, sent as it is made where its repositories are many. */
  const answer = <Status extends 200 | 201>(
    c: ApiContext,
    row: MigrationRow,
    status: Status,
    exclude: string[],
    headers: Record<string, string> = {},
  ) => {
    const isLong = migrations.repositories(row.id, { limit: 0, offset: 0 }).total > MANY;
    if (!isLong || [...row.exclude, ...exclude].includes('repositories')) {
      return c.json(represent(c, row, exclude), status, headers);
    }
    const repositories = representRepositories(engine, base(c), row, c.get('account'));
    const object = representWithout(engine, base(c), row);
    // To hash all of it would let whoever started it wait for all of it.
    const made = status === 201 ? { ETag: `"${createHash('sha256').update(row.guid).digest('hex')}"` } : {};
    return longAnswer(c, repositories, status, {
      object,
      list: 'repositories',
      headers: { ...headers, ...made },
    }) as never;
  };

  return router()
    .on(
      operation({
        method: 'get',
        path,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: `Migrations of ${whose}, newest first.`,
        request: { params: owners, query: pageQuery.extend(excludeQuery.shape) },
        responses: { 200: many, ...errorResponses(401, 403, 404, 415) },
      }),
      (c) => {
        const owner = ownerOf(c);
        const query = c.req.valid('query');
        // All that the account started (service.md), for its organizations too.
        const isAccount = path === '/user/migrations';
        const reach = isAccount ? listReach(engine, c) : reachOf(c);
        const rows = readListing(c, query, (range) =>
          isAccount ? migrations.startedBy(owner.id, reach, range) : migrations.ofOwner(owner.id, reach, range),
        );
        const exclude = readExclude(query.exclude, query['exclude[]']);
        return c.json(
          rows.map((row) => represent(c, row, exclude)),
          200,
        );
      },
    )
    .on(
      operation({
        method: 'post',
        path,
        access,
        resource: 'Migration',
        summary: `Starts a migration of repositories of ${whose}.`,
        request: { params: owners, body: startBody },
        responses: { 201: migrationAnswer, ...errorResponses(401, 403, 404, 422) },
      }),
      async (c) => {
        const body = c.req.valid('json');
        const row = await migrations.start(ownerOf(c), c.get('account'), {
          repositories: body.repositories,
          lock_repositories: body.lock_repositories === true,
          exclude_attachments: body.exclude_attachments === true,
          exclude: readExclude(body.exclude),
          includePrivate: reachOf(c).private,
        });
        return answer(c, row, 201, [], { Location: migrationUrl(base(c), row) });
      },
    )
    .on(
      operation({
        method: 'get',
        path: ownPath,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: 'One migration.',
        request: { params: onePath, query: excludeQuery },
        responses: { 200: migrationAnswer, ...errorResponses(401, 403, 404, 415) },
      }),
      (c) => {
        const query = c.req.valid('query');
        return answer(c, find(c), 200, readExclude(query.exclude, query['exclude[]']));
      },
    )
    .on(
      operation({
        method: 'get',
        path: `${ownPath}/archive`,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: 'Redirects to an address of the archive that is valid for 300 seconds and needs no credentials.',
        request: { params: onePath },
        responses: {
          302: { description: 'The address, in Location and in the body.' },
          ...errorResponses(401, 403, 404, 415),
        },
      }),
      (c) => {
        const row = find(c);
        if (migrations.archives.find(row) === null) throw notFound();
        const address = migrations.addresses.make(base(c), row.guid);
        return c.body(address, 302, { Location: address, 'Content-Type': 'text/html;charset=utf-8' });
      },
    )
    .on(
      operation({
        method: 'delete',
        path: `${ownPath}/archive`,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: 'Deletes the archive; the migration stays readable.',
        request: { params: onePath },
        responses: { 204: { description: 'Deleted.' }, ...errorResponses(401, 403, 404, 415) },
      }),
      async (c) => {
        if (!(await migrations.archives.delete(find(c)))) throw notFound();
        return c.body(null, 204);
      },
    )
    .on(
      operation({
        method: 'delete',
        path: `${ownPath}/repos/{repo_name}/lock`,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: 'Unlocks a repository; 404 when this migration does not lock it.',
        request: { params: lockPath },
        responses: { 204: { description: 'Unlocked.' }, ...errorResponses(401, 403, 404, 415) },
      }),
      async (c) => {
        if (!(await migrations.unlock(find(c), c.req.valid('param').repo_name))) throw notFound();
        return c.body(null, 204);
      },
    )
    .on(
      operation({
        method: 'get',
        path: `${ownPath}/repositories`,
        access,
        resource: 'Migration',
        preview: 'wyandotte',
        summary: 'Repositories of a migration.',
        request: { params: onePath, query: pageQuery },
        responses: { 200: repositories, ...errorResponses(401, 403, 404, 415) },
      }),
      (c) => {
        const row = find(c);
        const rows = readListing(c, c.req.valid('query'), (range) => migrations.repositories(row.id, range));
        return c.json(
          rows.map((repository) => representMigrationRepository(engine, base(c), repository, c.get('account'))),
          200,
        );
      },
    )
    .on(
      operation({
        method: 'post',
        path: `${ownPath}/cancel`,
        access,
        resource: 'Migration',
        summary: 'Ends a migration that waits or works. Locks stay.',
        request: { params: onePath },
        responses: { 200: migrationAnswer, ...errorResponses(401, 403, 404, 422) },
      }),
      async (c) => c.json(represent(c, await migrations.cancel(find(c))), 200),
    )
    .on(
      operation({
        method: 'post',
        path: `${ownPath}/retry`,
        access,
        resource: 'Migration',
        summary: 'Lets a failed migration begin anew.',
        request: { params: onePath },
        responses: { 200: migrationAnswer, ...errorResponses(401, 403, 404, 422) },
      }),
      async (c) => c.json(represent(c, await migrations.retry(find(c))), 200),
    )
    .on(
      operation({
        method: 'delete',
        path: `${ownPath}/locks`,
        access,
        resource: 'Migration',
        summary: 'Unlocks every repository that this migration still locks.',
        request: { params: onePath },
        responses: { 204: { description: 'Unlocked.' }, ...errorResponses(401, 403, 404) },
      }),
      async (c) => {
        await migrations.unlockAll(find(c));
        return c.body(null, 204);
      },
    );
}
