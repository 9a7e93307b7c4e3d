/** Large files through whole imports, with a lowered threshold. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { exportAll } from '../../testing/migrations.ts';
import { addLfsLines, attributesPattern } from './attributes.ts';

const LIMIT = 10_000;
const ANN = 'Ann <ann@example.org>';

let engine: TestEngine;
let sources: string;
let source: string;

/** Bytes that do not compress. */
function noise(seed: number, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let n = 0; n * 32 < size; n++) parts.push(createHash('sha256').update(`${seed} ${n}`).digest());
  return Buffer.concat(parts).subarray(0, size);
}

class History {
  readonly #parts: Buffer[] = [];
  #marks = 0;
  blob(content: Buffer | string): number {
    const bytes = Buffer.from(content);
    this.#parts.push(Buffer.from(`blob\nmark :${++this.#marks}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n'));
    return this.#marks;
  }
  commit(branch: string, subject: string, changes: string[], parents: string[] = []): string {
    const mark = `:${++this.#marks}`;
    const [from, ...merges] = parents;
    const head = `commit refs/heads/${branch}\nmark ${mark}\ncommitter ${ANN} ${1_600_000_000 + this.#marks} +0000\ndata ${Buffer.byteLength(subject)}\n${subject}\n`;
    const lines = [
      ...(from === undefined ? [] : [`from ${from}`]),
      ...merges.map((merge) => `merge ${merge}`),
      ...changes,
    ];
    this.#parts.push(Buffer.from(`${head}${lines.join('\n')}\n\n`));
    return mark;
  }
  more(text: string): void {
    this.#parts.push(Buffer.from(text));
  }
  end(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.from('done\n')]);
  }
}

/** Commits before and after large files; one blob at several paths; merges, tags, links; names that need care. */
function oddHistory(): Buffer {
  const history = new History();
  const small = history.blob('small\n');
  const [first, second, third] = [1, 2, 3].map((seed) => history.blob(noise(seed, LIMIT + seed)));
  const edge = history.blob(noise(9, LIMIT));
  const attributes = history.blob('*.txt text');
  const a = history.commit('main', 'before', [`M 100644 :${small} readme.txt`, `M 100644 :${small} deep/er/small`]);
  const b = history.commit(
    'main',
    'two places',
    [`M 100644 :${first} deep/er/big`, `M 100755 :${first} again*[x] y.bin`],
    [a],
  );
  const c = history.commit(
    'side',
    'side',
    [`M 100644 :${second} only/here/big.bin`, `M 100644 :${edge} edge.bin`],
    [a],
  );
  const d = history.commit('main', 'attributes', [`M 100644 :${attributes} .gitattributes`], [b]);
  const e = history.commit('main', 'merge', [`M 100644 :${second} only/here/big.bin`], [d, c]);
  history.commit('main', 'new text', [`M 100644 :${third} deep/er/big`, 'M 120000 inline link\ndata 3\nbig'], [e]);
  history.commit('main', 'gone', ['D only/here/big.bin'], []);
  history.commit('früher', 'other', [`M 100644 :${first} "größe ä.bin"`], [a]);
  history.more(`tag v1\nfrom ${e}\ntagger ${ANN} 1600000000 +0000\ndata 2\nv1\nreset refs/tags/old\nfrom ${a}\n\n`);
  return history.end();
}

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry large '));
  source = makeGitSource(sources, 'source.git', oddHistory());
  engine = await startTestEngine(undefined, { largeFileBytes: LIMIT });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function begin(name: string, more: object = {}): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  const { status } = await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source, ...more });
  expect(status).toBe(201);
  return join(engine.folder, 'repositories/acme', `${name}.git`);
}

async function finished(name: string) {
  const done = await engine.importIn(name, ['complete', 'error']);
  expect(done).toMatchObject({ status: 'complete' });
  const report = (await engine.api('GET', `/repos/acme/${name}/import/report`)).body;
  expect(report.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
  return report;
}

const finding = (report: { findings: { kind: string }[] }, kind: string) =>
  report.findings.find((finding) => finding.kind === kind);

/** `subject path` to `mode id` of all files of all commits. */
function allFiles(path: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const line of git(path, ['log', '--all', '--format=%H %s']).split('\n')) {
    const [id = '', ...subject] = line.split(' ');
    for (const entry of git(path, ['ls-tree', '-r', '-z', id]).split('\0').filter(Boolean)) {
      const [what = '', name] = entry.split('\t');
      files.set(`${subject.join(' ')}: ${name}`, what.replace(' blob', ''));
    }
  }
  return files;
}

function sizeOf(path: string, oid: string): number {
  return Number(git(path, ['cat-file', '-s', oid]));
}

