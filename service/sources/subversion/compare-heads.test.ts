import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { TreeFiles } from '../../git/tree-files.ts';
import { serveSvn } from '../../testing/svn-sources.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
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
    const [check] = await compareHeads(server, job);
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
