import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import { detect } from '../detection.ts';
import { gitSource } from '../git/index.ts';
import { repositoryAround } from './repository-around.ts';
import { reasonAt } from './what-lies-there.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry things '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = async (path: string) => (await reasonAt({ url: path, scheme: 'path' }, []))?.key;

function file(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('what is made of a repository is told with the way back to one', async () => {
  const svn = makeSvnSource(folder, 'svn', projectHistory('', 2));
  const dump = execFileSync('svnadmin', ['dump', '--quiet', svn]);
  expect(await keyOf(file('dump', dump))).toBe('address.svn_dump');
  expect(await keyOf(file('dump.gz', gzipSync(dump)))).toBe('address.packed');
  const source = makeGitSource(folder, 'git', historyStream(2));
  for (const more of [[], ['--use-done-feature']]) {
    expect(await keyOf(file('stream', git(source, ['fast-export', '--all', ...more])))).toBe('address.git_stream');
  }
  const tar = join(folder, 'source.zip');
  execFileSync('git', ['--git-dir', source, 'archive', '--format=zip', '--output', tar, 'main']);
  expect(await keyOf(tar)).toBe('address.packed');
  execFileSync('svn', ['checkout', '--quiet', `file://${encodeURI(svn)}`, join(folder, 'checkout')]);
  expect(await keyOf(join(folder, 'checkout'))).toBe('address.svn_checkout');
});

test('a folder of a repository, or of a checkout, is told with the one that it lies in', async () => {
  const svn = makeSvnSource(folder, 'svn around', projectHistory('', 2));
  const bare = makeGitSource(folder, 'git around', historyStream(2));
  const project = join(folder, 'project around');
  const around = async (path: string) => {
    const failure = await repositoryAround({ url: path, scheme: 'path' });
    return [failure?.key, failure?.parameters.path ?? failure?.parameters.url];
  };
  for (const name of ['.hg/store', 'src/deep']) {
    mkdirSync(join(project, name), { recursive: true });
    writeFileSync(join(project, name, 'file'), '');
  }
  const within = 'address.within_repository';
  expect(await around(join(project, 'src/deep'))).toEqual([within, project]);
  expect(await around(join(project, '.hg'))).toEqual([within, project]);
  expect(await around(join(bare, 'objects'))).toEqual([within, bare]);
  expect(await around(join(svn, 'db'))).toEqual([within, svn]);
  const checkout = join(folder, 'checkout around');
  mkdirSync(join(checkout, '.svn'), { recursive: true });
  mkdirSync(join(checkout, 'lib'));
  writeFileSync(join(checkout, 'lib/file'), '');
  expect(await around(join(checkout, 'lib'))).toEqual(['address.svn_checkout', checkout]);
  const context = { credentials: null, signal: new AbortController().signal, privateFolder: folder };
  const empty = join(project, 'src/empty');
  mkdirSync(empty);
  const found = await detect({ url: empty, scheme: 'path' }, [gitSource], context as never);
  expect(found).toMatchObject({ kind: 'nothing', failure: { key: within, parameters: { path: project } } });
});

test('a checkout of Subversion is told with the address that it comes from', async () => {
  const svn = makeSvnSource(folder, 'svn origin', projectHistory('', 2));
  const checkout = join(folder, 'checkout @ 100%');
  execFileSync('svn', ['checkout', '--quiet', `file://${encodeURI(svn)}/trunk`, checkout]);
  mkdirSync(join(checkout, 'unversioned'));
  const context = { credentials: null, signal: new AbortController().signal, privateFolder: folder };
  for (const url of [checkout, join(checkout, 'unversioned')]) {
    expect(await detect({ url, scheme: 'path' }, [gitSource], context as never)).toMatchObject({
      failure: { key: 'address.svn_checkout_of', parameters: { origin: `file://${encodeURI(svn)}/trunk` } },
    });
  }
  rmSync(join(checkout, '.svn/wc.db'));
  expect(await detect({ url: checkout, scheme: 'path' }, [gitSource], context as never)).toMatchObject({
    failure: { key: 'address.svn_checkout' },
  });
});

test('a checkout whose repository is elsewhere, and not there, is told with where it was', async () => {
  const of = async (name: string, gitdir: string) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, '.git'), `gitdir: ${gitdir}\n`);
    return (await reasonAt({ url: join(folder, name), scheme: 'path' }, []))?.parameters;
  };
  expect(await of('worktree', '/gone/shop/.git/worktrees/fix')).toMatchObject({ path: '/gone/shop' });
  expect(await of('submodule', '../.git/modules/lib')).toMatchObject({
    path: join(folder, '.git/modules/lib'),
  });
  expect(await of('bare', '/gone/shop.git/worktrees/fix')).toMatchObject({ path: '/gone/shop.git' });
  expect(await of('windows', 'C:/Users/ann/shop/.git/worktrees/fix')).toMatchObject({ path: 'C:/Users/ann/shop' });
  expect(await of('there', folder)).toBeUndefined();
});

test('systems that cannot be imported from are named, and what is nobody’s is not', async () => {
  for (const [name, system] of [
    ['CVSROOT', 'CVS'],
    ['.bzr', 'Bazaar'],
    ['_darcs', 'Darcs'],
  ] as const) {
    const path = join(folder, system);
    mkdirSync(join(path, name), { recursive: true });
    const failure = await reasonAt({ url: path, scheme: 'path' }, []);
    expect(failure).toMatchObject({ key: 'address.other_system', parameters: { system } });
  }
  mkdirSync(join(folder, 'workspace/$tf'), { recursive: true });
  expect(await keyOf(join(folder, 'workspace'))).toBe('address.tfvc_workspace');
  expect(await keyOf(file('text', 'blobs of text\n'))).toBe('address.plain_file');
  expect(await keyOf(file('brotli', brotliCompressSync('text')))).toBe('address.plain_file');
  expect(await keyOf(file('nothing', ''))).toBe('address.plain_file');
  mkdirSync(join(folder, 'other/src'), { recursive: true });
  expect(await keyOf(join(folder, 'other'))).toBeUndefined();
});
