/** Names that a choice spells in another way than the installation, and names that belong to somebody else by now. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { archiveOf, exportAll, fsck, recordsOf, unpack } from '../../testing/migrations.ts';
import { makeSample, type Sample } from '../testing/sample.ts';
import { ATTACHED, UPLOADED } from '../testing/sample-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry names '));
let sample: Sample;
let engine: TestEngine;
beforeAll(() => {
  sample = makeSample(folder, 'sample', { issues: 2 });
});
afterEach(async () => {
  await engine.end();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('targets spelled in other letters become what is here, as it is spelled here', async () => {
  engine = await startTestEngine(undefined, {}, 'acme');
  await engine.api('POST', '/orgs/acme/repos', { name: 'gizmos' });
  const inspection = await openArchive(engine, sample.archive);
  const { status } = await engine.api('PATCH', `/inspections/${inspection.id}/choices`, {
    choices: [
      { model_name: 'organization', source: 'acme', action: 'map', target: 'ACME' },
      { model_name: 'user', source: 'ada', action: 'map', target: 'ANN' },
      { model_name: 'repository', source: 'acme/widgets', action: 'rename', target: 'ACME/things' },
    ],
  });
  expect(status).toBe(200);
  const { body: choices } = await engine.api('GET', `/inspections/${inspection.id}/choices?per_page=500`);
  expect(choices).toMatchObject([
    { source: 'acme', action: 'map', target: 'acme' },
    { source: 'ada', action: 'map', target: 'ann' },
    { source: 'bob', action: 'import' },
    { source: 'eve', action: 'import' },
    { source: 'acme/gadgets', action: 'import', target: 'acme/gadgets' },
    { source: 'acme/widgets', action: 'rename', target: 'acme/things' },
  ]);
  const restore = await restoreOpened(engine, inspection);
  expect(restore.error_message).toBeNull();
  for (const name of ['things', 'gadgets']) fsck(join(engine.folder, `repositories/acme/${name}.git`));
  expect(existsSync(join(engine.folder, 'repositories/ACME'))).toBe(false);
});

test('a name that was given up by a rename and taken again: each repository keeps its own records', async () => {
  engine = await startTestEngine();
  const inspection = await openArchive(engine, sample.archive);
  await restoreOpened(engine, inspection);
  expect((await engine.api('PATCH', '/repos/acme/widgets', { name: 'former' })).status).toBe(200);
  const second = await restoreOpened(engine, inspection);
  expect(second.error_message).toBeNull();
  const { body } = await engine.api('GET', '/orgs/acme/repos');
  expect(body.map((one: { name: string }) => one.name).sort()).toEqual(['former', 'gadgets', 'gadgets-1', 'widgets']);
  const { migration } = await exportAll(engine, ['former', 'widgets']);
  const issues = recordsOf(unpack(archiveOf(engine, migration), join(folder, 'renamed')), 'issues');
  const of = (name: string) =>
    issues.filter(({ repository }) => repository === `https://gantry.localhost/acme/${name}`);
  expect(of('former').length).toBeGreaterThan(0);
  expect(of('widgets').map(({ title }) => title)).toEqual(of('former').map(({ title }) => title));
});

test('files that records name but the archive does not hold: none of this machine, and nobody else’s, is exported', async () => {
  engine = await startTestEngine();
  writeFileSync(join(engine.folder, '../outside.txt'), 'outside');
  await restoreOpened(engine, await openArchive(engine, sample.archive));
  const paths = [
    'gantry.sqlite',
    '../outside.txt',
    'attachments/7/../../gantry.sqlite',
    UPLOADED,
    'repositories/acme/widgets.git/HEAD',
  ];
  const hostile = makeSample(folder, 'hostile names', {
    issues: 3,
    change: (records) => {
      const [first = {}] = records.get('attachments') ?? [];
      const more = paths.map((path, n) => ({
        ...first,
        url: `${first.url}-${n}`,
        asset_url: `tarball://root/${path}`,
      }));
      records.set('attachments', [first, ...more]);
      records.set('repository_files', []);
    },
    // Its records name it all the same.
    before: (root) => rmSync(join(root, 'attachments'), { recursive: true }),
  });
  const restore = await restoreOpened(engine, await openArchive(engine, hostile.archive));
  expect(restore.error_message).toBeNull();
  expect(restore.summary.repositories).toContain('acme/widgets-1');
  const { migration } = await exportAll(engine, ['widgets-1']);
  expect(migration.state).toBe('exported');
  const members = execFileSync('tar', ['tzf', archiveOf(engine, migration)], { encoding: 'utf8' }).split('\n');
  expect(members.filter((name) => !/^$|\.json$|^repositories\/acme\/widgets-1\./.test(name))).toEqual([]);
  const issue = 'https://gantry.localhost/acme/widgets-1/issues/';
  const [attachment] = recordsOf(unpack(archiveOf(engine, migration), join(folder, 'hostile out')), 'attachments');
  expect(attachment).toMatchObject({ issue: expect.stringContaining(issue) });
  expect(attachment.asset_url).toMatch(/^tarball:\/\/root\/attachments\/[\da-f-]{36}\/shot 1\.png$/);
  expect(attachment.asset_url).not.toContain(ATTACHED);
  // Its removal takes nobody else's along.
  expect((await engine.api('DELETE', '/repos/acme/widgets-1')).status).toBe(204);
  await engine.restart();
  expect(existsSync(join(engine.folder, ATTACHED))).toBe(true);
});
