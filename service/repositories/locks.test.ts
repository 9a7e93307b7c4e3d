/** Locked repositories, tried with real git by path, with imports, and with the operations of the API. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { migrationIn, pushCommit } from '../testing/migrations.ts';

let engine: TestEngine;
let folder: string;
const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
const LOCKED = (name: string) =>
  new RegExp(`The repository acme/${name} is locked by migration \\d+ of acme.*Unlock it`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry locks '));
  engine = await startTestEngine(join(folder, 'data'));
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes repositories with one commit and locks them. @returns the migration's path */
async function lockedMigration(...names: string[]): Promise<string> {
  for (const name of names) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    pushCommit(join(folder, `${name} work`), repository(name), ['main'], 'before\n');
  }
  const { status, body } = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: names,
    lock_repositories: true,
  });
  expect(status).toBe(201);
  const path = `/orgs/acme/migrations/${body.id}`;
  await migrationIn(engine, path, ['exported']);
  return path;
}
const push = (name: string, text: string) => pushCommit(join(folder, `${name} work`), repository(name), ['main'], text);

test('git itself refuses pushes, deletions and direct changes of refs, and says why; after unlocking it does not', async () => {
  const path = await lockedMigration('git');
  const refs = refsOf(repository('git'));
  expect(() => push('git', 'after\n')).toThrow(LOCKED('git'));
  for (const args of [
    ['update-ref', 'refs/heads/new', 'main'],
    ['branch', 'new', 'main'],
    ['tag', 'v1', 'main'],
    ['fetch', '--quiet', join(folder, 'git work'), 'HEAD:refs/heads/fetched'],
  ]) {
    expect(() => git(repository('git'), args), args.join(' ')).toThrow(LOCKED('git'));
  }
  expect(() => git(folder, ['push', '--quiet', repository('git'), ':main'])).toThrow();
  // HEAD, and by a path the branch that it names: no hook is asked for the first, so git's own lock is held.
  for (const args of [
    ['symbolic-ref', 'HEAD', 'refs/heads/other'],
    ['update-ref', '--no-deref', 'HEAD', 'main'],
    ['update-ref', '-d', 'refs/heads/main'],
    ['branch', '-m', 'main', 'other'],
  ]) {
    expect(() => git(repository('git'), args), args.join(' ')).toThrow(/HEAD\.lock|is locked by migration/);
  }
  expect(git(repository('git'), ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
  expect(refsOf(repository('git'))).toBe(refs);
  // Reading stays possible.
  git(folder, ['clone', '--quiet', repository('git'), join(folder, 'clone')]);
  expect((await engine.api('DELETE', `${path}/repos/git/lock`)).status).toBe(204);
  git(repository('git'), ['symbolic-ref', 'HEAD', 'refs/heads/other']);
  git(repository('git'), ['symbolic-ref', 'HEAD', 'refs/heads/main']);
  const tip = push('git', 'unlocked\n');
  expect(git(repository('git'), ['rev-parse', 'main'])).toBe(tip);
});

test('a folder of hooks that the person set for all repositories does not pass the lock', async () => {
  const path = await lockedMigration('paths');
  mkdirSync(join(folder, 'own hooks'), { recursive: true });
  const personal = join(folder, 'personal config');
  writeFileSync(personal, `[core]\n\thooksPath = "${join(folder, 'own hooks')}"\n`);
  const env = { GIT_CONFIG_GLOBAL: personal };
  const pushing = () =>
    git(join(folder, 'paths work'), ['push', '--quiet', repository('paths'), 'main:refs/heads/new'], { env });
  expect(pushing).toThrow(LOCKED('paths'));
  await engine.restart();
  expect(engine.logLines.join('\n')).not.toContain('Locked acme/paths again');
  expect(pushing).toThrow(LOCKED('paths'));
  await engine.api('DELETE', `${path}/locks`);
  pushing();
  expect(() => git(repository('paths'), ['config', 'core.hooksPath'])).toThrow();
});

test('the API refuses renaming, changing and removing, and shows the lock in every list', async () => {
  const path = await lockedMigration('shown');
  const id = Number(path.split('/').at(-1));
  for (const [method, body] of [
    ['PATCH', { name: 'other' }],
    ['PATCH', { private: true }],
    ['DELETE', undefined],
  ] as const) {
    const { status, body: refusal } = await engine.api(method, '/repos/acme/shown', body);
    expect([status, refusal.message]).toEqual([403, expect.stringMatching(LOCKED('shown'))]);
    expect(refusal.message).toContain(`DELETE ${path}/repos/shown/lock`);
  }
  for (const list of ['/orgs/acme/repos?per_page=100', '/user/repos?per_page=100', `${path}/repositories`]) {
    const { body } = await engine.api('GET', list);
    const shown = body.find((one: { name: string }) => one.name === 'shown');
    expect(shown.locked_by, list).toMatchObject({ migration_id: id, owner: 'acme' });
  }
  expect(engine.events.some((event) => event.type === 'repository.changed' && event.repo === 'shown')).toBe(true);
  await engine.api('DELETE', `${path}/locks`);
  expect((await engine.api('PATCH', '/repos/acme/shown', { description: 'x' })).body).toMatchObject({
    description: 'x',
    locked_by: null,
  });
});

test('imports cannot start, restart or publish into a locked repository', async () => {
  const vcs_url = makeGitSource(folder, 'source.git', historyStream(3));
  await engine.api('POST', '/orgs/acme/repos', { name: 'target' });
  const put = () => engine.api('PUT', '/repos/acme/target/import', { vcs: 'git', vcs_url, hold_before_push: true });
  expect((await put()).status).toBe(201);
  await engine.importIn('target', ['mapping'], (body) => body.waiting_for_release);
  const started = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: ['target'],
    lock_repositories: true,
  });
  const path = `/orgs/acme/migrations/${started.body.id}`;
  await migrationIn(engine, path, ['exported']);
  const release = () => engine.api('PATCH', '/repos/acme/target/import', { hold_before_push: false });
  for (const refused of [await put(), await release(), await engine.api('PATCH', '/repos/acme/target/import', {})]) {
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(LOCKED('target'))]);
  }
  expect((await engine.api('GET', '/repos/acme/target/import')).body).toMatchObject({ hold_before_push: true });
  await engine.api('DELETE', `${path}/locks`);
  expect((await release()).status).toBe(200);
  await engine.importIn('target', ['complete']);

  // One that runs already when the lock comes may fetch, but not publish.
  const large = makeGitSource(folder, 'large.git', historyStream(4000));
  await engine.api('POST', '/orgs/acme/repos', { name: 'late' });
  expect((await engine.api('PUT', '/repos/acme/late/import', { vcs: 'git', vcs_url: large })).status).toBe(201);
  const locking = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: ['late'],
    lock_repositories: true,
  });
  expect(locking.status).toBe(201);
  const { error_message } = await engine.importIn('late', ['error', 'complete']);
  expect(error_message).toMatch(LOCKED('late'));
  expect(refsOf(repository('late'))).toBe('');
  await engine.api('DELETE', `/orgs/acme/migrations/${locking.body.id}/locks`);
  expect((await engine.api('PATCH', '/repos/acme/late/import', {})).status).toBe(200);
  await engine.importIn('late', ['complete']);
});

