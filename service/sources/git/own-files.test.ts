import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { contextIn } from '../hostile-sources/testing/fetching.ts';
import { gitSource } from './index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry own files '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sourceWithout(file: string): { url: string; path: string } {
  const url = makeGitSource(folder, `${file.replaceAll('/', '-')}.git`, historyStream(2));
  const path = join(url, file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return { url, path };
}

test
  .skipIf(process.platform === 'win32')
  .each([
    'HEAD',
    'config',
    'commondir',
    'packed-refs',
    'shallow',
    'refs/heads/main',
    'objects/info/alternates',
    'objects/info/packs',
  ])('a pipe in the place of %s, which git would wait for, is told as that', async (file) => {
  const { url, path } = sourceWithout(file);
  execFileSync('mkfifo', [path]);
  const told = { kind: 'broken_source', key: 'git.no_file', parameters: { path } };
  for (const address of [url, `file://${encodeURI(url)}`])
    await expect(gitSource.probe(address, contextIn(join(folder, 'probe')))).rejects.toMatchObject(told);
  await expect(gitSource.fetch(url, contextIn(join(folder, 'fetch')))).rejects.toMatchObject(told);
});

test.skipIf(process.platform === 'win32')('so is a device, and a link to one', async () => {
  const { url, path } = sourceWithout('objects/info/commit-graph');
  symlinkSync('/dev/zero', path);
  const told = { key: 'git.no_file', parameters: { path } };
  await expect(gitSource.probe(url, contextIn(join(folder, 'probe')))).rejects.toMatchObject(told);
});
