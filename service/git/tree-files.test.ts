import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TreeFile, TreeFiles } from './tree-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tree-files-'));
  git('init', '-q', '--bare', '--initial-branch=main', '.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder }).toString();

function stream(input: string): void {
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: folder, input });
}

/** As git itself lists them, but for the order. */
function listed(tree: string) {
  return git('ls-tree', '-r', '-l', '-z', '--full-tree', tree)
    .split('\0')
    .flatMap((line) => {
      const [, mode = '', oid = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
      return path === '' ? [] : [{ path, mode, oid, size: size === '-' ? 0 : Number(size) }];
    })
    .sort(byPath);
}

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
const sorted = async (files: Promise<TreeFile[]>) => (await files).sort(byPath);

const file = (path: string, text: string, mode = '100644') =>
  `M ${mode} inline "${path}"\ndata ${Buffer.byteLength(text)}\n${text}\n`;

const commit = (ref: string, body: string) => `commit ${ref}\ncommitter a <a@b> 1 +0000\ndata 1\nx\n${body}\n`;

it('lists the files of commits, tags and trees as git does, many at once', async () => {
  const many = Array.from({ length: 300 }, (_, i) => file(`many/${i % 7}/f${i}`, `${i}\n`.repeat(i))).join('');
  const other = `M 160000 ${'1'.repeat(40)} sub\n`;
  stream(
    commit(
      'refs/heads/main',
      `${file('ä \\"b\\"\\n', 'one')}${file('run', '', '100755')}${file('l', 'run', '120000')}`,
    ) +
      commit('refs/heads/more', `from refs/heads/main\n${many}${other}`) +
      commit('refs/heads/again', `from refs/heads/more\n${file('many/3/f3', 'other')}`) +
      `tag v1\nfrom refs/heads/again\ntagger a <a@b> 1 +0000\ndata 1\nx\n` +
      commit('refs/heads/empty', `from refs/heads/main\ndeleteall\n`),
  );
  const trees = ['refs/heads/main', 'refs/heads/more', 'refs/tags/v1', 'refs/heads/empty'];
  trees.push(git('rev-parse', 'refs/heads/again').trim(), git('rev-parse', 'refs/heads/more:many').trim());
  const files = new TreeFiles(folder, new AbortController().signal);
  const found = await Promise.all(trees.map((tree) => sorted(files.of(tree))));
  expect(found).toEqual(trees.map(listed));
  expect(found.map((list) => list.length)).toEqual([3, 304, 304, 0, 304, 300]);
  expect(await sorted(files.of('refs/heads/more'))).toEqual(listed('refs/heads/more'));
  const bytes = new TreeFiles(folder, new AbortController().signal, 'latin1');
  const names = (await bytes.of('refs/heads/main')).map(({ path }) => Buffer.from(path, 'latin1').toString());
  expect(names).toEqual(['l', 'run', 'ä "b"\n']);
  await bytes.close();
  await files.close();
});

it('says what git cannot read, to whoever asks then and later', async () => {
  stream(commit('refs/heads/main', file('a', 'one')));
  const files = new TreeFiles(folder, new AbortController().signal);
  const asked = [files.of('refs/heads/gone'), files.of('refs/heads/main')];
  const ends = await Promise.allSettled(asked);
  expect(ends[0]).toMatchObject({ status: 'rejected', reason: { key: 'repository.not_read_back' } });
  await expect(files.of('refs/heads/main')).rejects.toMatchObject({ key: 'repository.not_read_back' });
  await expect(files.close()).rejects.toMatchObject({ key: 'repository.not_read_back' });
});

it('ends with who asked', async () => {
  const abort = new AbortController();
  const files = new TreeFiles(folder, abort.signal);
  abort.abort();
  // Git may have answered before it heard of that.
  await files.of('refs/heads/main').catch((error: unknown) => expect(error).toMatchObject({ kind: 'cancelled' }));
  await expect(files.close()).rejects.toMatchObject({ kind: 'cancelled' });
});

it('answers more questions at once than it remembers', async () => {
  const folders = Array.from({ length: 2500 }, (_, i) => file(`of/${i}/f`, `${i}\n`)).join('');
  stream(commit('refs/heads/folders', folders));
  const files = new TreeFiles(folder, new AbortController().signal);
  const [one, other] = await Promise.all([
    sorted(files.of('refs/heads/folders')),
    sorted(files.of(git('rev-parse', 'refs/heads/folders:of').trim())),
  ]);
  expect(one).toEqual(listed('refs/heads/folders'));
  expect(other).toEqual(listed('refs/heads/folders:of'));
  await files.close();
});