test('cancelling an import that failed after it had published does not empty a locked repository', async () => {
  const vcs_url = makeGitSource(folder, 'half.git', historyStream(3));
  await engine.api('POST', '/orgs/acme/repos', { name: 'half' });
  await engine.api('PUT', '/repos/acme/half/import', { vcs: 'git', vcs_url });
  await engine.importIn('half', ['complete']);
  // As when the comparison that follows the publishing failed.
  rmSync(join(engine.folder, 'repositories/acme/half.import-report.json'));
  const db = new Database(join(engine.folder, 'gantry.sqlite'));
  db.exec(`UPDATE imports SET status = 'error', failed_step = 'push'
    WHERE repository_id = (SELECT id FROM repositories WHERE name = 'half')`);
  db.close();
  const refs = refsOf(repository('half'));
  const locking = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: ['half'],
    lock_repositories: true,
  });
  const path = `/orgs/acme/migrations/${locking.body.id}`;
  await migrationIn(engine, path, ['exported']);
  const refused = await engine.api('DELETE', '/repos/acme/half/import');
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(LOCKED('half'))]);
  expect(refsOf(repository('half'))).toBe(refs);
  await engine.api('DELETE', `${path}/locks`);
  expect((await engine.api('DELETE', '/repos/acme/half/import')).status).toBe(204);
  expect(refsOf(repository('half'))).toBe('');
});

