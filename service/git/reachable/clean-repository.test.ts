import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { storedIds, unreachableIds } from '../../testing/reachable-objects.ts';
import { cleanRepository } from './clean-repository.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-clean-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const clean = (path: string) => cleanRepository(path, new AbortController().signal);
const packsOf = (path: string) => readdirSync(join(path, 'objects/pack')).filter((name) => name.endsWith('.pack'));

it('makes one pack of several that hold foreign objects, and as many again after the next push', async () => {
  const path = makeGitSource(folder, 'several.git', historyStream(30));
  for (let round = 0; round < 3; round++) {
    const tree = git(path, ['rev-parse', 'main^{tree}']);
    const env = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a' };
    const next = git(path, ['commit-tree', tree, '-p', 'main', '-m', `kept ${round}`], { env });
    const foreign = git(path, ['commit-tree', tree, '-p', next, '-m', `taken back ${round}`], { env });
    git(path, ['update-ref', 'refs/heads/main', next]);
    git(path, ['pack-objects', '-q', join(path, 'objects/pack/pack')], { input: `${next}\n${foreign}\n` });
    git(path, ['prune-packed']);
  }
  expect(packsOf(path)).toHaveLength(4);
  const reached = storedIds(path).length - 3;
  expect(await clean(path)).toEqual({ reachable: reached, stored: reached, removed: 3 });
  // The one of the history is whole as it is.
  expect(packsOf(path)).toHaveLength(2);
  expect(unreachableIds(path)).toEqual([]);
  git(path, ['fsck', '--full', '--strict']);
});

it('removes what a crash left half written, and nothing that is being written', async () => {
  const path = makeGitSource(folder, 'crashed.git', historyStream(3));
  const pack = (name: string) => join(path, 'objects/pack', name);
  const aside = (name: string) => join(path, 'objects', `tmp_objdir-aside-${name}`);
  const past = new Date(Date.now() - 7_200_000);
  for (const age of ['old', 'young']) {
    writeFileSync(pack(`tmp_pack_${age}`), 'half');
    mkdirSync(aside(age));
    writeFileSync(join(aside(age), 'pack-x.pack'), 'half');
  }
  for (const name of [pack('tmp_pack_old'), aside('old')]) utimesSync(name, past, past);
  await clean(path);
  expect([pack('tmp_pack_old'), aside('old')].filter(existsSync)).toEqual([]);
  expect([pack('tmp_pack_young'), aside('young')].filter((name) => !existsSync(name))).toEqual([]);
});
