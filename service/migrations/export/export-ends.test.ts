/** Exports that are cancelled, fail, wait for the disk, or are cut off. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pointerText } from '../../lfs/convert/lfs-objects.ts';
import { MigrationTable } from '../../store/migrations-table.ts';
import { basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, migrationIn, pushCommit } from '../../testing/migrations.ts';

let engine: TestEngine;
let folder: string;
const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry export '));
  engine = await startTestEngine(join(folder, 'data'));
  for (const name of ['empty', 'packed', 'loose']) {
    await engine.api('POST', '/orgs/acme/repos', { name, description: `The ${name} one` });
  }
  git(repository('packed'), ['fast-import', '--quiet', '--done'], {
    input: historyStream(
      300,
      undefined,
      'reset refs/tags/t\nfrom :3\n\ntag annotated\nfrom :9\ntagger A <a@x> 1 +0000\ndata 1\nx\n',
    ),
  });
  pushCommit(join(folder, 'loose work'), repository('loose'), ['main', 'other'], 'one\n');
  pushCommit(join(folder, 'loose work'), repository('loose'), ['main'], 'two\n');
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('many exports of one person keep nobody else waiting until all have ended', async () => {
  const bob = basic('bob', 'a long password');
  await engine.api('POST', '/admin/users', { login: 'bob', password: 'a long password' });
  await engine.api('POST', '/user/repos', { name: 'own' }, bob);
  const start = async (place: string, name: string, who = {}) =>
    (await engine.api('POST', place, { repositories: [name] }, who)).body.id as number;
  const anns: number[] = [];
  for (let n = 0; n < 4; n++) anns.push(await start('/orgs/acme/migrations', 'packed'));
  const bobs = await start('/user/migrations', 'own', bob);
  const { body: waiting } = await engine.api('GET', `/user/migrations/${bobs}`, undefined, bob);
  expect(waiting).toMatchObject({ state: 'pending', progress: { status_text: 'Waits for another export to end.' } });
  await migrationIn(engine, `/orgs/acme/migrations/${anns[3]}`, ['exported']);
  const begun = engine.events.flatMap((event) => (event.type === 'migration.progress' ? [event.migration_id] : []));
  expect(begun).toContain(bobs);
  expect(begun.indexOf(bobs)).toBeLessThan(begun.indexOf(anns[3] ?? 0));
});

test('one export at a time; the others say what they wait for; readings go up and end at all bytes', async () => {
  const start = async (name: string) =>
    (await engine.api('POST', '/orgs/acme/migrations', { repositories: [name] })).body.id as number;
  const [first, second] = [await start('packed'), await start('loose')];
  const waiting = (await engine.api('GET', `/orgs/acme/migrations/${second}`)).body;
  expect(waiting).toMatchObject({
    state: 'pending',
    progress: { step: 'waiting', status_text: `Waits for the export of migration ${first} of acme to end.` },
  });
  await migrationIn(engine, `/orgs/acme/migrations/${second}`, ['exported']);
  const readings = engine.events.flatMap((event) =>
    event.type === 'migration.progress' && event.migration_id === first ? [event.progress] : [],
  );
  const percents = readings.map(({ percent }) => percent);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(readings.at(-1)).toMatchObject({ step: 'finishing', percent: 99 });
  expect(readings.at(-1)?.bytes_done).toBe(readings.at(-1)?.bytes_total);
  const firstEnded = engine.events.findIndex((e) => e.type === 'migration.progress' && e.migration_id === second);
  const states = engine.events
    .slice(0, firstEnded)
    .filter((e) => e.type === 'migration.changed' && e.migration_id === first);
  expect(states.length).toBeGreaterThanOrEqual(3);
});

test('cancel ends one that works and one that waits; retry lets it begin anew', async () => {
  const start = async () => (await engine.api('POST', '/orgs/acme/migrations', { repositories: ['packed'] })).body.id;
  const [first, second] = [await start(), await start()];
  const cancelled = { state: 'failed', error_message: 'The export was cancelled.', archive: null, progress: null };
  expect((await engine.api('POST', `/orgs/acme/migrations/${second}/cancel`)).body).toMatchObject(cancelled);
  const ended = await engine.api('POST', `/orgs/acme/migrations/${first}/cancel`);
  // It may have been quicker; then there was nothing to cancel.
  if (ended.status === 200) expect(ended.body).toMatchObject(cancelled);
  else expect((await engine.api('GET', `/orgs/acme/migrations/${first}`)).body.state).toBe('exported');
  expect((await engine.api('GET', `/orgs/acme/migrations/${second}/archive`)).status).toBe(404);
  expect(readdirSync(join(engine.folder, 'archives')).filter((name) => name.endsWith('.part'))).toEqual([]);
  const again = await engine.api('POST', `/orgs/acme/migrations/${second}/retry`);
  expect(again).toMatchObject({ status: 200, body: { state: 'pending', error_message: null } });
  await migrationIn(engine, `/orgs/acme/migrations/${second}`, ['exported']);
});

test('what is wrong with a repository is said, and a retry after mending works', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'broken' });
  const name = 'a'.repeat(64);
  pushCommit(join(folder, 'broken work'), repository('broken'), ['main'], pointerText({ oid: name, size: 13 }));
  const away = join(folder, 'away.git');
  renameSync(repository('broken'), away);
  const { path, migration } = await exportAll(engine, ['broken', 'loose']);
  expect(migration).toMatchObject({
    state: 'failed',
    error_message: expect.stringContaining('The folder of acme/broken is missing'),
  });
  // What was finished at the moment of a cancellation lies there like this.
  mkdirSync(join(engine.folder, 'archives'), { recursive: true });
  writeFileSync(archiveOf(engine, migration), 'no row promises it');
  await engine.api('POST', `${path}/retry`);
  await migrationIn(engine, path, ['failed']);
  await expect.poll(() => existsSync(archiveOf(engine, migration))).toBe(false);
  renameSync(away, repository('broken'));
  const object = git(repository('broken'), ['rev-parse', 'main']);
  const file = join(repository('broken'), 'objects', object.slice(0, 2), object.slice(2));
  const content = readFileSync(file);
  rmSync(file);
  await engine.api('POST', `${path}/retry`);
  const missing = await migrationIn(engine, path, ['exported', 'failed']);
  expect(missing.error_message).toMatch(
    /^Objects of the repository acme\/broken are missing\. Check it with "git fsck"/,
  );
  writeFileSync(file, 'nonsense');
  await engine.api('POST', `${path}/retry`);
  const unreadable = await migrationIn(engine, path, ['exported', 'failed']);
  expect(unreadable.error_message).toContain('acme/broken');
  rmSync(file);
  writeFileSync(file, content);
  // A new start mends nothing of it, and is no advice.
  const large = join(repository('broken'), 'lfs/objects/aa/aa');
  mkdirSync(large, { recursive: true });
  writeFileSync(join(large, name), 'other content');
  await engine.api('POST', `${path}/retry`);
  const damaged = (await migrationIn(engine, path, ['exported', 'failed'])).error_message;
  expect(damaged).toContain(`a large file of the repository acme/broken is damaged: ${name} is not what`);
  expect(damaged).not.toContain('Restart');
  rmSync(join(repository('broken'), 'lfs'), { recursive: true });
  await engine.api('POST', `${path}/retry`);
  expect(await migrationIn(engine, path, ['exported', 'failed'])).toMatchObject({
    state: 'exported',
    error_message: null,
  });

  const started = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['packed'] });
  const late = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['broken'] });
  expect((await engine.api('DELETE', '/repos/acme/broken')).status).toBe(204);
  const failed = await migrationIn(engine, `/orgs/acme/migrations/${late.body.id}`, ['failed']);
  expect(failed.error_message).toMatch(/^The repository acme\/broken was removed before it was exported/);
  await migrationIn(engine, `/orgs/acme/migrations/${started.body.id}`, ['exported']);
});

test('an export is told as done when its row is on the disk, and says meanwhile what it waits for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const refused = Promise.withResolvers<void>();
  const { update } = MigrationTable.prototype;
  const spy = vi.spyOn(MigrationTable.prototype, 'update').mockImplementation(function (
    this: MigrationTable,
    ...[id, change, now]
  ) {
    if (change.state !== 'exported') return update.call(this, id, change, now);
    refused.resolve();
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  });
  try {
    const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['empty'] });
    const path = `/orgs/acme/migrations/${body.id}`;
    await refused.promise;
    expect((await engine.api('GET', path)).body).toMatchObject({
      state: 'exporting',
      progress: { status_text: expect.stringMatching(/^The archive is made\. The disk that holds /) },
    });
    spy.mockRestore();
    vi.advanceTimersByTime(1000);
    expect((await engine.api('GET', path)).body).toMatchObject({ state: 'exported' });
  } finally {
    spy.mockRestore();
    vi.useRealTimers();
  }
});

test('a full disk is said, and nothing of the archive stays', async () => {
  const small = join(folder, 'small disk');
  mkdirSync(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', small], { stdio: 'pipe' });
  } catch {
    // Only root can make a small disk.
    return;
  }
  try {
    const tiny = await startTestEngine(join(small, 'data'));
    try {
      await tiny.api('POST', '/orgs/acme/repos', { name: 'large' });
      const work = join(folder, 'large work');
      mkdirSync(work);
      git(work, ['init', '--quiet', '--initial-branch=main']);
      execFileSync('sh', ['-c', 'head -c 2000000 /dev/urandom > noise'], { cwd: work });
      git(work, ['add', '.']);
      git(work, ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit', '--quiet', '-m', 'noise']);
      git(work, ['push', '--quiet', join(tiny.folder, 'repositories/acme/large.git'), 'main']);
      const { path, migration } = await exportAll(tiny, ['large']);
      expect(migration).toMatchObject({
        state: 'failed',
        error_message: expect.stringMatching(/^The disk is full\. .*retry the export/),
      });
      expect(readdirSync(join(tiny.folder, 'archives'))).toEqual([]);
      expect(existsSync(join(tiny.folder, 'reserve'))).toBe(false);
      expect((await tiny.api('GET', path)).body.state).toBe('failed');
    } finally {
      await tiny.end();
    }
  } finally {
    execFileSync('umount', [small]);
  }
});

test('closing the app cuts an export off; the next start begins it anew and says so', async () => {
  const started = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['packed', 'loose'] });
  await engine.restart();
  const path = `/orgs/acme/migrations/${started.body.id}`;
  expect(await migrationIn(engine, path, ['exported', 'failed'])).toMatchObject({ state: 'exported' });
  expect(engine.logLines.join('\n')).toContain(
    `The export of migration ${started.body.id} of acme was cut off; it begins anew.`,
  );
});
