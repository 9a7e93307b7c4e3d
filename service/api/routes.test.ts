/** What every operation says of itself, and that one which says nothing is refused. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { documentRoutes } from './openapi-document.ts';
import { routesOf } from './routes.ts';
import { type Access, PUBLIC } from './shared/access.ts';
import type { ApiEnv } from './shared/environment.ts';
import { errorAnswer } from './shared/errors.ts';
import { operation } from './shared/operation.ts';
import { findOperation, type Mounted, router } from './shared/router.ts';

/** Routes are only built here, never asked: any room will do. */
const rooms: Engine = new Proxy({} as Engine, { get: () => rooms });

function describe({ who, scopes, oneTime, confirm }: Access): string {
  const marks = [scopes.join(' or '), oneTime ? 'one-time password' : '', confirm ? 'confirmed' : ''];
  return [who, ...marks.filter((mark) => mark !== '')].join(', ');
}

test('every operation: who may call it, what its fields are fields of, and what else it says', () => {
  const routes = routesOf(rooms);
  const mounted: readonly Mounted[] = documentRoutes('1', routes).and(routes).mounted;
  const lines = mounted.map(({ operation: { method, path, access, resource, ...more } }) => {
    const rest = [more.category, more.preview, more.textBody === true ? 'text' : undefined];
    return [method.toUpperCase(), path, '|', describe(access), '|', resource, ...rest].filter(Boolean).join(' ');
  });
  expect(`\n${lines.sort().join('\n')}\n`).toMatchInlineSnapshot(`
    "
    DELETE /applications/grants/{grant_id} | password, confirmed | OauthAccess
    DELETE /applications/{client_id} | account, user, confirmed | OauthApplication
    DELETE /authorizations/{authorization_id} | password, confirmed | OauthAccess
    DELETE /authorizations/{authorization_id}/organizations/{org} | password, confirmed | OauthAccess
    DELETE /import_batches/{id} | account, public_repo or repo | Import
    DELETE /import_batches/{id}/queue | account, public_repo or repo | Import
    DELETE /inspections/{id} | account, site_admin | Inspection
    DELETE /installation/check | account, site_admin | Settings
    DELETE /orgs/{org}/credential-authorizations/{credential_id} | account, admin:org | Organization
    DELETE /orgs/{org}/hooks/{hook_id} | account, admin:org_hook | Hook
    DELETE /orgs/{org}/memberships/{login} | account, write:org | Organization
    DELETE /orgs/{org}/migrations/{migration_id}/archive | account, admin:org or repo | Migration wyandotte
    DELETE /orgs/{org}/migrations/{migration_id}/locks | account, admin:org or repo | Migration
    DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock | account, admin:org or repo | Migration wyandotte
    DELETE /remembered_credentials/{id} | account, user | Account
    DELETE /repos/{owner}/{repo} | account, delete_repo | Repository
    DELETE /repos/{owner}/{repo}/hooks/{hook_id} | account, admin:repo_hook or repo | Hook
    DELETE /repos/{owner}/{repo}/import | account, public_repo or repo | Import
    DELETE /repos/{owner}/{repo}/import/comparison | account, public_repo or repo | Import
    DELETE /repos/{owner}/{repo}/remote_pushes/{id} | account, public_repo or repo | RemotePush
    DELETE /repos/{owner}/{repo}/remotes/{id} | account, public_repo or repo | RemotePush
    DELETE /restores/{id} | account, site_admin | Restore
    DELETE /ssh_host_keys/{id} | account, site_admin | Account
    DELETE /user/migrations/{migration_id}/archive | account, repo | Migration wyandotte
    DELETE /user/migrations/{migration_id}/locks | account, repo | Migration
    DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock | account, repo | Migration wyandotte
    DELETE /user/people_book/{id} | account, user | Person
    DELETE /user/trash/{id} | account, delete_repo | Repository
    DELETE /user/two_factor | password, confirmed | Session
    GET /admin/users | account, site_admin | Account
    GET /applications | account, read:user or user, confirmed | OauthApplication
    GET /applications/grants | password, confirmed | OauthAccess
    GET /applications/grants/{grant_id} | password, confirmed | OauthAccess
    GET /archives/{file} | public | Account uncounted
    GET /authorizations | password, confirmed | OauthAccess
    GET /authorizations/{authorization_id} | password, confirmed | OauthAccess
    GET /import_batches | account, public_repo or repo | Import
    GET /import_batches/{id} | account, public_repo or repo | Import
    GET /import_batches/{id}/entries | account, public_repo or repo | Import
    GET /import_batches/{id}/report.csv | account, public_repo or repo | Import
    GET /inspections | account, site_admin | Inspection
    GET /inspections/{id} | account, site_admin | Inspection
    GET /inspections/{id}/choices | account, site_admin | Inspection
    GET /inspections/{id}/choices.csv | account, site_admin | Inspection
    GET /inspections/{id}/files/{path} | account, site_admin | Inspection
    GET /inspections/{id}/issues | account, site_admin | Inspection
    GET /inspections/{id}/issues/{owner}/{repo}/{number} | account, site_admin | Inspection
    GET /inspections/{id}/problems | account, site_admin | Inspection
    GET /inspections/{id}/repositories | account, site_admin | Inspection
    GET /installation/activity | account, site_admin | Settings
    GET /installation/backups | account, site_admin | Settings
    GET /installation/check | account, site_admin | Settings
    GET /installation/diagnostics | account, site_admin | Settings
    GET /installation/strays | account, site_admin | Settings
    GET /openapi.json | public | Account
    GET /orgs/{org} | account, read:org or repo | Organization
    GET /orgs/{org}/credential-authorizations | account, admin:org | Organization
    GET /orgs/{org}/hooks | account, admin:org_hook | Hook
    GET /orgs/{org}/hooks/{hook_id} | account, admin:org_hook | Hook
    GET /orgs/{org}/hooks/{hook_id}/deliveries | account, admin:org_hook | Hook
    GET /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id} | account, admin:org_hook | Hook
    GET /orgs/{org}/members | account, read:org or repo | Organization
    GET /orgs/{org}/memberships/{login} | account, read:org or repo | Organization
    GET /orgs/{org}/migrations | account, admin:org or repo | Migration wyandotte
    GET /orgs/{org}/migrations/{migration_id} | account, admin:org or repo | Migration wyandotte
    GET /orgs/{org}/migrations/{migration_id}/archive | account, admin:org or repo | Migration wyandotte
    GET /orgs/{org}/migrations/{migration_id}/repositories | account, admin:org or repo | Migration wyandotte
    GET /orgs/{org}/repos | account, public_repo or repo | Repository
    GET /rate_limit | anybody | Account uncounted
    GET /rate_limit/history | account | Account
    GET /remembered_credentials | account, user | Account
    GET /repos/{owner}/{repo} | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/branches | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/branches/{branch} | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/hooks | account, read:repo_hook or repo | Hook
    GET /repos/{owner}/{repo}/hooks/{hook_id} | account, read:repo_hook or repo | Hook
    GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries | account, read:repo_hook or repo | Hook
    GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id} | account, read:repo_hook or repo | Hook
    GET /repos/{owner}/{repo}/import | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/authors | account, public_repo or repo | CommitAuthor
    GET /repos/{owner}/{repo}/import/authors/map | account, public_repo or repo | CommitAuthor
    GET /repos/{owner}/{repo}/import/comparison | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/large_files | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/log | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/messages | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/report | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/revisions | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/import/updates | account, public_repo or repo | Import
    GET /repos/{owner}/{repo}/overview | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/remote_pushes/{id} | account, public_repo or repo | RemotePush
    GET /repos/{owner}/{repo}/remotes | account, public_repo or repo | RemotePush
    GET /repos/{owner}/{repo}/tarball | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/tarball/{ref} | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/zipball | account, public_repo or repo | Repository
    GET /repos/{owner}/{repo}/zipball/{ref} | account, public_repo or repo | Repository
    GET /restores | account, site_admin | Restore
    GET /restores/{id} | account, site_admin | Restore
    GET /scopes | account | Account
    GET /settings | account, site_admin | Settings
    GET /settings/network | account, site_admin | Settings
    GET /settings/requests | account, site_admin | Settings
    GET /setup | anybody | Account
    GET /source_archives/{repository_id}/{file} | public | Repository uncounted
    GET /ssh_host_keys | account, site_admin | Account
    GET /user | account | Account
    GET /user/imports | account, public_repo or repo | Import
    GET /user/migrations | account, repo | Migration wyandotte
    GET /user/migrations/{migration_id} | account, repo | Migration wyandotte
    GET /user/migrations/{migration_id}/archive | account, repo | Migration wyandotte
    GET /user/migrations/{migration_id}/repositories | account, repo | Migration wyandotte
    GET /user/orgs | account, read:org or user | Account
    GET /user/people_book | account, user | Person
    GET /user/people_book/map | account, user | Person
    GET /user/repos | account, public_repo or repo | Repository
    GET /user/repository_summaries | account, public_repo or repo | Repository
    GET /user/trash | account, public_repo or repo | Repository
    GET /user/work | account, public_repo or repo | Import
    PATCH /authorizations | password, one-time password, confirmed | OauthAccess
    PATCH /authorizations/{authorization_id} | password, one-time password, confirmed | OauthAccess
    PATCH /inspections/{id}/choices | account, site_admin | Inspection
    PATCH /orgs/{org} | account, admin:org | Organization
    PATCH /orgs/{org}/hooks/{hook_id} | account, admin:org_hook | Hook
    PATCH /repos/{owner}/{repo} | account, public_repo or repo | Repository
    PATCH /repos/{owner}/{repo}/hooks/{hook_id} | account, write:repo_hook or repo | Hook
    PATCH /repos/{owner}/{repo}/import | account, public_repo or repo | Import
    PATCH /repos/{owner}/{repo}/import/authors | account, public_repo or repo | CommitAuthor
    PATCH /repos/{owner}/{repo}/import/authors/{author_id} | account, public_repo or repo | CommitAuthor
    PATCH /repos/{owner}/{repo}/import/lfs | account, public_repo or repo | Import
    PATCH /repos/{owner}/{repo}/remotes/{id} | account, public_repo or repo | RemotePush
    PATCH /settings | account, site_admin | Settings
    PATCH /settings/network | account, site_admin | Settings
    PATCH /user/people_book | account, user | Person
    POST /admin/organizations | account, admin:org | Account
    POST /admin/users | account, site_admin, confirmed | Account
    POST /applications | account, user, confirmed | OauthApplication
    POST /author_map_readings | account | CommitAuthor text
    POST /authorizations | password, one-time password, confirmed | OauthAccess
    POST /authorizations/{authorization_id}/regenerate | password, one-time password, confirmed | OauthAccess
    POST /import_batches | account, public_repo or repo | Import
    POST /import_batches/{id}/attempts | account, public_repo or repo | Import
    POST /import_batches/{id}/start | account, public_repo or repo | Import
    POST /import_detections | account, public_repo or repo | Import
    POST /import_outlines | account, public_repo or repo | Import
    POST /import_outlines/{id}/layout_previews | account, public_repo or repo | Import
    POST /import_surveys | account, public_repo or repo | Import
    POST /inspections | account, site_admin | Inspection
    POST /installation/check | account, site_admin | Settings
    POST /installation/strays | account, site_admin | Settings
    POST /orgs/{org}/hooks | account, admin:org_hook | Hook
    POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts | account, admin:org_hook | Hook
    POST /orgs/{org}/migrations | account, admin:org or repo | Migration
    POST /orgs/{org}/migrations/{migration_id}/cancel | account, admin:org or repo | Migration
    POST /orgs/{org}/migrations/{migration_id}/retry | account, admin:org or repo | Migration
    POST /orgs/{org}/repos | account, public_repo or repo | Repository
    POST /remote_pushes | account, public_repo or repo | RemotePush
    POST /repos/{owner}/{repo}/hooks | account, write:repo_hook or repo | Hook
    POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts | account, write:repo_hook or repo | Hook
    POST /repos/{owner}/{repo}/import/authors/edits | account, public_repo or repo | CommitAuthor
    POST /repos/{owner}/{repo}/import/comparison | account, public_repo or repo | Import
    POST /repos/{owner}/{repo}/import/layout_previews | account, public_repo or repo | Import
    POST /repos/{owner}/{repo}/import/updates | account, public_repo or repo | Import
    POST /repos/{owner}/{repo}/remote_pushes | account, public_repo or repo | RemotePush
    POST /repos/{owner}/{repo}/trash | account, delete_repo | Repository
    POST /repository_sizes | account, public_repo or repo | Repository
    POST /restores | account, site_admin | Restore
    POST /session | public | Session
    POST /settings/network/test | account, site_admin | Settings
    POST /setup | public | Account
    POST /ssh_host_keys | account, site_admin | Account
    POST /user/migrations | account, repo | Migration
    POST /user/migrations/{migration_id}/cancel | account, repo | Migration
    POST /user/migrations/{migration_id}/retry | account, repo | Migration
    POST /user/repos | account, public_repo or repo | Repository
    POST /user/trash/{id}/restore | account, delete_repo | Repository
    POST /user/two_factor | password, confirmed | Session
    PUT /admin/users/{login}/password | password, one-time password, confirmed | Account
    PUT /authorizations/clients/{client_id} | password, one-time password, confirmed | OauthAccess
    PUT /authorizations/clients/{client_id}/{fingerprint} | password, one-time password, confirmed | OauthAccess
    PUT /authorizations/{authorization_id}/organizations/{org} | password, one-time password, confirmed | OauthAccess
    PUT /import_batches/{id}/author_map | account, public_repo or repo | Import
    PUT /inspections/{id}/choices.csv | account, site_admin | Inspection text
    PUT /orgs/{org}/memberships/{login} | account, write:org, confirmed | Organization
    PUT /repos/{owner}/{repo}/import | account, public_repo or repo | Import source_import
    PUT /repos/{owner}/{repo}/import/authors/map | account, public_repo or repo | CommitAuthor text
    PUT /user/password | password, one-time password | Account
    PUT /user/people_book/map | account, user | Person text
    PUT /user/two_factor | password, confirmed | Session
    "
  `);
});