function lfsObjects(path: string): string[] {
  const folder = join(path, 'lfs/objects');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort()
    : [];
}

/** Every commit of `path` is its counterpart of the source with pointers in place of large files. */
function expectPointers(path: string, from = source): void {
  const before = allFiles(from);
  const after = allFiles(path);
  for (const [name, what] of before) {
    const [mode = '', oid = ''] = what.split(' ');
    const found = after.get(name) ?? '';
    after.delete(name);
    if (name.endsWith(': .gitattributes')) continue;
    if (sizeOf(from, oid) <= LIMIT) {
      expect(found, name).toBe(what);
      continue;
    }
    const content = execFileSync('git', ['cat-file', 'blob', oid], { cwd: from });
    const sum = createHash('sha256').update(content).digest('hex');
    expect(found.split(' ')[0], name).toBe(mode);
    expect(`${git(path, ['cat-file', 'blob', found.split(' ')[1] ?? ''])}\n`, name).toBe(
      `version https://git-lfs.github.com/spec/v1\noid sha256:${sum}\nsize ${content.length}\n`,
    );
    const object = join(path, 'lfs/objects', sum.slice(0, 2), sum.slice(2, 4), sum);
    expect(readFileSync(object).equals(content), name).toBe(true);
  }
  expect([...after.keys()].filter((name) => !name.endsWith(': .gitattributes'))).toEqual([]);
}

/** Files of a branch for which Git asks LFS. */
function filtered(path: string, ref: string): string[] {
  const env = { GIT_INDEX_FILE: join(sources, 'index') };
  git(path, ['read-tree', ref], { env });
  const files = git(path, ['ls-tree', '-r', '-z', '--name-only', ref]).split('\0').filter(Boolean);
  const fields = git(path, ['check-attr', '--cached', '-z', '--stdin', 'filter', 'diff', 'merge', 'text'], {
    env,
    input: `${files.join('\0')}\0`,
  }).split('\0');
  const attributes = new Map<string, string[]>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    attributes.set(fields[at] ?? '', [...(attributes.get(fields[at] ?? '') ?? []), fields[at + 2] ?? '']);
  }
  return [...attributes].filter(([, values]) => values.join(' ') === 'lfs lfs lfs unset').map(([name]) => name);
}

test('opt_in right after the start: pointers at every path of every commit, contents beside, the rest untouched', async () => {
  const path = await begin('in');
  const chosen = await engine.api('PATCH', '/repos/acme/in/import/lfs', { use_lfs: 'opt_in' });
  expect(chosen).toMatchObject({ status: 200, body: { use_lfs: 'opt_in' } });
  const report = await finished('in');
  expectPointers(path);
  git(path, ['fsck', '--strict']);
  expect(git(path, ['rev-parse', 'refs/tags/old'])).toBe(git(source, ['rev-parse', 'refs/tags/old']));
  expect(git(path, ['cat-file', '-t', 'v1'])).toBe('tag');
  expect(filtered(path, 'v1').sort()).toEqual(['again*[x] y.bin', 'deep/er/big', 'only/here/big.bin']);
  expect(filtered(path, 'main').sort()).toEqual(['again*[x] y.bin', 'deep/er/big']);
  expect(filtered(path, 'früher')).toEqual(['größe ä.bin']);
  expect(filtered(path, 'side')).toEqual(['only/here/big.bin']);
  expect(git(path, ['show', 'main:.gitattributes']).split('\n')[0]).toBe('*.txt text');
  expect(lfsObjects(path)).toHaveLength(3);
  expect(finding(report, 'large_files_in_lfs')).toMatchObject({ severity: 'info', count: 5 });
  // No large blob is left in the packs.
  const sizes = git(path, ['cat-file', '--batch-all-objects', '--batch-check=%(objectsize)']).split('\n').map(Number);
  expect(Math.max(...sizes)).toBe(LIMIT);
  const files = await engine.api('GET', '/repos/acme/in/import/large_files');
  expect(files.body.map((file: { size: number }) => file.size)).toEqual([LIMIT + 3, LIMIT + 2, LIMIT + 1]);
});

