/** An archive that holds every model, restored and exported again and again: the bytes stay the same. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, migrationIn, recordsOf, unpack } from '../../testing/migrations.ts';
import { makeSample, packFolder } from '../testing/sample.ts';
import { SAMPLE_ROOT } from '../testing/sample-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry round trip '));
const engines: TestEngine[] = [];
afterAll(async () => {
  for (const engine of engines) await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Restores an archive into an empty installation and exports everything again. */
async function throughGantry(
  archive: string,
): Promise<{ engine: TestEngine; archive: string; restore: { notes: string[] } }> {
  const engine = await startTestEngine(undefined, {}, null);
  engines.push(engine);
  const inspection = await openArchive(engine, archive);
  expect(inspection.error_message).toBeNull();
  const restore = await restoreOpened(engine, inspection);
  expect(restore.error_message).toBeNull();
  const { migration } = await exportAll(engine, ['widgets', 'gadgets']);
  expect(migration.error_message).toBeNull();
  return { engine, archive: archiveOf(engine, migration), restore: restore.summary };
}

test('export, restore into an empty installation, export: byte-identical; also unpacked and packed again by GNU tar', async () => {
  const sample = makeSample(folder);
  const first = await throughGantry(sample.archive);
  const bytes = readFileSync(first.archive);

  const second = await throughGantry(first.archive);
  expect(readFileSync(second.archive).equals(bytes)).toBe(true);

  const unpacked = unpack(first.archive, join(folder, 'unpacked'));
  const packed = join(folder, 'packed again.tar.gz');
  packFolder(unpacked, packed);
  const third = await throughGantry(packed);
  expect(readFileSync(third.archive).equals(bytes)).toBe(true);

  // Every record of the sample is in the first archive, word for word, under our own root.
  for (const plural of [
    ...['users', 'bots', 'organizations', 'teams', 'repositories', 'protected_branches', 'milestones', 'issues'],
    ...['issue_comments', 'issue_events', 'pull_requests', 'pull_request_reviews', 'pull_request_review_threads'],
    ...['pull_request_review_comments', 'review_comments', 'bases', 'commit_comments', 'releases', 'projects'],
    ...['attachments', 'repository_files', 'discussions', 'discussion_categories'],
  ]) {
    const before = recordsOf(sample.folder, plural);
    const after = recordsOf(unpacked, plural);
    expect(before.length, plural).toBeGreaterThan(0);
    expect(byUrl(after), plural).toEqual(byUrl(before));
  }
  for (const name of ['widgets', 'gadgets', 'widgets.wiki']) fsck(join(unpacked, `repositories/acme/${name}.git`));
});

test('repositories of a person that were never in an archive, without any records', async () => {
  const archives: Buffer[] = [];
  let archive: string | null = null;
  for (let round = 0; round < 3; round++) {
    const engine = await startTestEngine(undefined, {}, null);
    engines.push(engine);
    if (archive === null) {
      const made = await engine.api('POST', '/user/repos', { name: 'mine', description: 'My own' });
      expect(made.status).toBe(201);
      git(join(engine.folder, 'repositories/ann/mine.git'), ['fast-import', '--quiet', '--done'], {
        input: historyStream(20),
      });
    } else {
      const inspection = await openArchive(engine, archive);
      expect(inspection.problems_count).toBe(0);
      const restore = await restoreOpened(engine, inspection);
      expect(restore.error_message).toBeNull();
      expect(restore.summary).toMatchObject({ users: 0, repositories: ['ann/mine'] });
    }
    const started = await engine.api('POST', '/user/migrations', { repositories: ['mine'] });
    const migration = await migrationIn(engine, `/user/migrations/${started.body.id}`, ['exported', 'failed']);
    expect(migration.error_message).toBeNull();
    archive = archiveOf(engine, migration);
    archives.push(readFileSync(archive));
  }
  expect(archives[1]?.equals(archives[0] as Buffer)).toBe(true);
  expect(archives[2]?.equals(archives[0] as Buffer)).toBe(true);
});

/** Records under our root; text of people keeps its addresses. */
function byUrl(records: Record<string, unknown>[]): Record<string, unknown>[] {
  const own = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      const isText = ['body', 'website', 'topic_url', 'avatar_url', 'bio', 'description'].includes(key);
      return isText ? value : value.replace(SAMPLE_ROOT, 'https://gantry.localhost');
    }
    if (Array.isArray(value)) return value.map((each) => own(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, own(each, name)]));
  };
  return records
    .map((record) => own(record) as Record<string, unknown>)
    .sort((a, b) => (String(a.url) < String(b.url) ? -1 : 1));
}
