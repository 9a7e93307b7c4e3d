/** Repositories that are not of the usual kind come back as they were, and a second export is the same. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { pointerText } from '../../lfs/convert/lfs-objects.ts';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, refsOf } from '../../testing/git-sources.ts';
import { archiveOf, exportAll } from '../../testing/migrations.ts';
import { makeSample } from '../testing/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry odd '));
const engines: TestEngine[] = [];
afterAll(async () => {
  for (const engine of engines) await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function restored(archive: string): Promise<TestEngine> {
  const engine = await startTestEngine(undefined, {}, null);
  engines.push(engine);
  const restore = await restoreOpened(engine, await openArchive(engine, archive));
  expect(restore.error_message).toBeNull();
  return engine;
}

test('SHA-256, a detached HEAD, symbolic and hidden refs, a shallow history, large files, pushed when', async () => {
  const content = 'a large file';
  const oid = createHash('sha256').update(content).digest('hex');
  const lfs = `lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
  const sample = makeSample(folder, 'odd', {
    issues: 3,
    before: (root) => {
      const gadgets = join(root, 'repositories/acme/gadgets.git');
      rmSync(gadgets, { recursive: true });
      git(root, ['init', '-q', '--bare', '--template=', '--object-format=sha256', '--initial-branch=trunk', gadgets]);
      git(gadgets, ['-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet', '--done'], {
        input: historyStream(7).replaceAll('refs/heads/main', 'refs/heads/trunk'),
      });
      const widgets = join(root, 'repositories/acme/widgets.git');
      git(widgets, ['update-ref', 'refs/pull/3/head', 'topic']);
      git(widgets, ['update-ref', 'refs/heads/grün/ähre', 'main']);
      git(widgets, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/heads/topic']);
      git(widgets, ['update-ref', '--no-deref', 'HEAD', git(widgets, ['rev-parse', 'main'])]);
      mkdirSync(dirname(join(widgets, lfs)), { recursive: true });
      writeFileSync(join(widgets, lfs), content);
      const pointer = pointerText({ oid, size: content.length });
      git(widgets, ['fast-import', '--quiet', '--done'], {
        input: `commit refs/heads/large\ncommitter A <a@example.org> 1 +0000\ndata 1\nx\nM 100644 inline f\ndata ${pointer.length}\n${pointer}\ndone\n`,
      });
      writeFileSync(join(widgets, 'info/last-sync'), '2021-02-03T04:05:06');
      const wiki = join(root, 'repositories/acme/widgets.wiki.git');
      writeFileSync(join(wiki, 'shallow'), `${git(wiki, ['rev-parse', 'main'])}\n`);
    },
  });
  const source = (name: string) => join(sample.folder, `repositories/acme/${name}.git`);
  const first = await restored(sample.archive);
  const here = (name: string) => join(first.folder, `repositories/acme/${name}.git`);
  for (const name of ['widgets', 'gadgets', 'widgets.wiki']) {
    expect(refsOf(here(name)), name).toBe(refsOf(source(name)));
    git(here(name), ['fsck', '--full']);
  }
  expect(git(here('gadgets'), ['rev-parse', '--show-object-format'])).toBe('sha256');
  expect(readFileSync(join(here('widgets'), 'HEAD'))).toEqual(readFileSync(join(source('widgets'), 'HEAD')));
  expect(git(here('widgets'), ['symbolic-ref', 'refs/remotes/origin/HEAD'])).toBe('refs/heads/topic');
  expect(readFileSync(join(here('widgets'), lfs), 'utf8')).toBe(content);
  expect(git(here('widgets.wiki'), ['log', '--format=%H', 'main']).split('\n')).toHaveLength(1);
  expect((await first.api('GET', '/repos/acme/widgets')).body.pushed_at).toBe('2021-02-03T04:05:06Z');

  const archives: Buffer[] = [];
  let engine = first;
  for (let round = 0; round < 2; round++) {
    const { migration } = await exportAll(engine, ['widgets', 'gadgets']);
    expect(migration.error_message).toBeNull();
    archives.push(readFileSync(archiveOf(engine, migration)));
    if (round === 0) engine = await restored(archiveOf(engine, migration));
  }
  expect(archives[0]?.equals(archives[1] as Buffer)).toBe(true);
});

test('a history that ends early, and large files that are not in the archive, are told', async () => {
  const pointer = (digit: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 123456\n`;
  const sample = makeSample(folder, 'not whole', {
    issues: 2,
    before: (root) => {
      const wiki = join(root, 'repositories/acme/widgets.wiki.git');
      writeFileSync(join(wiki, 'shallow'), `${git(wiki, ['rev-parse', 'main'])}\n`);
      const files = {
        'a.bin': pointer('a'),
        'again.bin': pointer('a'),
        'b.bin': pointer('b'),
        '.gitattributes': '*.bin filter=lfs\n',
      };
      const stream = Object.entries(files).map(([n, text]) => `M 100644 inline ${n}\ndata ${text.length}\n${text}\n`);
      git(join(root, 'repositories/acme/gadgets.git'), ['fast-import', '--quiet', '--done'], {
        input: `commit refs/heads/large\ncommitter Ada <ada@example.org> 1577836800 +0000\ndata 1\nx\n${stream.join('')}done\n`,
      });
    },
  });
  const engine = await startTestEngine(undefined, {}, null);
  engines.push(engine);
  const inspection = await openArchive(engine, sample.archive);
  const early =
    'The history of acme/widgets.wiki ends early: the archive holds it without its older commits (shallow).';
  const { body: problems } = await engine.api('GET', `/inspections/${inspection.id}/problems`);
  expect(problems).toMatchObject([{ kind: 'git', severity: 'warning', text: early }]);
  const { summary } = await restoreOpened(engine, inspection);
  expect(summary.notes).toContain(early);
  expect(summary.notes).toContain(
    '2 large files (Git LFS) of acme/gadgets are not in the archive, only pointers to them. Send them with "git lfs push --all" from a clone that has them.',
  );
  expect(summary.notes.filter((note: string) => note.includes('Git LFS'))).toHaveLength(1);
});

test('what a crash, a file manager and the tar of macOS leave among the refs is no ref, and is told', async () => {
  const left = ['.DS_Store', '._HEAD', 'refs/.DS_Store', 'refs/heads/._main', 'refs/heads/fix.lock', 'refs/tags/._x/y'];
  const sample = makeSample(folder, 'left among refs', {
    issues: 2,
    before: (root) => {
      for (const name of left) {
        const path = join(root, 'repositories/acme/widgets.git', name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, `${'a'.repeat(40)}\n`);
      }
    },
  });
  const engine = await startTestEngine(undefined, {}, null);
  engines.push(engine);
  const inspection = await openArchive(engine, sample.archive);
  const { body: shown } = await engine.api('GET', `/inspections/${inspection.id}/repositories`);
  const restore = await restoreOpened(engine, inspection);
  expect(restore.error_message).toBeNull();
  expect(restore.summary.notes).toContainEqual(
    expect.stringMatching(/^Files of 1 repository that are no Git data were left out, such as acme\/widgets\.git\//),
  );
  const source = refsOf(join(sample.folder, 'repositories/acme/widgets.git'));
  expect(refsOf(join(engine.folder, 'repositories/acme/widgets.git'))).toBe(source);
  const widgets = shown.find((each: { full_name: string }) => each.full_name === 'acme/widgets');
  expect(widgets.branches).toHaveLength(source.split('\n').filter((line) => line.includes('refs/heads/')).length);
});

test('a symbolic ref whose branch is gone is left out and told: what it leads to is in no archive', async () => {
  const sample = makeSample(folder, 'dangling', {
    issues: 2,
    before: (root) => {
      const widgets = join(root, 'repositories/acme/widgets.git');
      git(widgets, ['symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main']);
      git(widgets, ['symbolic-ref', 'refs/remotes/other/HEAD', 'refs/heads/topic']);
    },
  });
  const engine = await restored(sample.archive);
  const widgets = join(engine.folder, 'repositories/acme/widgets.git');
  expect(refsOf(widgets)).toBe(refsOf(join(sample.folder, 'repositories/acme/widgets.git')));
  expect(git(widgets, ['symbolic-ref', 'refs/remotes/other/HEAD'])).toBe('refs/heads/topic');
  git(widgets, ['fsck', '--full', '--strict']);
  const [restore] = (await engine.api('GET', '/restores')).body;
  expect(restore.summary.notes).toContain(
    'Refs of 1 repository that lead to another one, which is not there, were left out, such as acme/widgets.git/refs/remotes/origin/HEAD.',
  );
});

test('a large file that is not what its name says is refused', async () => {
  const sample = makeSample(folder, 'damaged large file', {
    issues: 3,
    before: (root) => {
      const path = join(root, `repositories/acme/widgets.git/lfs/objects/aa/bb/aabb${'0'.repeat(60)}`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'x');
    },
  });
  const engine = await startTestEngine(undefined, {}, null);
  engines.push(engine);
  const restore = await restoreOpened(engine, await openArchive(engine, sample.archive));
  expect(restore.error_message).toMatch(/^The large file aabb0+ of the repository acme\/widgets is damaged/);
});

test('a repository of which the archive does not say who may read it becomes a private one', async () => {
  const archive = makeSample(folder, 'unsaid', {
    issues: 3,
    change: (records) => {
      const [widgets, gadgets] = records.get('repositories') ?? [];
      delete widgets?.private;
      Object.assign(gadgets as object, { private: 'yes' });
    },
  });
  const engine = await restored(archive.archive);
  const [inspection] = (await engine.api('GET', '/inspections')).body;
  const { body: shown } = await engine.api('GET', `/inspections/${inspection.id}/repositories`);
  expect(shown.map((each: { private: boolean }) => each.private)).toEqual([true, true]);
  const { body: made } = await engine.api('GET', '/user/repos');
  expect(made.map((each: { private: boolean }) => each.private)).toEqual([true, true]);
});

test('a default branch of a name that no branch can have: HEAD says which it is, or it is main', async () => {
  const archive = makeSample(folder, 'odd branches', {
    issues: 3,
    change: (records) => {
      for (const repository of records.get('repositories') ?? [])
        repository.default_branch = 'main\nref: refs/heads/../x';
    },
    before: (root) => {
      const [widgets, gadgets] = ['widgets', 'gadgets'].map((name) => join(root, `repositories/acme/${name}.git/HEAD`));
      writeFileSync(widgets as string, 'ref: refs/heads/topic\n');
      rmSync(gadgets as string);
    },
  });
  const engine = await restored(archive.archive);
  const branches = async () =>
    (await engine.api('GET', '/user/repos')).body.map((each: { name: string; default_branch: string }) => [
      each.name,
      each.default_branch,
    ]);
  expect(new Map(await branches())).toEqual(
    new Map([
      ['widgets', 'topic'],
      ['gadgets', 'main'],
    ]),
  );
  expect(readFileSync(join(engine.folder, 'repositories/acme/gadgets.git/HEAD'), 'utf8')).toBe(
    'ref: refs/heads/main\n',
  );
  // Earlier versions took any name; a start that misses the folder makes an empty repository all the same.
  await engine.service.close();
  const rows = new Database(join(engine.folder, 'gantry.sqlite'));
  rows.exec("UPDATE repositories SET default_branch = '../x' WHERE name = 'widgets'");
  rows.close();
  rmSync(join(engine.folder, 'repositories/acme/widgets.git'), { recursive: true });
  await engine.restart();
  expect(readFileSync(join(engine.folder, 'repositories/acme/widgets.git/HEAD'), 'utf8')).toBe(
    'ref: refs/heads/main\n',
  );
});
