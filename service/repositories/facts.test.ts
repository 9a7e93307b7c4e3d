/** Fields of repositories say what is so. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeSample } from '../migrations/testing/sample.ts';
import { openArchive, restoreOpened } from '../testing/archives.ts';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, makeGitSource } from '../testing/git-sources.ts';
import { languageOf } from './languages.ts';
import { licenseOf } from './licenses.ts';

let engine: TestEngine;
let folder: string;
const member = basic('member', 'a long password');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry facts '));
  engine = await startTestEngine();
  await engine.api('POST', '/admin/users', { login: 'member', password: 'a long password' });
  await engine.api('PUT', '/orgs/acme/memberships/member');
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const MIT = `MIT License\n\nCopyright (c) 2020 Ann\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software.\n\nThe above copyright notice and this permission notice shall be included.\n`;

/** A fast-import stream of one commit with these files. */
function commitOf(files: Record<string, string>, from = ''): string {
  const person = 'Ann <ann@example.org> 1500000000 +0000';
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\ndata 1\nx\n${from}${changes.join('')}\ndone\n`;
}

test('permissions are the caller’s, in single answers, lists, and those of migrations', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'ours', private: true });
  const owners = { admin: true, push: true, pull: true };
  const members = { admin: false, push: true, pull: true };
  expect((await engine.api('GET', '/repos/acme/ours')).body.permissions).toEqual(owners);
  expect((await engine.api('GET', '/repos/acme/ours', undefined, member)).body.permissions).toEqual(members);
  for (const path of ['/user/repos', '/orgs/acme/repos']) {
    expect((await engine.api('GET', path, undefined, member)).body[0].permissions).toEqual(members);
  }
  const made = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['acme/ours'] });
  expect(made.body.repositories[0]).toMatchObject({ permissions: owners, owner: { login: 'acme' } });
});

test('language and licence of the default branch, after an import and after its update, in lists too', async () => {
  const source = makeGitSource(
    folder,
    'source.git',
    commitOf({
      LICENSE: MIT,
      'src/a.py': 'x = 1\n'.repeat(50),
      'src/b.ts': 'let x\n',
      'vendor/big.js': 'x'.repeat(5000),
      'data.json': 'x'.repeat(9000),
      '"sr\\303\\244c.py"': 'y = 1\n',
    }),
  );
  await engine.api('POST', '/orgs/acme/repos', { name: 'code' });
  expect((await engine.api('GET', '/repos/acme/code')).body).toMatchObject({ language: null, license: null });
  await engine.api('PUT', '/repos/acme/code/import', { vcs_url: source, vcs: 'git' });
  await engine.importIn('code', ['complete']);
  const { body } = await engine.api('GET', '/orgs/acme/repos');
  const license = { key: 'mit', name: 'MIT License', spdx_id: 'MIT', url: null };
  expect(body.find(({ name }: { name: string }) => name === 'code')).toMatchObject({ language: 'Python', license });
  expect(git(source, ['rev-parse', 'main'])).toMatch(/^[\da-f]{40}$/);
  const more = commitOf({ 'src/c.go': 'x'.repeat(20_000), LICENSE: 'Do as I say.' }, 'from refs/heads/main^0\n');
  git(source, ['fast-import', '--quiet', '--done'], { input: more });
  await engine.api('PATCH', '/repos/acme/code/import', {});
  await engine.importIn('code', ['complete'], () => git(source, ['rev-parse', 'main']) === tip());
  expect((await engine.api('GET', '/repos/acme/code')).body).toMatchObject({
    language: 'Go',
    license: { key: 'other', spdx_id: 'NOASSERTION' },
  });
  await engine.restart();
  expect((await engine.api('GET', '/user/repos')).body).toContainEqual(expect.objectContaining({ language: 'Go' }));
});
const tip = () => git(join(engine.folder, 'repositories/acme/code.git'), ['rev-parse', 'main']);

test('a list of a hundred starts no git', async () => {
  for (let n = 0; n < 100; n++) await engine.api('POST', '/user/repos', { name: `many${n}` });
  const db = new Database(join(engine.folder, 'gantry.sqlite'), { readonly: true });
  const stale = db.prepare<[], { n: number }>(
    `SELECT count(*) AS n FROM repositories r LEFT JOIN repository_facts f ON f.repository_id = r.id
     WHERE f.content_version IS NOT r.content_version`,
  );
  // They are looked into in their order, so the last of them waits for all.
  while ((stale.get()?.n ?? 0) > 0) await engine.api('GET', '/repos/ann/many99');
  db.close();
  // Each child has a file there while it runs, whichever thread started it (and no later engine of this process moved that).
  const children = new Set<string | null>();
  const told = Promise.withResolvers<void>();
  const watcher = watch(join(engine.folder, 'processes'), (_, name) => {
    children.add(name);
    told.resolve();
  });
  expect((await engine.api('GET', '/user/repos?per_page=100')).body).toHaveLength(100);
  expect((await engine.api('GET', '/repos/ann/many1/branches')).body).toEqual([]);
  await told.promise;
  watcher.close();
  expect(children.size).toBe(1);
});

test('of many that nobody has looked into, who is asked for comes first; the others follow once the start is over', async () => {
  const other = await startTestEngine();
  try {
    for (let n = 0; n < 10; n++) await other.api('POST', '/user/repos', { name: `late${n}` });
    // As after a restore, or where an earlier version made them.
    await other.restart();
    const db = new Database(join(other.folder, 'gantry.sqlite'));
    const names = db.prepare<[], string>(
      'SELECT name FROM repository_facts JOIN repositories ON repositories.id = repository_id ORDER BY name',
    );
    names.pluck();
    db.exec('DELETE FROM repository_facts');
    await other.restart();
    expect((await other.api('GET', '/repos/ann/late9')).status).toBe(200);
    expect(names.all()).toEqual(['late9']);
    await vi.waitFor(() => expect(names.all()).toHaveLength(10), { timeout: 60_000, interval: 200 });
    db.close();
  } finally {
    await other.end();
  }
});

test('issues, topics, archived and wiki are what the records of a restored repository say', async () => {
  const restored = await startTestEngine(undefined, {}, null);
  try {
    const sample = makeSample(folder, 'sample');
    const restore = await restoreOpened(restored, await openArchive(restored, sample.archive));
    expect(restore.error_message).toBeNull();
    const { body } = await restored.api('GET', '/repos/acme/widgets');
    const expected = ['issues', 'pull_requests']
      .flatMap((plural) => readRecords(sample.folder, plural))
      .filter(({ closed_at, repository }) => closed_at === null && /acme\/widgets$/.test(repository)).length;
    expect(body).toMatchObject({
      ...{ has_issues: true, has_wiki: true, archived: false, topics: ['things'] },
      ...{ open_issues: expected, open_issues_count: expected },
    });
    expect(expected).toBeGreaterThan(0);
  } finally {
    await restored.end();
  }
});

function readRecords(root: string, plural: string): { closed_at: string | null; repository: string }[] {
  return readdirSync(root)
    .filter((name) => name.startsWith(`${plural}_0`))
    .flatMap((name) => JSON.parse(readFileSync(join(root, name), 'utf8')));
}

test('licences and languages that are told apart', () => {
  expect(licenseOf('GNU GENERAL PUBLIC LICENSE\n   Version 3, 29 June 2007')).toBe('GPL-3.0');
  expect(licenseOf('GNU LESSER GENERAL PUBLIC LICENSE\nVersion 2.1, February 1999')).toBe('LGPL-2.1');
  expect(licenseOf('                Apache License\n          Version 2.0, January 2004')).toBe('Apache-2.0');
  expect(licenseOf(MIT)).toBe('MIT');
  expect(licenseOf('')).toBe('NOASSERTION');
  expect([languageOf('a/b.PY'), languageOf('node_modules/x.js'), languageOf('Makefile'), languageOf('a.json')]).toEqual(
    ['Python', null, null, null],
  );
});
