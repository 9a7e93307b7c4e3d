/** Repositories that were thrown away: out of sight with all that belongs to them, and back as they were. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventHub } from '../events/event-hub.ts';
import { AccountTable } from '../store/accounts.ts';
import { openStore } from '../store/open.ts';
import { BASE, basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { migrationIn } from '../testing/migrations.ts';
import { Repositories } from './repositories.ts';

let engine: TestEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry trash '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const trash = async () => (await engine.api('GET', '/user/trash')).body;
const status = async (path: string) => (await engine.api('GET', path)).status;

test('a repository in the trash is nowhere, and comes back with its import, report and remotes, also after a restart', async () => {
  const source = makeGitSource(folder, 'source.git', historyStream(4));
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('r', ['complete']);
  const remote = join(folder, 'remote.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  await engine.api('POST', '/repos/acme/r/remote_pushes', { remote_url: remote });
  await engine.until(async () =>
    (await engine.api('GET', '/repos/acme/r/remotes')).body.length === 1 ? true : undefined,
  );
  const archive = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['r'] });
  const migration = `/orgs/acme/migrations/${archive.body.id}`;
  await engine.until(async () => ((await engine.api('GET', migration)).body.state === 'exported' ? true : undefined));
  const path = join(engine.folder, 'repositories/acme/r.git');
  const refs = refsOf(path);
  const report = (await engine.api('GET', '/repos/acme/r/import/report')).body;

  const { headers } = await engine.api('GET', '/repos/acme/r/tarball');
  const download = (headers.get('location') ?? '').slice(BASE.length);
  expect(await status(download)).toBe(200);

  const thrown = await engine.api('POST', '/repos/acme/r/trash');
  expect([thrown.status, thrown.body.full_name]).toEqual([201, 'acme/r']);
  expect(existsSync(path)).toBe(false);
  for (const gone of [
    '/repos/acme/r',
    '/repos/acme/r/import',
    '/repos/acme/r/overview',
    `/repos/acme/~${thrown.body.id}-r`,
    download,
  ])
    expect([gone, await status(gone)]).toEqual([gone, 404]);
  for (const list of ['/orgs/acme/repos', '/user/repos', '/user/imports'])
    expect([list, (await engine.api('GET', list)).body]).toEqual([list, []]);
  expect((await engine.api('GET', '/user/work')).body).toMatchObject([{ kind: 'export', state: 'done' }]);
  expect(await trash()).toMatchObject([{ id: thrown.body.id, full_name: 'acme/r' }]);
  expect((await engine.api('GET', migration)).body).toMatchObject({ repository_names: ['acme/r'], repositories: [] });
  await engine.restart();
  expect(engine.logLines.filter((line) => /was missing|no known repository/.test(line))).toEqual([]);
  expect(await trash()).toHaveLength(1);

  // Its name is free, and whoever took it keeps it.
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'r' })).status).toBe(201);
  const taken = await engine.api('POST', `/user/trash/${thrown.body.id}/restore`);
  expect([taken.status, taken.body.errors[0].code]).toEqual([422, 'already_exists']);
  expect(taken.body.errors[0].message).toMatch(/is called acme\/\S+ now\. Rename it, then take this one back out/);
  await engine.api('DELETE', '/repos/acme/r');
  const back = await engine.api('POST', `/user/trash/${thrown.body.id}/restore`);
  expect([back.status, back.body.full_name]).toEqual([200, 'acme/r']);
  expect(refsOf(path)).toBe(refs);
  expect((await engine.api('GET', '/repos/acme/r/import/report')).body).toEqual(report);
  expect((await engine.api('GET', '/repos/acme/r/remotes')).body).toMatchObject([
    { remote_url: remote, state: 'in_sync' },
  ]);
  expect((await engine.api('GET', '/repos/acme/r/import')).body.status).toBe('complete');
  expect(await trash()).toEqual([]);
});

test('what is removed from the trash is gone with its files; only owners see it there', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'away' });
  await engine.api('POST', '/admin/users', { login: 'member', password: 'a long password' });
  await engine.api('PUT', '/orgs/acme/memberships/member');
  const member = basic('member', 'a long password');
  expect((await engine.api('POST', '/repos/acme/away/trash', undefined, member)).status).toBe(403);
  const { body } = await engine.api('POST', '/repos/acme/away/trash');
  expect((await engine.api('GET', '/user/trash', undefined, member)).body).toEqual([]);
  expect((await engine.api('POST', `/user/trash/${body.id}/restore`, undefined, member)).status).toBe(404);
  expect((await engine.api('DELETE', `/user/trash/${body.id}`)).status).toBe(204);
  expect(await trash()).toEqual([]);
  expect(readdirSync(join(engine.folder, 'repositories/acme')).filter((name) => name.includes('away'))).toEqual([]);
});

test('asked for twice at once, as by two clicks, it lies where its row says, under the name that it had', async () => {
  const alone = mkdtempSync(join(tmpdir(), 'gantry twice '));
  const store = openStore(alone, () => undefined);
  try {
    const account = { type: 'Organization', login: 'o', name: null, email: null, password_hash: null } as const;
    const owner = new AccountTable(store).insert({ ...account, site_admin: 0 });
    const repositories = new Repositories(alone, store, new EventHub(() => undefined));
    const made = await repositories.create(owner, { name: 'r' });
    /** Another one at each moment of the first one's way. */
    const twice = async (work: () => Promise<unknown>) => {
      let isOver = false;
      const end = (came: boolean) => {
        isOver ||= all.length === 1 || came;
        return came;
      };
      const all: Promise<boolean>[] = [];
      const begin = () =>
        work().then(
          () => end(true),
          () => end(false),
        );
      for (all.push(begin()); !isOver; all.push(begin())) await new Promise(setImmediate);
      const ends = await Promise.all(all);
      expect([ends[0], ends.filter((came) => came)]).toEqual([true, [true]]);
    };
    await twice(() => repositories.throwAway(made));
    const [thrown] = repositories.deleted();
    expect(thrown).toMatchObject({ id: made.id, deleted_name: 'r' });
    if (thrown === undefined) return;
    await twice(() => repositories.takeBack(thrown));
    expect(repositories.byId(made.id)).toMatchObject({ name: 'r', deleted_at: null });
    expect(existsSync(repositories.path(made))).toBe(true);
  } finally {
    store.close();
    rmSync(alone, { recursive: true, force: true });
  }
});

