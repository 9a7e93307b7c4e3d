/** Folders of repositories, made with the tools themselves. */
import { execFileSync } from 'node:child_process';
import { chmodSync, promises as files, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { NOBODY, withSecondUser } from '../../testing/second-user.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import { detect } from '../detection.ts';
import { sourcesFor } from '../index.ts';
import { namesAmong } from '../listed-repositories.ts';
import { repositoriesIn } from './repositories-in.ts';

const root = mkdtempSync(join(tmpdir(), 'gantry many '));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const { signal } = new AbortController();
const sources = sourcesFor('path');

function folderOf(name: string): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

async function pathsIn(folder: string): Promise<[string, string | null][]> {
  const { repositories } = await repositoriesIn(folder, sources, signal);
  return repositories.map(({ url, vcs }) => [url.slice(folder.length + 1), vcs]);
}

test('repositories of each system are found in the folders of a server, each once', async () => {
  const server = folderOf('server');
  const bare = makeGitSource(folderOf('server/git/team'), 'tool.git', historyStream(2));
  makeSvnSource(folderOf('server/svn'), 'books', projectHistory('', 2));
  execFileSync('hg', ['init', join(folderOf('server/hg'), 'notes')]);
  const checkout = join(server, 'work/tool');
  git(bare, ['clone', '--quiet', bare, checkout]);
  execFileSync('git', ['-C', checkout, 'worktree', 'add', '--quiet', '--detach', join(server, 'work/beside')]);
  execFileSync('svn', [
    'checkout',
    '--quiet',
    `file://${encodeURI(join(server, 'svn/books'))}`,
    join(server, 'work/co'),
  ]);
  execFileSync('git', ['--git-dir', bare, 'bundle', 'create', '--quiet', join(server, 'old.bundle'), '--all']);
  writeFileSync(join(server, 'other.bundle'), 'no bundle');
  // In a circle, and a second way to what is there.
  symlinkSync(server, join(server, 'work/round'));
  symlinkSync(join(server, 'svn'), join(server, 'zz-again'));
  makeGitSource(folderOf('server/.cache'), 'fetched.git', historyStream(1));
  expect(await pathsIn(server)).toEqual([
    ['git/team/tool.git', 'git'],
    ['hg/notes', 'mercurial'],
    ['old.bundle', 'git'],
    ['svn/books', 'subversion'],
    ['work/tool', 'git'],
  ]);
});

test('what lies in the folder is named by its own path, whatever links lead to it', async () => {
  const folder = folderOf('linked');
  for (let index = 0; index < 20; index++) {
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, `m/deep/${index}.git`)]);
    symlinkSync(join(folder, `m/deep/${index}.git`), join(folder, `${index % 2 === 0 ? 'a' : 'z'}${index}`));
  }
  expect((await pathsIn(folder)).map(([path]) => path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `m/deep/${index}.git`),
  );
});

test('a checkout of two systems at once is left for a look to tell', async () => {
  const folder = folderOf('two');
  execFileSync('git', ['init', '--quiet', join(folder, 'both')]);
  execFileSync('hg', ['init', join(folder, 'both')]);
  expect(await pathsIn(folder)).toEqual([['both', null]]);
});

test('not every folder of a large disk is looked into, and that is said', async () => {
  const folder = folderOf('large');
  for (let index = 0; index < 40; index++) mkdirSync(join(folder, `a${index}`));
  execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'a0/first.git')]);
  const some = await repositoriesIn(folder, sources, signal, { most: 30 });
  expect(some).toMatchObject({ repositories: [], mayBeMore: true });
  const all = await repositoriesIn(folder, sources, signal, { most: 100 });
  expect(all).toMatchObject({ repositories: [{ url: join(folder, 'a0/first.git'), vcs: 'git' }], mayBeMore: false });
});

test('a share that answers slowly, or never, is told by what was found until then', async () => {
  const folder = folderOf('far away');
  for (const name of ['near.git', 'far/away.git'])
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, name)]);
  const enough = new AbortController();
  const { readdir } = files;
  // The look at what lies there has begun by then.
  vi.spyOn(files, 'readdir').mockImplementation((async (path: string, options: { withFileTypes: true }) => {
    if (path === join(folder, 'far')) {
      enough.abort();
      return await new Promise(() => undefined);
    }
    return await readdir(path, options);
  }) as never);
  const { repositories, mayBeMore } = await repositoriesIn(folder, sources, signal, { enough: enough.signal });
  vi.restoreAllMocks();
  expect(mayBeMore).toBe(true);
  expect(repositories.every(({ url }) => url === join(folder, 'near.git'))).toBe(true);
});

test.runIf(process.platform === 'linux')(
  'what has a name that is no text is told, and not as if nothing were there',
  async () => {
    const folder = folderOf('latin');
    const named = (text: string) => Buffer.from(join(folder, text), 'latin1');
    mkdirSync(named('caf\u00e9.git'));
    const context = { credentials: null, signal, privateFolder: root } as never;
    const look = () => detect({ url: folder, scheme: 'path' }, sources, context);
    expect(await look()).toMatchObject({ failure: { key: 'address.names_no_text', parameters: { count: 1 } } });
    writeFileSync(named('na\u00efve.bundle'), '');
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'plain.git')]);
    expect(await look()).toMatchObject({ failure: { key: 'address.is_list', parameters: { nameless: 2 } } });
  },
);

