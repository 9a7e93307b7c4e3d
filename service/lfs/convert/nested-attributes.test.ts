/** `.gitattributes` of folders have the last word over those of the root: checked out by Git, and by git-lfs as people have it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { overriding } from './attributes.ts';

const LIMIT = 1000;
const FOLDERS = {
  unset: '*.bin -filter\n',
  unspecified: '*.bin !filter\n',
  another: '* text\n*.bin filter=other',
  encoded: '*.bin working-tree-encoding=UTF-16LE\n',
  'of a macro': '*.bin notlarge\n',
  'with a mark of order': '\ufeff*.bin -filter\n',
  harmless: '*.bin diff=hex\n',
};
const NAMES = ['big.bin', 'a b.bin', '#[x]*.bin', 'deep/er/big.bin'];

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry nested attributes '));
  engine = await startTestEngine(undefined, { largeFileBytes: LIMIT });
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const contentOf = (path: string) => `${path}, $Id$\n`.repeat(LIMIT / 8);

function history(): string {
  const file = (path: string, text: string) =>
    `M 100644 inline ${JSON.stringify(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  const files = Object.entries(FOLDERS).flatMap(([name, attributes]) => [
    file(`${name}/.gitattributes`, attributes),
    file(`${name}/small.txt`, 'small\n'),
    ...NAMES.map((path) => file(`${name}/${path}`, contentOf(`${name}/${path}`))),
  ]);
  const root = file('.gitattributes', '[attr]notlarge -filter\n');
  const commit = (n: number, changes: string) =>
    `commit refs/heads/main\ncommitter A <a@x> ${1_500_000_000 + n} +0000\ndata 1\n${n}\n${changes}\n`;
  return `${commit(1, root + files.join(''))}${commit(2, file('harmless/small.txt', 'other\n'))}done\n`;
}

test('a folder whose file takes nothing back keeps it as it is', () => {
  const plain = '*.bin diff=hex\n';
  expect(overriding([plain])(plain)).toBe(false);
  expect(overriding([plain])('*.bin -filter\n')).toBe(true);
  expect(overriding([plain, '[attr]mine -filter\n'])(plain)).toBe(true);
});

test('whoever checks out gets contents, whatever the folders say of filters', async () => {
  const source = makeGitSource(folder, 'source.git', history());
  await engine.api('POST', '/orgs/acme/repos', { name: 'nested' });
  await engine.api('PUT', '/repos/acme/nested/import', { vcs: 'git', vcs_url: source });
  await engine.api('PATCH', '/repos/acme/nested/import/lfs', { use_lfs: 'opt_in' });
  expect(await engine.importIn('nested', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { checks } = (await engine.api('GET', '/repos/acme/nested/import/report')).body;
  expect(checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const all = String(Object.keys(FOLDERS).length * NAMES.length);
  expect(checks).toContainEqual(
    expect.objectContaining({
      subject: 'refs/heads/main',
      what: 'large files that Git gives to Git LFS when they are checked out',
      expected: all,
      found: all,
    }),
  );
  const path = join(engine.folder, 'repositories/acme/nested.git');
  expect(git(path, ['show', 'main:unset/.gitattributes']).split('\n').slice(0, 2)).toEqual([
    '*.bin -filter',
    '/#\\[x]\\*.bin filter=lfs diff=lfs merge=lfs -text',
  ]);

  const env = { ...process.env, HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  mkdirSync(env.HOME);
  execFileSync('git', ['lfs', 'install', '--skip-repo'], { env, stdio: 'ignore' });
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '-q', pathToFileURL(path).href, clone], { env });
  for (const name of Object.keys(FOLDERS)) {
    for (const file of NAMES) {
      const at = `${name}/${file}`;
      expect(readFileSync(join(clone, at), 'utf8'), at).toBe(contentOf(at));
    }
  }
  expect(execFileSync('git', ['-C', clone, 'status', '--porcelain'], { env, encoding: 'utf8' })).toBe('');
});
