/** Folders that are other repositories are told, with addresses that hold no login. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SourceContext } from '../source.ts';
import { gitSource } from './index.ts';

let folder: string;
let source: string;
let context: SourceContext;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry submodules '));
  source = join(folder, 'source');
  execFileSync('git', ['init', '-q', '-b', 'main', source]);
  const told = { onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined };
  const folders = { folder: join(folder, 'import'), privateFolder: join(folder, 'private') };
  context = { credentials: null, signal: new AbortController().signal, ...folders, ...told };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: source, encoding: 'utf8' });
const put = (name: string, text: string) => {
  writeFileSync(join(source, name), text);
  git('add', name);
};
const link = (path: string) => git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${path}`);

async function submodules() {
  const { findings } = await gitSource.fetch(source, context);
  return findings.find(({ kind }) => kind === 'submodule');
}

test('those of the default branch, and those that only another branch has', async () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, '[submodule "lib"]\n\turl = https://stolen.example/x.git\n');
  put(
    '.gitmodules',
    `[submodule "lib"]\n\tpath = lib/é\n\turl = https://ann:s3cret@host.example/lib.git?token=s3cret\n[include]\n\tpath = ${secret}\n`,
  );
  link('lib/é');
  link('nameless');
  git('commit', '-qm', 'first');
  git('checkout', '-qb', 'other');
  put('.gitmodules', '[submodule "more"]\n\tpath = more\n\turl = ../more.git\n');
  git('rm', '-q', '--cached', 'nameless');
  link('more');
  git('commit', '-qm', 'second');
  git('checkout', '-q', 'main');
  const finding = await submodules();
  expect(finding).toMatchObject({ severity: 'warning', count: 3 });
  expect(finding?.examples).toEqual(['lib/é: https://host.example/lib.git', 'nameless', 'more: ../more.git']);
  expect(JSON.stringify(finding)).not.toContain('branches were looked at');
});

test('a .gitmodules that git cannot read names no addresses, and many branches are not all looked at', async () => {
  put('.gitmodules', '[submodule "lib\n\turl');
  link('lib');
  git('commit', '-qm', 'first');
  for (let n = 0; n < 25; n++) {
    git('checkout', '-qb', `b${n}`, 'main');
    put('file', `${n}`);
    git('commit', '-qm', `${n}`);
  }
  git('checkout', '-q', 'main');
  const finding = await submodules();
  expect(finding).toMatchObject({ count: 1, examples: ['lib'] });
  expect(JSON.stringify(finding)).toContain('of {count} others were looked at');
});

test('no submodules, no finding', async () => {
  put('.gitmodules', '[submodule "lib"]\n\tpath = lib\n\turl = ../lib.git\n');
  git('commit', '-qm', 'first');
  expect(await submodules()).toBeUndefined();
});
