/** A repository that is on its way to another name when its export begins: a slow disk keeps it there. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { archiveOf, fsck, migrationIn, recordsOf, unpack } from '../../testing/migrations.ts';

/** Resolves when the disk has taken what was moved. */
const disk = vi.hoisted(() => ({ taken: Promise.resolve() }));
vi.mock(import('../../files/durable-file.ts'), async (original) => {
  const real = await original();
  const syncFolder = async (path: string) => {
    if (path.endsWith(join('repositories', 'acme'))) await disk.taken;
    await real.syncFolder(path);
  };
  return { ...real, syncFolder };
});

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry renamed '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);

/** Exports that wait for a longer one: `work` is under way, and the disk slow, when the longer one ends and theirs begins. */
async function begunDuring(name: string, work: () => Promise<unknown>) {
  const long = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['long'] });
  const { body } = await engine.api('POST', '/orgs/acme/migrations', { repositories: [name] });
  expect(body.state).toBe('pending');
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.taken = promise;
  const done = work();
  await vi.waitFor(() => expect(existsSync(repository(name))).toBe(false));
  await engine.api('POST', `/orgs/acme/migrations/${long.body.id}/cancel`);
  await engine.event('migration.changed', ({ migration_id }) => migration_id === body.id);
  resolve();
  await done;
  return migrationIn(engine, `/orgs/acme/migrations/${body.id}`, ['exported', 'failed']);
}

test('an export that begins while its repository is renamed has it under the new name; of one that is removed it says so', async () => {
  for (const name of ['long', 'tool', 'site']) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    const commits = name === 'long' ? 5000 : 5;
    git(repository(name), ['fast-import', '--quiet', '--done'], { input: historyStream(commits) });
  }
  const renamed = await begunDuring('tool', () => engine.api('PATCH', '/repos/acme/tool', { name: 'hammer' }));
  expect(renamed.error_message).toBeNull();
  expect(renamed.repository_names).toEqual(['acme/hammer']);
  const out = unpack(archiveOf(engine, renamed), join(folder, 'out'));
  expect(recordsOf(out, 'repositories')).toMatchObject([{ name: 'hammer' }]);
  fsck(join(out, 'repositories/acme/hammer.git'));

  const removed = await begunDuring('site', () => engine.api('DELETE', '/repos/acme/site'));
  expect(removed).toMatchObject({ state: 'failed', failure: 'export.repository_removed' });
});
