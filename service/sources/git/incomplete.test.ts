/** Sources that lack objects: partial clones and damaged repositories, by path and through upload-pack. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import type { SourceContext } from '../source.ts';
import { gitSource } from './index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry incomplete '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function context(): SourceContext {
  const home = mkdtempSync(join(folder, 'import '));
  return {
    ...{ credentials: null, signal: new AbortController().signal, folder: home, privateFolder: home },
    ...{ onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined },
  };
}

const addresses = (path: string) => [path, `file://${path.replaceAll(' ', '%20')}`];

test('a partial clone is said to be one', async () => {
  const source = makeGitSource(folder, 'whole.git', historyStream(4));
  git(source, ['config', 'uploadpack.allowFilter', 'true']);
  const partial = join(folder, 'partial.git');
  git(folder, ['clone', '--quiet', '--bare', '--filter=blob:none', addresses(source)[1] ?? '', partial]);
  for (const url of addresses(partial)) {
    await expect(gitSource.fetch(url, context()), url).rejects.toMatchObject({ key: 'git.partial_clone' });
  }
});

test.each(['HEAD~1:file', 'HEAD~1^{tree}', 'HEAD~1'])('what is missing is named: %s', async (name) => {
  const source = mkdtempSync(join(folder, 'broken '));
  git(source, ['init', '--quiet', '--initial-branch=main']);
  for (const text of ['one', 'two', 'three']) {
    writeFileSync(join(source, 'file'), text);
    git(source, ['add', '.']);
    git(source, ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', text]);
  }
  const oid = git(source, ['rev-parse', name]);
  rmSync(join(source, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  for (const url of addresses(source)) {
    await expect(gitSource.fetch(url, context()), url).rejects.toMatchObject({ key: 'git.objects_missing' });
  }
});
