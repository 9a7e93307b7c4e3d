/** What somebody pushed and took back leaves with no archive, and comes in with none. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../testing/archives.ts';
import { startTestEngine } from '../testing/engine.ts';
import { git, refsOf } from '../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, pushCommit, unpack } from '../testing/migrations.ts';
import { holdsText, unreachableIds } from '../testing/reachable-objects.ts';
import { makeSample } from './testing/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry unreachable '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pushes a branch whose file holds `text`, and removes the branch. */
function pushAndTakeBack(work: string, path: string, text: string): void {
  pushCommit(join(folder, work), path, ['main'], 'kept\n');
  pushCommit(join(folder, work), path, ['secret'], text);
  git(path, ['update-ref', '-d', 'refs/heads/secret']);
}

test('an export holds what refs reach, whether the rest is loose or packed; the repository keeps it', async () => {
  const engine = await startTestEngine();
  const path = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
  for (const name of ['loose', 'packed', 'emptied']) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    pushAndTakeBack(name, path(name), `secret of ${name}\n`);
  }
  git(path('packed'), ['repack', '-adkq']);
  git(path('emptied'), ['repack', '-adkq']);
  git(path('emptied'), ['update-ref', '-d', 'refs/heads/main']);
  const { migration } = await exportAll(engine, ['loose', 'packed', 'emptied']);
  expect(migration.state).toBe('exported');
  const unpacked = unpack(archiveOf(engine, migration), join(folder, 'out'));
  for (const name of ['loose', 'packed', 'emptied']) {
    const copy = join(unpacked, 'repositories/acme', `${name}.git`);
    expect(refsOf(copy)).toBe(refsOf(path(name)));
    expect(unreachableIds(copy), name).toEqual([]);
    expect(holdsText(copy, 'secret of'), name).toBe(false);
    expect(holdsText(path(name), 'secret of'), name).toBe(true);
    fsck(copy);
  }
  await engine.end();
});

test('a restored repository holds what refs reach; the restore says what was left out', async () => {
  const sample = makeSample(folder, 'sample', {
    issues: 1,
    before: (root) => {
      const widgets = join(root, 'repositories/acme/widgets.git');
      git(widgets, ['hash-object', '-w', '--stdin'], { input: 'a loose stranger\n' });
      const packed = git(widgets, ['hash-object', '-w', '--stdin'], { input: 'a packed stranger\n' });
      git(widgets, ['pack-objects', '-q', join(widgets, 'objects/pack/pack')], { input: `${packed}\n` });
      git(widgets, ['prune-packed']);
      const tip = git(widgets, ['rev-parse', 'main']);
      git(widgets, ['update-ref', '--no-deref', 'HEAD', tip]);
      git(widgets, ['update-ref', '-d', 'refs/heads/main']);
    },
  });
  const engine = await startTestEngine(undefined, {}, null);
  const restore = await restoreOpened(engine, await openArchive(engine, sample.archive));
  expect(restore.error_message).toBeNull();
  const widgets = join(engine.folder, 'repositories/acme/widgets.git');
  for (const text of ['a loose stranger', 'a packed stranger']) expect(holdsText(widgets, text), text).toBe(false);
  // What only HEAD names is reached.
  fsck(widgets);
  expect(git(widgets, ['cat-file', '-t', 'HEAD'])).toBe('commit');
  expect(restore.summary.notes).toContain('2 objects that no ref reaches were left out of acme/widgets.');
  await engine.end();
});
