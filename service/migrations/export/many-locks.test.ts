/** Migrations of more repositories than anybody waits for: rows are locked at once, git is told in the background. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LOCK_SETTING } from '../../repositories/lock-files.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { migrationIn } from '../../testing/migrations.ts';

const COUNT = 60;
const names = Array.from({ length: COUNT }, (_, n) => `r${n}`);
let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
  await Promise.all(names.map((name) => engine.api('POST', '/orgs/acme/repos', { name })));
});
afterAll(() => engine.end());

const start = () => engine.api('POST', '/orgs/acme/migrations', { repositories: names, lock_repositories: true });
const settingOf = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`, LOCK_SETTING);
const locked = () => names.filter((name) => existsSync(settingOf(name)));
const expectNoneInGit = () => vi.waitFor(() => expect(locked()).toEqual([]), 20_000);

test('are locked for everybody who asks when the start is answered, and in git before anything is exported', async () => {
  const started = await start();
  expect(started.status).toBe(201);
  expect(started.body.repositories).toHaveLength(COUNT);
  expect(started.body.locked_repositories).toHaveLength(COUNT);
  const refused = await engine.api('PUT', '/repos/acme/r59/import', { vcs: 'git', vcs_url: '/nowhere' });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('locked')]);
  const path = `/orgs/acme/migrations/${started.body.id}`;
  expect((await migrationIn(engine, path, ['exporting', 'exported', 'failed'])).state).not.toBe('failed');
  expect(locked()).toHaveLength(COUNT);
  await migrationIn(engine, path, ['exported']);

  expect((await engine.api('DELETE', `${path}/locks`)).status).toBe(204);
  expect((await engine.api('GET', `${path}?exclude=repositories`)).body.locked_repositories).toEqual([]);
  await expectNoneInGit();
});

test('are unlocked for good when that is answered, also where the engine ends before git was told of all', async () => {
  const started = await start();
  const path = `/orgs/acme/migrations/${started.body.id}`;
  await migrationIn(engine, path, ['exported']);
  expect((await engine.api('DELETE', `${path}/locks`)).status).toBe(204);
  await engine.restart();
  expect((await engine.api('GET', `${path}?exclude=repositories`)).body.locked_repositories).toEqual([]);
  await expectNoneInGit();
});

test('may be locked by another migration while git is told that they are unlocked', async () => {
  const first = await start();
  await migrationIn(engine, `/orgs/acme/migrations/${first.body.id}`, ['exported']);
  expect((await engine.api('DELETE', `/orgs/acme/migrations/${first.body.id}/locks`)).status).toBe(204);
  const second = await start();
  expect([second.status, second.body.locked_repositories?.length]).toEqual([201, COUNT]);
  const path = `/orgs/acme/migrations/${second.body.id}`;
  await migrationIn(engine, path, ['exported']);
  expect(locked()).toHaveLength(COUNT);
  expect((await engine.api('DELETE', `${path}/locks`)).status).toBe(204);
  await expectNoneInGit();
});

test('may be unlocked while git is still told that they are locked: the export goes on without locks', async () => {
  const started = await start();
  const path = `/orgs/acme/migrations/${started.body.id}`;
  expect((await engine.api('DELETE', `${path}/locks`)).status).toBe(204);
  const ended = await migrationIn(engine, path, ['exported', 'failed']);
  expect([ended.state, ended.error_message, ended.locked_repositories]).toEqual(['exported', null, []]);
  await expectNoneInGit();
});

test('may be unlocked by two people at once, all of them', async () => {
  for (const repositories of [names.slice(0, 20), names]) {
    const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories, lock_repositories: true });
    const path = `/orgs/acme/migrations/${body.id}`;
    await migrationIn(engine, path, ['exported']);
    const before = engine.events.length;
    const first = engine.api('DELETE', `${path}/locks`);
    await engine.until(async () => engine.events.slice(before).find(({ type }) => type === 'repository.changed'));
    const second = engine.api('DELETE', `${path}/locks`);
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([204, 204]);
    expect((await engine.api('GET', `${path}?exclude=repositories`)).body.locked_repositories).toEqual([]);
    await expectNoneInGit();
  }
});

/** One of them cannot be locked in git. @returns the file that is in the way */
function bar(name: string): string {
  const hooks = join(engine.folder, `repositories/acme/${name}.git/hooks`);
  rmSync(hooks, { recursive: true, force: true });
  writeFileSync(hooks, 'no folder');
  return hooks;
}

test('are none of them locked when one cannot be, and the migration says so', async () => {
  const hooks = bar('r40');
  const { body } = await start();
  const path = `/orgs/acme/migrations/${body.id}`;
  const failed = await migrationIn(engine, path, ['failed', 'exported']);
  expect([failed.state, failed.error_message]).toEqual(['failed', expect.stringContaining('could not be locked')]);
  expect(failed.locked_repositories).toEqual([]);
  expect(locked()).toEqual([]);
  rmSync(hooks);
  expect((await engine.api('POST', `${path}/retry`)).body.locked_repositories).toHaveLength(COUNT);
  expect((await migrationIn(engine, path, ['exported', 'failed'])).state).toBe('exported');
  expect(locked()).toHaveLength(COUNT);
  expect((await engine.api('DELETE', `${path}/locks`)).status).toBe(204);
  await expectNoneInGit();
});

test('that are few by then, and cannot be locked at a retry either, stay migrations', async () => {
  bar('r40');
  const { body } = await start();
  const path = `/orgs/acme/migrations/${body.id}`;
  await migrationIn(engine, path, ['failed', 'exported']);
  for (const name of names.slice(45)) await engine.api('POST', `/repos/acme/${name}/trash`);
  expect((await engine.api('POST', `${path}/retry`)).status).toBeGreaterThanOrEqual(400);
  const again = (await engine.api('GET', path)).body;
  expect([again.state, again.error_message]).toEqual(['failed', expect.stringContaining('could not be locked')]);
  expect(locked()).toEqual([]);
});
