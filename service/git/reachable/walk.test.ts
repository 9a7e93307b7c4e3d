/** What refs reach, walked by one git or by two, now or ahead. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git } from '../../testing/git-sources.ts';
import { random } from '../../testing/random.ts';
import { rewriteIdentities } from '../rewrite/rewrite.ts';
import { keepWalk, keepWalkMapped, keptWalk } from './kept-walk.ts';
import { walkSmall } from './small-walk.ts';
import type { SortedIds } from './sorted-ids.ts';
import { walkReachable } from './walk.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry walk '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
/** Not sorted here: they come sorted, each once. */
const idsOf = (ids: SortedIds | null) => {
  const found: string[] = [];
  if (ids !== null) for (const id = ids.cursor(); id.next(); ) found.push(id.hex());
  ids?.close();
  return found;
};

/** Commits on lines that branch off and merge at random; few contents, so that old ones come again. */
function randomHistory(seed: number): string {
  const repository = join(folder, `${seed}.git`);
  git(folder, ['init', '-q', '--bare', repository]);
  const next = random(seed);
  const pick = (count: number) => Math.floor(next() * count);
  const commits: string[] = [];
  for (let mark = 1; mark <= 120; mark++) {
    const line = pick(4);
    const lines = [
      `commit refs/heads/line${line}`,
      `mark :${mark}`,
      `committer a <a@x> ${1e9 + mark} +0000`,
      'data 1',
      'c',
    ];
    if (mark > 1 && next() < 0.2) lines.push(`from :${1 + pick(mark - 1)}`);
    if (mark > 2 && next() < 0.2) lines.push(`merge :${1 + pick(mark - 1)}`);
    const content = `content ${pick(25)}\n`;
    lines.push(`M 100644 inline d${pick(3)}/f${pick(5)}`, `data ${content.length}`, content);
    commits.push(lines.join('\n'));
  }
  git(repository, ['fast-import', '--quiet', '--force'], { input: Buffer.from(`${commits.join('\n')}\n`) });
  git(repository, ['tag', '-a', '-m', 'tag', 'v1', 'line0'], {
    env: { ...process.env, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@x' },
  });
  return repository;
}

const tipsOf = (repository: string) =>
  git(repository, ['for-each-ref', '--format=%(objectname)']).split('\n').filter(Boolean);

const packsIn = (repository: string) => {
  const pack = join(repository, 'objects/pack');
  return readdirSync(pack)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => join(pack, name));
};

