/** Exports of repositories of which this installation does not have everything: the archive is made, and says what it goes without. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectPath, pointerText } from '../../lfs/convert/lfs-objects.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, unpack } from '../../testing/migrations.ts';
import { openRecords } from '../records/records-database.ts';

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lacks '));
  engine = await startTestEngine();
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
const sum = (text: string) => createHash('sha256').update(text).digest('hex');

/** A repository whose branch has pointers to these contents; those in `held` are here. */
async function withLargeFiles(
  name: string,
  contents: readonly string[],
  { held = [], branch = 'main', sha256 = false }: { held?: readonly string[]; branch?: string; sha256?: boolean } = {},
): Promise<void> {
  if ((await engine.api('GET', `/repos/acme/${name}`)).status === 404) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    if (sha256) {
      rmSync(repository(name), { recursive: true });
      git(folder, ['init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main', repository(name)]);
    }
  }
  const files = [
    ['.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n'],
    ...contents.map((text, n) => [`${n}.bin`, pointerText({ oid: sum(text), size: text.length })]),
  ];
  const lines = files.map(([path, text = '']) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`).join('');
  git(repository(name), ['fast-import', '--quiet'], {
    input: `commit refs/heads/${branch}\ncommitter A <a@example.org> 1500000000 +0000\ndata 1\nx\n${lines}\ndone\n`,
  });
  for (const text of held) {
    const path = objectPath(join(repository(name), 'lfs/objects'), sum(text));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Two files attached to issues of `tool`, of which one is gone, and a record that names none of the attached files. */
async function withAttachments(): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name: 'tool' });
  const records = openRecords(join(engine.folder, 'records.sqlite'));
  const root = 'https://old.example.org';
  const url = `${root}/acme/tool`;
  const origin = (place: number) => ({ root, file: 1, place });
  records.insert('repositories', { type: 'repository', url, name: 'tool', owner: `${root}/acme` }, origin(0));
  for (const [n, path] of ['attachments/0001/here.png', 'attachments/0001/gone.png', 'elsewhere/x.png'].entries()) {
    const record = { type: 'attachment', url: `${url}/files/${n}`, issue: `${url}/issues/1` };
    records.insert('attachments', { ...record, asset_name: path, asset_url: `tarball://root/${path}` }, origin(n));
  }
  const id = records.repositoryId('/acme/tool');
  records.close();
  mkdirSync(join(engine.folder, 'attachments/0001'), { recursive: true });
  writeFileSync(join(engine.folder, 'attachments/0001/here.png'), 'a picture');
  await engine.service.close();
  const rows = new Database(join(engine.folder, 'gantry.sqlite'));
  rows.prepare("UPDATE repositories SET records_id = ? WHERE name = 'tool'").run(id);
  rows.close();
  await engine.restart();
}

const workOf = async (migration: { id: number }) =>
  (await engine.api('GET', '/user/work')).body.find(({ key }: { key: string }) => key === `export:${migration.id}`);

test('large files that are not here are counted by repository, kept, and told by everything that tells of the archive', async () => {
  await withLargeFiles('full', ['one', 'two'], { held: ['one', 'two'] });
  await withLargeFiles('half', ['three', 'four', 'five'], { held: ['four'] });
  await engine.api('POST', '/orgs/acme/repos', { name: 'plain' });
  const { migration, path } = await exportAll(engine, ['full', 'half', 'plain']);
  const notes = [
    '2 large files (Git LFS) of acme/half are not in the archive, only pointers to them. Send them with "git lfs push --all" from a clone that has them, then export again.',
  ];
  expect(migration).toMatchObject({
    state: 'exported',
    archive: { lacks: { large_files: 2, attached_files: 0, notes } },
  });
  expect(await workOf(migration)).toMatchObject({ state: 'done', warns: true });
  expect(engine.logLines).toContain(`warning Migration ${migration.id}: ${notes[0]}`);
  await engine.restart();
  const { body } = await engine.api('GET', path);
  expect(body.archive.lacks).toEqual(migration.archive.lacks);

  const whole = await exportAll(engine, ['full', 'plain']);
  expect(whole.migration.archive.lacks).toEqual({ large_files: 0, attached_files: 0, notes: [] });
  expect((await workOf(whole.migration)).warns).toBeUndefined();
});

test('a content that only a pointer with an extension names goes along', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'extended' });
  const content = 'in a case of its own';
  const pointer = [
    'version https://git-lfs.github.com/spec/v1',
    `ext-0-case sha256:${'b'.repeat(64)}`,
    `oid sha256:${sum(content)}`,
    `size ${content.length}\n`,
  ].join('\n');
  git(repository('extended'), ['fast-import', '--quiet'], {
    input: `commit refs/heads/main\ncommitter A <a@example.org> 1500000000 +0000\ndata 1\nx\nM 100644 inline f\ndata ${pointer.length}\n${pointer}\ndone\n`,
  });
  const path = objectPath(join(repository('extended'), 'lfs/objects'), sum(content));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const { migration } = await exportAll(engine, ['extended']);
  const out = unpack(archiveOf(engine, migration), join(folder, 'out'));
  expect(readFileSync(objectPath(join(out, 'repositories/acme/extended.git/lfs/objects'), sum(content)), 'utf8')).toBe(
    content,
  );
  expect(migration.archive.lacks.large_files).toBe(0);
});

test('attached files that are gone, and those that were never here, are counted unless attachments are left out', async () => {
  await withAttachments();
  const { migration } = await exportAll(engine, ['tool']);
  expect(migration.archive.lacks).toEqual({
    ...{ large_files: 0, attached_files: 2 },
    notes: [
      expect.stringMatching(
        /^2 attached files that records of acme\/tool name are not here, and not in the archive\. /,
      ),
    ],
  });
  const without = await exportAll(engine, ['tool'], { exclude_attachments: true });
  expect(without.migration.archive.lacks).toMatchObject({ attached_files: 0, notes: [] });
});

test('a default branch behind two hundred others, and ids of SHA-256', async () => {
  await withLargeFiles('many', ['six']);
  git(repository('many'), ['fast-import', '--quiet'], {
    input: Array.from(
      { length: 200 },
      (_, n) =>
        `commit refs/heads/a${n}\ncommitter A <a@example.org> 1500000000 +0000\ndata 1\nx\nM 100644 inline f\ndata 1\n${n % 10}\n`,
    ).join(''),
  });
  await withLargeFiles('long', ['seven', 'eight'], { held: ['eight'], sha256: true });
  const { migration } = await exportAll(engine, ['many', 'long']);
  expect(migration.error_message).toBeNull();
  expect(migration.archive.lacks).toMatchObject({ large_files: 2 });
});

test('of many repositories that lack something the first are named, and the rest is counted', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `r${String(n).padStart(2, '0')}`);
  for (const name of names) await withLargeFiles(name, [name]);
  const { migration } = await exportAll(engine, names);
  expect(migration.archive.lacks.large_files).toBe(12);
  expect(migration.archive.lacks.notes).toHaveLength(11);
  expect(migration.archive.lacks.notes[9]).toContain('acme/r09');
  expect(migration.archive.lacks.notes[10]).toBe('2 more repositories lack files as well.');
});
