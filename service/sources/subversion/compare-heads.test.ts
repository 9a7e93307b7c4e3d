import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { TreeFiles } from '../../git/tree-files.ts';
import { serveSvn } from '../../testing/svn-sources.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { compareFiles } from './compare-files.ts';
import { compareHeads } from './compare-heads.ts';
import { serverOf } from './served-heads.ts';
import { importAll } from './testing/import-all.ts';
import { git, makeRepository } from './testing/oracle.ts';

let folder = '';
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-heads-'));
  server = await serveSvn(folder, [], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('another content of the same size, another mode, and a link that is none are different', async () => {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('branches');
    dump.file('trunk/a', 'same\n').file('trunk/run', 'run\n', { properties: { 'svn:executable': '*' } });
    dump.file('trunk/link', 'link a', { properties: { 'svn:special': '*' } });
  });
  const url = `${server.url}/${basename(repository)}`;
  const { staging, mapped, context } = await importAll(folder, url);
  const made = readMapped(context.folder);
  if (made === null) throw new Error('nothing was mapped');
  const [main = { name: '', oid: '' }] = mapped.refs;
  const compare = async (mode: string, path: string, text: string) => {
    const blob = execFileSync('git', ['--git-dir', staging, 'hash-object', '-w', '--stdin'], { input: text })
      .toString()
      .trim();
    const lines = git(staging, 'ls-tree', main.oid)
      .split('\n')
      .map((line) => (line.endsWith(`\t${path}`) ? `${mode} blob ${blob}\t${path}` : line));
    const tree = execFileSync('git', ['--git-dir', staging, 'mktree'], { input: `${lines.join('\n')}\n` });
    git(
      staging,
      'update-ref',
      main.name,
      git(staging, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-m', 'x', tree.toString().trim()),
    );
    const { credentials, privateFolder, signal } = context;
    const server = await serverOf({ url, credentials, privateFolder }, signal);
    if (server === null) throw new Error('no server');
    const files = new TreeFiles(staging, signal);
    const job = { signal, repositoryPath: staging, files, made, revision: 1, published: Promise.resolve() };
    let listed = 0;
    const onListed = (count: number) => {
      listed = count;
    };
    const [check] = await compareHeads(server, { ...job, onListed });
    expect(listed).toBe(3);
    await files.close();
    return check && { ...check, what: inEnglish(check.what), found: inEnglish(check.found) };
  };
  expect(await compare('100644', 'a', 'same\n')).toMatchObject({
    ok: true,
    found: '3 files',
    what: 'files that the server has at r1, by name, size, mode and content',
  });
  expect(await compare('100644', 'a', 'tame\n')).toMatchObject({ ok: false, found: '2 files; different: a' });
  expect(await compare('100644', 'run', 'run\n')).toMatchObject({ ok: false, found: '2 files; different: run' });
  expect(await compare('120000', 'link', 'b')).toMatchObject({ ok: false, found: '2 files; different: link' });
  expect(await compare('100644', 'link', 'link a')).toMatchObject({ ok: false, found: '2 files; different: link' });
});

it('a tree that lacks hundreds of thousands of files, or has them too many, is told in full', async () => {
  const repository = join(folder, 'large.git');
  execFileSync('git', ['init', '-q', '--bare', repository]);
  const signal = new AbortController().signal;
  const names = Array.from({ length: 300_000 }, (_, i) => `d/f${i}`);
  const listing = (paths: readonly string[]) => ({
    ...{ sizes: new Map(paths.map((path) => [path, 0])), executable: new Set<string>(), special: new Set<string>() },
    sums: null,
  });
  const compare = async (tree: string, paths: readonly string[]) => {
    const files = new TreeFiles(repository, signal);
    const found = await compareFiles({
      repository,
      files,
      tree,
      listing: listing(paths),
      cut: [],
      gitignore: false,
      signal,
    });
    await files.close();
    return found;
  };
  const treeOf = (lines: readonly string[]) => {
    const made = execFileSync('git', ['--git-dir', repository, 'mktree', '--missing'], { input: lines.join('') });
    return made.toString().trim();
  };
  const empty = treeOf([]);
  expect((await compare(empty, names)).different).toHaveLength(300_000);
  // In a pack: git opens the file of a loose object for each question about it.
  execFileSync('git', ['--git-dir', repository, '-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet'], {
    input: 'blob\ndata 0\n',
  });
  const blob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
  const inFolder = treeOf(names.map((path) => `100644 blob ${blob}\t${path.slice(2)}\n`));
  const full = treeOf([`040000 tree ${inFolder}\td\n`]);
  expect(await compare(full, names)).toEqual({ same: 300_000, different: [] });
  expect(await compare(full, [])).toMatchObject({ same: 0, different: { length: 300_000 } });
});