test('a small repository is walked without git, to the same objects; what is not plain is left to git', () => {
  for (let seed = 21; seed <= 24; seed++) {
    const repository = randomHistory(seed);
    git(repository, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`]);
    const tree = git(repository, ['write-tree']);
    git(repository, ['update-ref', 'refs/tags/tree', tree]);
    // Bases by id, by distance, and in more packs than one.
    const bases = seed % 2 === 0 ? 'true' : 'false';
    git(repository, ['-c', `repack.useDeltaBaseOffset=${bases}`, 'repack', seed % 3 === 0 ? '-dq' : '-adfq']);
    const tips = tipsOf(repository);
    const expected = git(repository, ['rev-list', '--objects', '--no-object-names', '--all']).split('\n').sort();
    const walked = walkSmall(repository, tips, packsIn(repository));
    expect(walked === null ? null : idsOf(walked)).toEqual(expected);
    expect(walkSmall(repository, [...tips, '1'.repeat(40)], packsIn(repository))).toBeNull();
    expect(walkSmall(repository, tips, packsIn(repository).slice(1))).toBeNull();
    writeFileSync(join(repository, 'shallow'), `${tips[0]}\n`);
    expect(walkSmall(repository, tips, packsIn(repository))).toBeNull();
  }
});

test('a flipped byte anywhere in a small pack is never walked over: git says what it is', () => {
  const repository = randomHistory(31);
  git(repository, ['repack', '-adfq']);
  const tips = tipsOf(repository);
  const [pack = ''] = packsIn(repository);
  const whole = readFileSync(pack);
  chmodSync(pack, 0o644);
  const right = idsOf(walkSmall(repository, tips, [pack]));
  for (let at = 12; at < whole.length - 20; at += 37) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 0x10;
    writeFileSync(pack, bytes);
    const walked = walkSmall(repository, tips, [pack]);
    // A flag of zlib's that changes nothing may be all.
    if (walked !== null) expect(idsOf(walked)).toEqual(right);
  }
});

test('two gits find what one finds, each id once, in random histories', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const repository = randomHistory(seed);
    const tips = tipsOf(repository);
    const expected = git(repository, ['rev-list', '--objects', '--no-object-names', '--all'])
      .split('\n')
      .filter(Boolean);
    for (const split of [false, true]) {
      const reached = await walkReachable(repository, tips, { signal, split });
      expect(idsOf(reached)).toEqual([...expected].sort());
    }
  }
});

test('refs to folders and files alone have no commit in the middle', async () => {
  const repository = join(folder, '1.git');
  const tree = git(repository, ['rev-parse', 'line0^{tree}']).trim();
  const reached = await walkReachable(repository, [tree], { signal, split: true });
  expect(idsOf(reached)).toContain(tree);
  await expect(walkReachable(repository, [`${'0'.repeat(39)}1`], { signal, split: true })).rejects.toThrow();
});

test('a kept walk is used for the very same tips and ends only, and not when it is damaged', async () => {
  const repository = join(folder, '2.git');
  const tips = tipsOf(repository);
  const reached = await walkReachable(repository, tips, { signal });
  expect(keptWalk(repository, tips)).toBeNull();
  keepWalk(repository, tips, reached);
  const ids = idsOf(reached);
  expect(idsOf(keptWalk(repository, [...tips].reverse()))).toEqual(ids);
  expect(keptWalk(repository, tips.slice(1))).toBeNull();
  writeFileSync(join(repository, 'shallow'), `${tips[0]}\n`);
  expect(keptWalk(repository, tips)).toBeNull();
  rmSync(join(repository, 'shallow'));
  expect(idsOf(keptWalk(repository, tips))).toEqual(ids);
  const file = join(repository, 'reached');
  const bytes = readFileSync(file);
  for (const length of [bytes.length - 20, bytes.length - 1, 64, 63]) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(keptWalk(repository, tips)).toBeNull();
  }
  writeFileSync(file, '');
  expect(keptWalk(repository, tips)).toBeNull();
});

test('the walk of a rewritten history is known from the one before: as git walks it, also where two commits become one', async () => {
  for (let seed = 41; seed <= 46; seed++) {
    const repository = randomHistory(seed);
    // Alike but for who made them; one of a tag's tag besides.
    const tree = git(repository, ['rev-parse', 'line0^{tree}']).trim();
    const dates = { GIT_AUTHOR_DATE: '1000000000 +0000', GIT_COMMITTER_DATE: '1000000000 +0000' };
    for (const name of ['a', 'b', 'c']) {
      const who = {
        GIT_AUTHOR_NAME: name,
        GIT_AUTHOR_EMAIL: `${name}@x`,
        GIT_COMMITTER_NAME: name,
        GIT_COMMITTER_EMAIL: `${name}@x`,
      };
      const commit = git(repository, ['commit-tree', '-m', 'twin', tree], {
        env: { ...process.env, ...dates, ...who },
      });
      git(repository, ['tag', '-a', '-m', 'tag', `twin-${name}`, commit.trim()], {
        env: { ...process.env, ...dates, ...who },
      });
    }
    const refs = git(repository, ['for-each-ref', '--format=%(objectname) %(refname)'])
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ oid: line.slice(0, 40), name: line.slice(41) }));
    const tips = refs.map(({ oid }) => oid);
    // Some stay who they are; `a` becomes who `c` is already.
    const lookup = (_name: string, email: string) => (email === 'a@x' ? { name: 'c', email: 'c@x' } : null);
    const rewritten = await rewriteIdentities({
      ...{ repository, refs, signal, lookup, folder: join(folder, 'rewriting') },
      onProgress: () => undefined,
    });
    const newTips = rewritten.refs.map(({ oid }) => oid);
    const kept = join(folder, `${seed}-kept`);
    mkdirSync(kept);
    const keep = () => keepWalkMapped(repository, tips, kept, newTips, (ids, at) => rewritten.map.apply(ids, at));
    keep();
    expect(keptWalk(kept, newTips)).toBeNull();
    keepWalk(repository, tips, await walkReachable(repository, tips, { signal }));
    keep();
    const expected = idsOf(await walkReachable(repository, newTips, { signal }));
    expect(idsOf(keptWalk(kept, newTips))).toEqual(expected);
    expect(expected.length).toBeLessThan(idsOf(keptWalk(repository, tips)).length);
  }
});
