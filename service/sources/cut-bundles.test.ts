/** Bundles that are cut off or are a part, at an address of which nobody said what it is. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asFailure } from '../failures/as-failure.ts';
import { detect } from './detection.ts';
import { sourcesFor } from './index.ts';
import { HgWorkspace } from './mercurial/testing/hg.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry cut '));
  mkdirSync(join(folder, 'private'));
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (const content of ['1\n', '2\n']) {
    hg.write('a', content);
    hg.commit('c');
  }
  hg.hg('bundle', '-q', '--all', join(folder, 'whole.hg'));
  hg.hg('bundle', '-q', '--base', '0', join(folder, 'part.hg'));
  cut('whole.hg', 'cut.hg', 0.5);
  const bash = (script: string) => execFileSync('bash', ['-ec', script], { cwd: folder });
  bash(`export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
    git init -q git; cd git; git commit -q --allow-empty -m c; git bundle create -q ../whole.bundle --all`);
  cut('whole.bundle', 'cut.bundle', 0.2);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cut(whole: string, name: string, share: number): void {
  const bytes = readFileSync(join(folder, whole));
  writeFileSync(join(folder, name), bytes.subarray(0, Math.trunc(bytes.length * share)));
}

it.each([
  ['whole.hg', 'mercurial'],
  ['cut.hg', 'mercurial.bundle_damaged'],
  ['part.hg', 'mercurial.bundle_partial'],
  ['whole.bundle', 'git'],
  ['cut.bundle', 'git.bundle_damaged'],
])('%s: %s', async (name, expected) => {
  const url = join(folder, name);
  const context = {
    credentials: null,
    signal: new AbortController().signal,
    privateFolder: join(folder, 'private'),
    onProgress: () => undefined,
    onLog: () => undefined,
    onAuthors: () => undefined,
  };
  const asked = detect({ url, scheme: 'path' }, sourcesFor('path'), context);
  const said = await asked.then(
    (result) => (result.kind === 'found' ? result.found.vcs : result.failure.key),
    (error) => asFailure(error).key,
  );
  expect(said).toBe(expected);
});