test('locks survive restarts; a hook that went is put back, one without a lock is taken out; both are said', async () => {
  const path = await lockedMigration('kept', 'freed');
  rmSync(join(repository('kept'), 'hooks/reference-transaction'));
  const hook = readFileSync(join(repository('freed'), 'hooks/reference-transaction'), 'utf8');
  await engine.api('DELETE', `${path}/repos/freed/lock`);
  writeFileSync(join(repository('freed'), 'hooks/reference-transaction'), hook, { mode: 0o755 });
  await engine.restart();
  expect((await engine.api('GET', path)).body.locked_repositories).toEqual(['acme/kept']);
  expect(() => push('kept', 'after\n')).toThrow(LOCKED('kept'));
  expect(engine.logLines.join('\n')).toContain('Locked acme/kept again');
  // Once the start is over: the engine before this one ended by itself.
  await vi.waitFor(() => expect(engine.logLines.join('\n')).toContain('Unlocked acme/freed'), { timeout: 60_000 });
  push('freed', 'after\n');
  await engine.api('DELETE', `${path}/locks`);
});

test('somebody’s own hook waits for the unlocking, and wikis are locked too', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'hooked' });
  const own = '#!/bin/sh\nexit 0\n';
  const file = join(repository('hooked'), 'hooks/reference-transaction');
  mkdirSync(join(repository('hooked'), 'hooks'), { recursive: true });
  writeFileSync(file, own, { mode: 0o755 });
  const wiki = repository('hooked.wiki');
  mkdirSync(wiki);
  git(wiki, ['init', '--quiet', '--bare', '--initial-branch=main']);
  const path = await lockedMigration('hooked').catch(async () => {
    throw new Error('the migration did not start');
  });
  expect(() => pushCommit(join(folder, 'wiki work'), wiki, ['main'], 'page\n')).toThrow(LOCKED('hooked'));
  expect(readFileSync(file, 'utf8')).not.toBe(own);
  await engine.api('DELETE', `${path}/locks`);
  expect(readFileSync(file, 'utf8')).toBe(own);
  expect(existsSync(`${file}.kept-while-locked`)).toBe(false);
  expect(existsSync(join(wiki, 'hooks/reference-transaction'))).toBe(false);
});

test('a lock does not depend on the export: it stays when that is cancelled or its archive is deleted', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'stays' });
  const { body } = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: ['stays'],
    lock_repositories: true,
  });
  const path = `/orgs/acme/migrations/${body.id}`;
  const ended = await engine.api('POST', `${path}/cancel`);
  if (ended.status !== 200) await engine.api('DELETE', `${path}/archive`);
  expect((await engine.api('GET', '/repos/acme/stays')).body.locked_by.migration_id).toBe(body.id);
  expect(() => pushCommit(join(folder, 'stays work'), repository('stays'), ['main'], 'x\n')).toThrow(LOCKED('stays'));
  await engine.api('DELETE', `${path}/locks`);
});

test('where git cannot be told of the lock, nothing is locked and nothing starts', async () => {
  for (const name of ['fine', 'stubborn']) await engine.api('POST', '/orgs/acme/repos', { name });
  // A file where the folder of hooks should be.
  writeFileSync(join(repository('stubborn'), 'hooks'), '');
  const body = { repositories: ['fine', 'stubborn'], lock_repositories: true };
  const refused = await engine.api('POST', '/orgs/acme/migrations', body);
  expect([refused.status, refused.body.message]).toEqual([
    500,
    expect.stringMatching(/^The repositories could not be locked/),
  ]);
  expect((await engine.api('GET', '/repos/acme/fine')).body.locked_by).toBeNull();
  expect(existsSync(join(repository('fine'), 'hooks/reference-transaction'))).toBe(false);
  rmSync(join(repository('stubborn'), 'hooks'));
  expect((await engine.api('POST', '/orgs/acme/migrations', body)).status).toBe(201);
});