test('no import begins in a repository that is on its way to the trash, and none that began is thrown away', async () => {
  const source = makeGitSource(folder, 'raced.git', historyStream(2));
  await engine.api('POST', '/orgs/acme/repos', { name: 'raced' });
  let over = false;
  const thrown = engine.api('POST', '/repos/acme/raced/trash').finally(() => {
    over = true;
  });
  const asked: ReturnType<TestEngine['api']>[] = [];
  while (!over) {
    asked.push(engine.api('PUT', '/repos/acme/raced/import', { vcs: 'git', vcs_url: source }));
    await new Promise(setImmediate);
  }
  const started = (await Promise.all(asked)).filter((answer) => answer.status === 201).length;
  expect([started > 0, (await thrown).status === 201]).toEqual([(await thrown).status !== 201, started === 0]);
});

test('what its import works on, as where a disk was full, is not taken back from under it', async () => {
  const server = createServer();
  const asked = once(server, 'connection') as Promise<[Socket]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await engine.api('POST', '/orgs/acme/repos', { name: 'worked' });
  const source = makeGitSource(folder, 'worked.git', historyStream(2));
  await engine.api('PUT', '/repos/acme/worked/import', { vcs: 'git', vcs_url: source });
  await engine.importIn('worked', ['complete']);
  await engine.restart();
  const { body } = await engine.api('POST', '/repos/acme/worked/trash');
  const data = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  data.exec(
    `UPDATE imports SET status = 'importing', fetched = NULL, vcs_url = 'http://127.0.0.1:${port}/x.git' WHERE repository_id = ${body.id}`,
  );
  data.close();
  await engine.restart();
  const [line] = await asked;
  for (const [method, path] of [
    ['POST', `/user/trash/${body.id}/restore`],
    ['DELETE', `/user/trash/${body.id}`],
  ] as const) {
    const refused = await engine.api(method, path);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('acme/worked is running')]);
  }
  server.close();
  line.destroy();
});

test('the pages of a migration’s repositories end with those that are left', async () => {
  const repositories = ['first', 'second', 'third'];
  for (const name of repositories) await engine.api('POST', '/orgs/acme/repos', { name });
  const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories });
  const path = `/orgs/acme/migrations/${body.id}`;
  await migrationIn(engine, path, ['exported']);
  expect((await engine.api('GET', `${path}/repositories?per_page=2`)).headers.get('link')).toContain('rel="next"');
  expect((await engine.api('POST', '/repos/acme/first/trash')).status).toBe(201);
  const page = await engine.api('GET', `${path}/repositories?per_page=2`);
  expect(page.body.map(({ name }: { name: string }) => name)).toEqual(['second', 'third']);
  expect(page.headers.get('link')).toBeNull();
});
