/** `@octokit/rest` 16.43.2 and 18.0.9 drive all 14 operations on migrations, on exports of real repositories. */
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit as Octokit16 } from 'octokit-rest-16';
import { Octokit as Octokit18 } from 'octokit-rest-18';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { basic, OWNER } from '../testing/engine.ts';
import { git, historyStream } from '../testing/git-sources.ts';
import { fsck, unpack } from '../testing/migrations.ts';
import { expectConformance, type RecordedServer, startRecordedServer } from './recorded-server.ts';

let server: RecordedServer;
let folder: string;
// The clients' types describe what the original sent; the tests read what is there.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Client = any;
const clients: [name: string, make: () => Promise<Client>][] = [
  [
    'rest 16.43.2',
    async () => {
      const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
      const auth = { username: OWNER.login, password: OWNER.password, on2fa: () => '' };
      return new Octokit16({ auth, baseUrl: server.baseUrl, log: quiet } as never);
    },
  ],
  [
    'rest 18.0.9',
    async () => {
      const { body } = await server.engine.api('POST', '/authorizations', {
        note: randomUUID(),
        scopes: ['repo', 'admin:org'],
      });
      return new Octokit18({ auth: body.token, baseUrl: server.baseUrl });
    },
  ],
];

beforeAll(async () => {
  server = await startRecordedServer();
  folder = mkdtempSync(join(tmpdir(), 'gantry conformance '));
  for (const [path, repository] of [
    ['/orgs/acme/repos', 'acme/widgets'],
    ['/user/repos', 'ann/mine'],
  ] as const) {
    await server.engine.api('POST', path, { name: repository.split('/')[1] });
    const bare = join(server.engine.folder, 'repositories', `${repository}.git`);
    git(bare, ['fast-import', '--quiet', '--done'], { input: historyStream(30) });
  }
});
afterEach(() => expectConformance(server));
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Names of the seven operations in a client, for an organization and for the account. */
const places = [
  {
    at: { org: 'acme' },
    base: '/orgs/acme/migrations',
    repository: 'acme/widgets',
    start: 'startForOrg',
    list: 'listForOrg',
    status: 'getStatusForOrg',
    archive: 'downloadArchiveForOrg',
    removal: 'deleteArchiveForOrg',
    unlock: 'unlockRepoForOrg',
    repositories: 'listReposForOrg',
  },
  {
    at: {},
    base: '/user/migrations',
    repository: 'ann/mine',
    start: 'startForAuthenticatedUser',
    list: 'listForAuthenticatedUser',
    status: 'getStatusForAuthenticatedUser',
    archive: 'getArchiveForAuthenticatedUser',
    removal: 'deleteArchiveForAuthenticatedUser',
    unlock: 'unlockRepoForAuthenticatedUser',
    repositories: 'listReposForUser',
  },
];

for (const [name, make] of clients) {
  for (const place of places) {
    test(`${name}, ${place.base}`, async () => {
      const octokit = await make();
      const { migrations } = octokit;
      const { at, repository } = place;
      const repo_name = repository.split('/')[1];
      const started = await migrations[place.start]({ ...at, repositories: [repository], lock_repositories: true });
      expect([started.status, started.data.state]).toEqual([201, 'pending']);
      const one = { ...at, migration_id: started.data.id };
      expect(started.headers.location).toBe(started.data.url);
      // Starts recommend v3; the other operations are in preview (service.md, "Versioning").
      expect(server.recorded.findLast(({ method }) => method === 'POST')?.requestHeaders.get('accept')).toContain('v3');

      await server.engine.until(async () => {
        const { data } = await migrations[place.status](one);
        return data.state === 'exported' ? data : undefined;
      });
      expect((await migrations[place.list]({ ...at, per_page: 5 })).data[0]).toMatchObject({
        id: started.data.id,
        state: 'exported',
      });
      const { archive } = (await migrations[place.status](one)).data;

      const downloaded = await migrations[place.archive](one);
      expect(downloaded.status).toBe(200);
      const bytes = Buffer.from(downloaded.data);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(archive.sha256);
      expect(server.recorded.slice(-2).map(({ status }) => status)).toEqual([302, 200]);
      const file = join(folder, `${name} ${started.data.id}.tar.gz`);
      writeFileSync(file, bytes);
      fsck(join(unpack(file, `${file} unpacked`), 'repositories', `${repository}.git`));
      expect(execFileSync('tar', ['tzf', file], { encoding: 'utf8' })).toContain('schema.json');

      if (name === 'rest 16.43.2' && place.repositories === 'listReposForUser') {
        // This client asks `GET /user/:migration_id/repositories`, which no service has.
        await expect(migrations.listReposForUser(one)).rejects.toMatchObject({ status: 404 });
        expect(server.recorded.at(-1)?.path).toBe(`/user/${started.data.id}/repositories`);
        const accept = 'application/vnd.github.wyandotte-preview+json';
        const right = await octokit.request('GET /user/migrations/:migration_id/repositories', {
          ...one,
          headers: { accept },
        });
        expect([right.status, right.data[0].full_name]).toEqual([200, repository]);
      } else {
        const { status, data } = await migrations[place.repositories](one);
        expect([status, data[0].full_name, data[0].locked_by.migration_id]).toEqual([200, repository, started.data.id]);
      }

      expect((await migrations[place.unlock]({ ...one, repo_name })).status).toBe(204);
      await expect(migrations[place.unlock]({ ...one, repo_name })).rejects.toMatchObject({ status: 404 });
      expect((await migrations[place.removal](one)).status).toBe(204);
      await expect(migrations[place.removal](one)).rejects.toMatchObject({ status: 404 });
      await expect(migrations[place.archive](one)).rejects.toMatchObject({ status: 404 });
      await expect(migrations[place.start]({ ...at, repositories: [] })).rejects.toMatchObject({ status: 422 });
      expect((await migrations[place.status](one)).data.archive.deleted_at).not.toBeNull();
      await expect(migrations[place.status]({ ...one, migration_id: 999 })).rejects.toMatchObject({ status: 404 });
    });
  }
}

test('what only a later client does: GET conditional through request, exclude joined by commas', async () => {
  const octokit = new Octokit18({ baseUrl: server.baseUrl }) as Client;
  const headers = { ...basic(OWNER.login, OWNER.password), accept: 'application/vnd.github.wyandotte-preview+json' };
  const first = await octokit.request('GET /user/migrations', { headers });
  const known = { ...headers, 'if-none-match': first.headers.etag };
  await expect(octokit.request('GET /user/migrations', { headers: known })).rejects.toMatchObject({ status: 304 });
  const migration_id = first.data[0].id;
  const trimmed = await octokit.request('GET /user/migrations/{migration_id}', {
    headers,
    migration_id,
    exclude: ['repositories', 'x'],
  });
  expect('repositories' in trimmed.data).toBe(false);
  // The public schema wants repositories always; `exclude` is how they go.
  server.recorded.pop();
});
