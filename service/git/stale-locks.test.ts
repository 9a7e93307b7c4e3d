import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { publishPack } from './pack/index-pack.ts';
import { removeStaleLocks } from './stale-locks.ts';

test('what was not finished goes, also an index that was being written; packs and what lies beside them stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stale '));
  const source = makeGitSource(folder, 'source.git', historyStream(3));
  git(source, ['repack', '-adq']);
  const packs = (repository: string) => readdirSync(join(repository, 'objects/pack')).sort();
  const pack = packs(source).find((name) => name.endsWith('.pack')) as string;
  const repository = join(folder, 'repository.git');
  git(folder, ['init', '--quiet', '--bare', repository]);

  const place = join(repository, 'objects/pack');
  await publishPack(join(source, 'objects/pack', pack), repository, new AbortController().signal);
  const published = packs(repository);
  const left = ['tmp_idx_1', 'tmp_pack_1', 'pack-0a1b.idx.5e5352b3-27ae-48c0'];
  for (const name of left) writeFileSync(join(place, name), '');
  mkdirSync(join(place, '..', 'tmp_objdir-1'));
  expect(removeStaleLocks(repository)).toEqual(expect.arrayContaining(left.map((name) => `objects/pack/${name}`)));
  expect(packs(repository)).toEqual(published);
  expect(git(repository, ['count-objects', '-v'])).toContain('garbage: 0');
  rmSync(folder, { recursive: true, force: true });
});
