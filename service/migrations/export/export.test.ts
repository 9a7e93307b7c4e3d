import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectPath, pointerText } from '../../lfs/convert/lfs-objects.ts';
import { type Answer, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, refsOf } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, migrationIn, pushCommit, recordsOf, unpack } from '../../testing/migrations.ts';
import { openRecords } from '../records/records-database.ts';

let engine: TestEngine;
let folder: string;
const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
let count = 0;
const fresh = () => join(folder, `made ${++count}`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry export '));
  engine = await startTestEngine(join(folder, 'data'));
  for (const name of ['empty', 'packed', 'loose', 'odd', 'borrowing', 'pushed']) {
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

async function exported(
  repositories: string[],
  options: object = {},
): Promise<{ migration: Answer['body']; out: string }> {
  const { migration } = await exportAll(engine, repositories, options);
  expect(migration.error_message).toBeNull();
  return { migration, out: unpack(archiveOf(engine, migration), fresh()) };
}

test('refs, HEAD and objects arrive; empty, packed and loose repositories pass git fsck', async () => {
  const { out } = await exported(['empty', 'packed', 'loose']);
  for (const name of ['empty', 'packed', 'loose']) {
    const copy = join(out, 'repositories/acme', `${name}.git`);
    fsck(copy);
    expect(refsOf(copy)).toBe(refsOf(repository(name)));
    expect(readFileSync(join(copy, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
    expect(readFileSync(join(copy, 'info/nwo'), 'utf8')).toBe(`acme/${name}\n`);
    expect(readFileSync(join(copy, 'info/last-sync'), 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect(readdirSync(join(copy, 'objects')).sort()).toEqual(['info', 'pack']);
  }
  const pack = readdirSync(join(repository('packed'), 'objects/pack')).find((name) => name.endsWith('.pack')) ?? '';
  expect(existsSync(join(out, 'repositories/acme/packed.git/objects/pack', pack))).toBe(true);
  const copy = join(out, 'repositories/acme/loose.git');
  expect(readdirSync(join(copy, 'objects/pack'))).toHaveLength(2);
  expect(git(copy, ['log', '--format=%s', 'main'])).toBe('two\none');
  expect(readFileSync(join(out, 'schema.json'), 'utf8')).toBe('{"version":"1.0.1"}\n');
  expect(recordsOf(out, 'repositories').map((record) => record.name)).toEqual(['empty', 'loose', 'packed']);
  expect(recordsOf(out, 'organizations')).toMatchObject([{ login: 'acme', members: [{ role: 'admin' }] }]);
  expect(recordsOf(out, 'users')).toMatchObject([{ login: 'ann' }]);
  expect(existsSync(join(engine.folder, 'exports')) ? readdirSync(join(engine.folder, 'exports')) : []).toEqual([]);
});

test('the same data give the same bytes, in whatever order the repositories are named', async () => {
  const one = await exported(['empty', 'packed', 'loose']);
  const two = await exported(['acme/loose', 'packed', 'EMPTY']);
  expect(two.migration.guid).not.toBe(one.migration.guid);
  expect(two.migration.archive.sha256).toBe(one.migration.archive.sha256);
  const bytes = [one, two].map(({ migration }) => readFileSync(archiveOf(engine, migration)));
  expect(bytes[0]?.equals(bytes[1] as Buffer)).toBe(true);
});

test('a user exports the account’s own repositories; the record is the account', async () => {
  await engine.api('POST', '/user/repos', { name: 'mine' });
  const started = await engine.api('POST', '/user/migrations', { repositories: ['mine'] });
  const migration = await migrationIn(engine, `/user/migrations/${started.body.id}`, ['exported', 'failed']);
  const out = unpack(archiveOf(engine, migration), fresh());
  expect(recordsOf(out, 'users')).toMatchObject([{ login: 'ann' }]);
  expect(recordsOf(out, 'organizations')).toEqual([]);
  fsck(join(out, 'repositories/ann/mine.git'));
});

test('records follow in files of a hundred, attachments unless they are excluded, what is missing is said', async () => {
  const records = openRecords(join(engine.folder, 'records.sqlite'));
  const root = 'https://old.example.org';
  const origin = (place: number) => ({ root, file: 1, place });
  const url = `${root}/acme/loose`;
  records.insert('repositories', { type: 'repository', url, name: 'loose', owner: `${root}/acme` }, origin(0));
  for (let n = 1; n <= 250; n++) {
    const issue = {
      type: 'issue',
      url: `${url}/issues/${n}`,
      repository: url,
      user: `${root}/bob`,
      title: `Issue ${n}`,
      x: n,
    };
    records.insert('issues', issue, origin(n));
  }
  for (const name of ['here', 'gone']) {
    const asset_url = `tarball://root/attachments/0001/${name}.png`;
    const record = {
      type: 'attachment',
      url: `${url}/files/${name}`,
      issue: `${url}/issues/1`,
      asset_name: name,
      asset_url,
    };
    records.insert('attachments', record, origin(name.length));
  }
  const id = records.repositoryId('/acme/loose');
  records.close();
  mkdirSync(join(engine.folder, 'attachments/0001'), { recursive: true });
  writeFileSync(join(engine.folder, 'attachments/0001/here.png'), 'a picture');
  const rows = new Database(join(engine.folder, 'gantry.sqlite'));
  rows.prepare("UPDATE repositories SET records_id = ? WHERE name = 'loose'").run(id);
  rows.close();

  const { out, migration } = await exported(['loose', 'empty']);
  expect(readdirSync(out).filter((name) => name.startsWith('issues'))).toEqual([
    'issues_000001.json',
    'issues_000002.json',
    'issues_000003.json',
  ]);
  const issues = recordsOf(out, 'issues');
  expect(issues).toHaveLength(250);
  expect(issues[249]).toMatchObject({
    url: 'https://gantry.localhost/acme/loose/issues/250',
    title: 'Issue 250',
    x: 250,
  });
  expect(readFileSync(join(out, 'issues_000001.json'), 'utf8').split('\n')).toHaveLength(103);
  expect(readFileSync(join(out, 'attachments/0001/here.png'), 'utf8')).toBe('a picture');
  expect(engine.logLines.join('\n')).toContain(
    `Migration ${migration.id}: attachments/0001/gone.png is missing in the data folder; the archive goes without it.`,
  );
  const without = await exported(['loose', 'empty'], { exclude_attachments: true });
  expect(readdirSync(without.out).filter((name) => name.startsWith('attachments'))).toEqual([]);
});

test('odd refs, a detached HEAD, a shallow history, large files, a wiki; no hooks, no configuration, no logs', async () => {
  const path = repository('odd');
  git(path, ['fast-import', '--quiet', '--done'], { input: historyStream(5) });
  const tip = git(path, ['rev-parse', 'main']);
  git(path, ['update-ref', 'refs/pull/1/head', 'main~2']);
  git(path, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/heads/main']);
  git(path, ['update-ref', 'refs/heads/grün', 'main~1']);
  git(path, ['update-ref', '--no-deref', 'HEAD', tip]);
  mkdirSync(join(path, 'hooks'), { recursive: true });
  writeFileSync(join(path, 'hooks/post-update'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  appendFileSync(join(path, 'config'), '[core]\n\tsshCommand = evil\n[alias]\n\tx = !evil\n');
  const [large = '', foreign = ''] = ['large', 'taken back'].map((text) => {
    const oid = createHash('sha256').update(text).digest('hex');
    mkdirSync(dirname(objectPath(join(path, 'lfs/objects'), oid)), { recursive: true });
    writeFileSync(objectPath(join(path, 'lfs/objects'), oid), text);
    return oid;
  });
  const pointer = pointerText({ oid: large, size: 5 });
  git(path, ['fast-import', '--quiet', '--done'], {
    input: `commit refs/heads/large\ncommitter A <a@example.org> 1 +0000\ndata 1\nx\nM 100644 inline f\ndata ${pointer.length}\n${pointer}\ndone\n`,
  });
  const taken = pointerText({ oid: foreign, size: 10 });
  git(path, ['hash-object', '-w', '--stdin'], { input: taken });
  writeFileSync(join(path, 'lfs/incomplete'), 'x');
  const wiki = repository('odd.wiki');
  mkdirSync(wiki);
  git(wiki, ['init', '--quiet', '--bare', '--initial-branch=master']);
  git(wiki, ['fast-import', '--quiet', '--done'], { input: historyStream(2) });
  // The oldest commits are somewhere else.
  const first = git(path, ['rev-parse', 'main~4']);
  writeFileSync(join(path, 'shallow'), `${git(path, ['rev-parse', 'main~3'])}\n`);

  const { out } = await exported(['odd']);
  const copy = join(out, 'repositories/acme/odd.git');
  fsck(copy);
  expect(refsOf(copy)).toBe(refsOf(path));
  expect(git(copy, ['symbolic-ref', 'refs/remotes/origin/HEAD'])).toBe('refs/heads/main');
  expect(readFileSync(join(copy, 'HEAD'), 'utf8')).toBe(`${tip}\n`);
  expect(git(copy, ['rev-list', 'main'])).not.toContain(first);
  expect(readFileSync(objectPath(join(copy, 'lfs/objects'), large), 'utf8')).toBe('large');
  // Only a pointer that no commit holds names it.
  expect(readdirSync(join(copy, 'lfs/objects'), { recursive: true }).join()).not.toContain(foreign);
  expect(readdirSync(copy).sort()).toEqual([
    'HEAD',
    'config',
    'info',
    'lfs',
    'objects',
    'packed-refs',
    'refs',
    'shallow',
  ]);
  expect(readdirSync(join(copy, 'lfs'))).toEqual(['objects']);
  expect(readFileSync(join(copy, 'config'), 'utf8')).not.toContain('evil');
  const wikiCopy = join(out, 'repositories/acme/odd.wiki.git');
  fsck(wikiCopy);
  expect(refsOf(wikiCopy)).toBe(refsOf(wiki));
  expect(recordsOf(out, 'repositories')[0].wiki_url).toBe('tarball://root/repositories/acme/odd.wiki.git');
});

test('a repository whose ids are SHA-256 arrives as one', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'long-ids' });
  const path = repository('long-ids');
  rmSync(path, { recursive: true });
  git(folder, ['init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main', path]);
  git(path, ['fast-import', '--quiet', '--done'], { input: historyStream(4) });
  const { out } = await exported(['long-ids']);
  const copy = join(out, 'repositories/acme/long-ids.git');
  fsck(copy);
  expect(git(copy, ['rev-parse', 'main'])).toMatch(/^[\da-f]{64}$/);
});

test('objects that a repository borrows from another one come along', async () => {
  const path = repository('borrowing');
  writeFileSync(join(path, 'objects/info/alternates'), `../../packed.git/objects\n${join(folder, 'gone/objects')}\n`);
  git(path, ['update-ref', 'refs/heads/main', refsOf(repository('packed')).split(' ')[1]?.split('\n')[0] ?? '']);
  const { out } = await exported(['borrowing']);
  const copy = join(out, 'repositories/acme/borrowing.git');
  expect(existsSync(join(copy, 'objects/info/alternates'))).toBe(false);
  fsck(copy);
});

test('a push during an export is in it as a whole or not at all, and repacking takes nothing away', async () => {
  const path = repository('pushed');
  const work = join(folder, 'pusher');
  pushCommit(work, path, ['a', 'b', 'c'], 'start\n');
  let pushes = 0;
  let stop = false;
  const pusher = (async () => {
    while (!stop) {
      pushes += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
      pushCommit(work, path, ['a', 'b', 'c', `own-${pushes % 5}`], `push ${pushes}\n`);
      if (pushes % 4 === 0) git(path, ['gc', '--quiet', '--prune=now']);
    }
  })();
  for (let run = 0; run < 6; run++) {
    const before = pushes;
    const { out } = await exported(['pushed', 'packed']);
    const copy = join(out, 'repositories/acme/pushed.git');
    fsck(copy);
    const tips = new Set(['a', 'b', 'c'].map((branch) => git(copy, ['rev-parse', branch])));
    expect(tips.size).toBe(1);
    expect(pushes).toBeGreaterThan(before);
  }
  stop = true;
  await pusher;
});