test('where nothing was found and not everything looked into, that is said', async () => {
  const folder = folderOf('deep');
  mkdirSync(join(folder, ...'abcdefghijk'), { recursive: true });
  const context = { credentials: null, signal, privateFolder: root } as never;
  expect(await detect({ url: folder, scheme: 'path' }, sources, context)).toMatchObject({
    failure: { key: 'address.not_all_looked', parameters: { url: folder } },
  });
});

test('a look at such a folder names what lies in it', async () => {
  const folder = folderOf('looked at');
  for (let index = 0; index < 7; index++)
    execFileSync('git', ['init', '--quiet', '--bare', join(folder, `r${index}.git`)]);
  const context = { credentials: null, signal, privateFolder: root } as never;
  const look = (url: string) => detect({ url, scheme: url.startsWith('file:') ? 'file' : 'path' }, sources, context);
  const result = await look(folder);
  expect(result).toMatchObject({
    kind: 'nothing',
    failure: {
      key: 'address.is_list',
      parameters: { url: folder, repositories: ['r0.git', 'r1.git', 'r2.git', 'r3.git', 'r4.git'], more: 2 },
    },
  });
  expect(result.kind === 'nothing' && result.repositories?.length).toBe(7);
  expect(await look(`file://${encodeURI(folder)}`)).toMatchObject({ failure: { key: 'address.is_list' } });
  // Nothing there that anybody knows.
  writeFileSync(join(folderOf('plain'), 'a.txt'), 'x');
  expect(await look(join(root, 'plain'))).toMatchObject({ failure: { key: 'import.no_such_repository' } });
});

test('a repository that nobody can read is damaged, and none that lies in itself', async () => {
  const folder = folderOf('damaged');
  execFileSync('svnadmin', ['create', folder]);
  writeFileSync(join(folder, 'db/current'), '14\n');
  const context = { credentials: null, signal, privateFolder: root } as never;
  for (const url of [folder, `file://${encodeURI(folder)}`])
    expect(await detect({ url, scheme: url === folder ? 'path' : 'file' }, sources, context)).toMatchObject({
      failure: { key: 'subversion.damaged' },
    });
});

test.each([
  ['db/uuid', ''],
  ['db/format', '8\nlayout shraded 1000\n'],
  ['db/fs-type', 'fsxs\n'],
  ['db/current', null],
])('a repository of Subversion that does not open for its %s is told as one', async (file, text) => {
  const folder = folderOf(`closed by ${file.replace('/', ' ')}`);
  execFileSync('svnadmin', ['create', folder]);
  rmSync(join(folder, file));
  if (text !== null) writeFileSync(join(folder, file), text);
  const context = { credentials: null, signal, privateFolder: root } as never;
  const look = await detect({ url: folder, scheme: 'path' }, sources, context);
  const said = expect.stringMatching(text === 'fsxs\n' ? /Unknown FS type/ : file);
  expect(look).toMatchObject({ failure: { key: 'subversion.not_opened', parameters: { said } } });
});

withSecondUser('folders that may not be read are counted, and told where nothing else was found', async () => {
  const folder = folderOf('closed');
  mkdirSync(join(folder, 'shut'), { mode: 0o700 });
  chmodSync(folder, 0o755);
  const context = { credentials: null, signal, privateFolder: root } as never;
  process.seteuid?.(NOBODY);
  try {
    expect(await detect({ url: folder, scheme: 'path' }, [], context)).toMatchObject({
      failure: { key: 'address.not_readable', parameters: { path: join(folder, 'shut') } },
    });
  } finally {
    process.seteuid?.(0);
  }
  execFileSync('git', ['init', '--quiet', '--bare', join(folder, 'open.git')]);
  chmodSync(join(folder, 'open.git'), 0o755);
  process.seteuid?.(NOBODY);
  try {
    const found = await repositoriesIn(folder, sources, signal);
    expect(found).toMatchObject({ unreadable: [join(folder, 'shut')], repositories: [{ vcs: 'git' }] });
  } finally {
    process.seteuid?.(0);
  }
});

test('repositories that would be called alike are told apart by the way to them, or by a number', () => {
  const names = (...urls: string[]) => namesAmong(urls.map((url) => ({ url })));
  expect(names('/s/a/tool.git', '/s/b/tool', '/s/b/other.git')).toEqual(['a-tool', 'b-tool', null]);
  expect(names('https://h/hg/a%20b/app', 'https://h/hg/c/App')).toEqual(['a-b-app', 'c-App']);
  expect(names('https://x/app', 'https://y/app')).toEqual([null, 'app-2']);
  expect(names('/s/C# tools/one.git', '/s/C# tools/two')).toEqual([null, null]);
  expect(names('/s/tool', '/s/tool.git', '/s/a b.git', '/s/a-b.git')).toEqual([null, 'tool-2', null, 'a-b-2']);
  expect(names('/s/文档.git', '/s/инструмент.git')).toEqual([null, 'repository-2']);
  expect(names('/s/git', '/s/svn', '/s/p/git')).toEqual(['git', 'svn', null]);
  expect(names(`/s/${'d'.repeat(120)}/t`, `/s/${'d'.repeat(120)}e/t`)).toEqual([
    'd'.repeat(100),
    `${'d'.repeat(98)}-2`,
  ]);
  expect(namesAmong([])).toEqual([]);
});