test('a route that does not say who may call it does not compile, and is refused to everybody', async () => {
  const silent = { method: 'get', path: '/silent', resource: 'Account', responses: {} } as const;
  // @ts-expect-error `access` is missing.
  operation(silent);
  const said = operation({ ...silent, path: '/said', access: PUBLIC });
  const answer = () => new Response('answered') as never;
  const routes = router()
    .on(said, answer)
    // @ts-expect-error `access` is missing.
    .on(silent, answer);
  const api = router();
  api.hono.use(
    '*',
    findOperation(() => all.mounted, '/api'),
  );
  const all = api.and(routes);
  all.hono.get('/beside', answer);
  const app = new Hono<ApiEnv>();
  app.route('/api', all.hono);
  app.onError((error, c) => errorAnswer(error, c, { log: () => undefined, dataFolder: '' }));
  const ask = async (path: string, method = 'GET') => {
    const answered = await app.request(`http://localhost/api${path}`, { method });
    return `${answered.status} ${await answered.text()}`;
  };
  expect(await ask('/said')).toBe('200 answered');
  expect(await ask('/said', 'HEAD')).toBe('200 ');
  for (const path of ['/silent', '/beside']) {
    expect(await ask(path)).toMatch(/^403 .*does not say who may call it/);
    expect(await ask(path, 'HEAD')).toMatch(/^403 /);
  }
});