test('the choice changed after completion: left out everywhere, empty folders too, and back again', async () => {
  const path = join(engine.folder, 'repositories/acme/in.git');
  const pointers = git(path, ['rev-parse', 'main']);
  const changed = await engine.api('PATCH', '/repos/acme/in/import/lfs', { use_lfs: 'opt_out' });
  expect(changed.body).toMatchObject({ use_lfs: 'opt_out', status: 'mapping' });
  const report = await finished('in');
  const before = allFiles(source);
  for (const [name, what] of before) if (sizeOf(source, what.split(' ')[1] ?? '') > LIMIT) before.delete(name);
  expect(allFiles(path)).toEqual(before);
  expect(git(path, ['rev-list', '--count', '--all'])).toBe(git(source, ['rev-list', '--count', '--all']));
  expect(git(path, ['ls-tree', '--name-only', 'side'])).toBe('deep\nedge.bin\nreadme.txt');
  expect(existsSync(join(path, 'lfs'))).toBe(false);
  git(path, ['fsck', '--strict']);
  expect(finding(report, 'large_files_removed')).toMatchObject({
    severity: 'warning',
    count: 5,
    examples: expect.arrayContaining([expect.stringMatching(/^größe ä\.bin \(/)]),
  });
  await engine.api('PATCH', '/repos/acme/in/import/lfs', { use_lfs: 'opt_in' });
  await finished('in');
  expect(git(path, ['rev-parse', 'main'])).toBe(pointers);
  expectPointers(path);
  expect(lfsObjects(path)).toHaveLength(3);
});

test('undecided files stay and are warned of; a choice before the release applies with mapped authors', async () => {
  const path = await begin('held', { hold_before_push: true });
  await engine.importIn('held', ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
  await engine.api('PATCH', '/repos/acme/held/import', { hold_before_push: false });
  const report = await finished('held');
  expect(finding(report, 'large_files_kept')).toMatchObject({ severity: 'warning', count: 3 });
  expect(git(path, ['rev-parse', 'main'])).toBe(git(source, ['rev-parse', 'main']));

  const mapped = await begin('mapped', { hold_before_push: true });
  await engine.importIn('mapped', ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
  const authors = (await engine.api('GET', '/repos/acme/mapped/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/mapped/import/authors/${authors[0].id}`, { name: 'Bob', email: 'bob@x.org' });
  await engine.api('PATCH', '/repos/acme/mapped/import/lfs', { use_lfs: 'opt_in' });
  await engine.api('PATCH', '/repos/acme/mapped/import', { hold_before_push: false });
  await finished('mapped');
  expectPointers(mapped);
  expect(new Set(git(mapped, ['log', '--all', '--format=%ae %ce']).split('\n'))).toEqual(
    new Set(['bob@x.org bob@x.org']),
  );
});

test('a shallow source whose oldest commit has a large file', async () => {
  const shallow = join(sources, 'shallow.git');
  git(sources, ['clone', '--quiet', '--bare', '--depth=1', '--branch=side', `file://${encodeURI(source)}`, shallow]);
  const path = await begin('shallow', { vcs_url: shallow });
  await engine.api('PATCH', '/repos/acme/shallow/import/lfs', { use_lfs: 'opt_in' });
  await finished('shallow');
  git(path, ['fsck']);
  expect(filtered(path, 'side')).toEqual(['only/here/big.bin']);
});

/** A root that is also a folder, nothing but a large file, attributes that are none, names with every odd character. */
function awkwardHistory(): Buffer {
  const history = new History();
  const big = history.blob(noise(4, LIMIT + 4));
  const attributes = history.blob(Buffer.alloc(LIMIT + 1, '# '));
  history.commit('main', 'alone', [`M 100644 :${big} big`]);
  history.commit('main', 'below', ['deleteall', `M 100644 :${big} sub/big`, `M 100644 :${big} sub.a`]);
  history.commit('main', 'both', [
    `M 100644 :${big} big`,
    `M 100644 :${big} "a\\nb\\t\\"c\\\\d"`,
    `M 100644 :${big} #!x`,
  ]);
  history.commit('main', 'link', ['M 120000 inline .gitattributes\ndata 3\nsub']);
  history.commit('main', 'large attributes', [`M 100644 :${attributes} .gitattributes`]);
  history.commit('main', 'folder', ['D .gitattributes', `M 100644 :${big} .gitattributes/big`]);
  return history.end();
}

/** What the awkward source itself has wrong is not asked after. */
function expectSound(path: string): void {
  git(path, ['fsck', '--connectivity-only']);
  for (const id of git(path, ['log', '--all', '--format=%H']).split('\n')) {
    const names = git(path, ['ls-tree', '-z', '--name-only', id]).split('\0');
    expect(new Set(names).size).toBe(names.length);
  }
}

test('awkward histories: converted, left out, and with tags of a tree and a blob', async () => {
  const awkward = makeGitSource(sources, 'awkward.git', awkwardHistory());
  const text = git(awkward, ['cat-file', 'commit', 'main']).replace('\n\nfolder', '\ngpgsig none\n\nsigned\n');
  git(awkward, [
    'update-ref',
    'refs/heads/signed',
    git(awkward, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input: text }),
  ]);
  const path = await begin('awkward', { vcs_url: awkward });
  await engine.api('PATCH', '/repos/acme/awkward/import/lfs', { use_lfs: 'opt_in' });
  const report = await finished('awkward');
  expectPointers(path, awkward);
  expectSound(path);
  expect(filtered(path, 'main~3').sort()).toEqual(['#!x', 'a\nb\t"c\\d', 'big', 'sub.a', 'sub/big']);
  expect(git(path, ['ls-tree', 'main~2', '.gitattributes'])).toMatch(/^120000/);
  expect(sizeOf(path, 'main~1:.gitattributes')).toBe(LIMIT + 1);
  expect(finding(report, 'signature_dropped')).toMatchObject({ count: 1 });
  expect(git(path, ['cat-file', 'commit', 'signed'])).not.toContain('gpgsig');
  expect(finding(report, 'lfs_attributes_not_written')).toMatchObject({ severity: 'warning' });

  await engine.api('PATCH', '/repos/acme/awkward/import/lfs', { use_lfs: 'opt_out' });
  await finished('awkward');
  expect([...allFiles(path).keys()]).toEqual(['link: .gitattributes']);
  expect(git(path, ['rev-list', '--count', 'main'])).toBe('6');
  expectSound(path);

  // A commit's tree is what it became; a blob that somebody named stays.
  git(awkward, ['tag', 'tree', 'main~5^{tree}']);
  git(awkward, ['tag', 'blob', 'main~5:big']);
  const tagged = await begin('tagged', { vcs_url: awkward });
  await engine.api('PATCH', '/repos/acme/tagged/import/lfs', { use_lfs: 'opt_out' });
  await finished('tagged');
  expect(git(tagged, ['rev-parse', 'tree'])).toBe(git(tagged, ['rev-parse', 'main~5^{tree}']));
  expect(sizeOf(tagged, 'blob')).toBe(LIMIT + 4);
  expectSound(tagged);
});

test('other values than the two choices are refused; without an import there is nothing', async () => {
  for (const use_lfs of ['undecided', 'yes', 1, null, undefined]) {
    expect((await engine.api('PATCH', '/repos/acme/in/import/lfs', { use_lfs })).status).toBe(422);
  }
  expect((await engine.api('PATCH', '/repos/acme/none/import/lfs', { use_lfs: 'opt_in' })).status).toBe(404);
  expect((await engine.api('GET', '/repos/acme/none/import/large_files')).status).toBe(404);
});

test('a conversion that is cut off goes on at the next start; a cancelled one leaves what was published', async () => {
  const path = await begin('cut');
  await finished('cut');
  const leftOver = join(
    engine.folder,
    'imports',
    `${(await engine.api('GET', '/repos/acme/cut/import')).body.id}`,
    'lfs/objects',
  );
  mkdirSync(leftOver, { recursive: true });
  writeFileSync(join(leftOver, 'unfinished-one'), 'x');
  await engine.api('PATCH', '/repos/acme/cut/import/lfs', { use_lfs: 'opt_in' });
  await engine.restart();
  await finished('cut');
  expectPointers(path);
  expect(readdirSync(leftOver).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  await engine.api('PATCH', '/repos/acme/cut/import/lfs', { use_lfs: 'opt_out' });
  expect((await engine.api('DELETE', '/repos/acme/cut/import')).status).toBe(204);
  git(path, ['fsck', '--connectivity-only']);
  expect(git(path, ['rev-list', '--count', '--all'])).toBe(git(source, ['rev-list', '--count', '--all']));
});

test('a repository that a migration locks is not rewritten', async () => {
  const path = join(engine.folder, 'repositories/acme/in.git');
  const before = git(path, ['rev-parse', 'main']);
  const { migration } = await exportAll(engine, ['in'], { lock_repositories: true });
  expect(migration.state).toBe('exported');
  const refused = await engine.api('PATCH', '/repos/acme/in/import/lfs', { use_lfs: 'opt_out' });
  expect(refused.status).toBe(403);
  expect((await engine.api('GET', '/repos/acme/in/import')).body.use_lfs).toBe('opt_in');
  expect(git(path, ['rev-parse', 'main'])).toBe(before);
});

test('patterns stand for one path; lines are added once', () => {
  expect(attributesPattern('a')).toBe('/a');
  expect(attributesPattern('!#"/b *?[c]\\\t')).toBe('/!#"/b[[:space:]]\\*\\?\\[c]\\\\[[:space:]]');
  const once = addLfsLines('*.c text\r\n# end', ['x']);
  expect(once).toBe('*.c text\r\n# end\n/x filter=lfs diff=lfs merge=lfs -text\n');
  expect(addLfsLines(once, ['x'])).toBe(once);
});
