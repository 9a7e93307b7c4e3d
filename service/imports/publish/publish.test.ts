import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBareRepository } from '../../git/bare-repository.ts';
import { packsOf } from '../../sources/commits/map.ts';
import type { MapResult } from '../../sources/source.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import { type OwnedRefs, publish } from './publish.ts';

let folder: string;
let repositoryPath: string;
let stagingPath: string;
let commits: string[];
let owned: Map<string, string>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry publish '));
  repositoryPath = join(folder, 'owner/name.git');
  await createBareRepository(repositoryPath, 'main');
  stagingPath = makeGitSource(folder, 'staging.git', historyStream(120));
  git(stagingPath, ['repack', '-adq']);
  commits = git(stagingPath, ['rev-list', '--all']).split('\n');
  owned = new Map();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ownedRefs: OwnedRefs = {
  recorded: () => owned,
  begun: () => new Set(),
  add: async (refs) => {
    for (const { name, oid } of refs) owned.set(name, oid);
  },
  remove: async (names) => {
    for (const name of names) owned.delete(name);
  },
};

async function publishRefs(refs: MappedRef[], more: Partial<MapResult> = {}, signal = new AbortController().signal) {
  const percents: number[] = [];
  const mapped = {
    refs,
    head: refs[0]?.name ?? null,
    commit_count: 0,
    findings: [],
    checks: [],
    packs: await packsOf(stagingPath),
    ...more,
  };
  await publish({
    repositoryPath,
    stagingPath,
    mapped,
    owned: ownedRefs,
    signal,
    onPercent: (percent) => percents.push(percent),
  });
  return percents;
}

const packs = () => readdirSync(join(repositoryPath, 'objects/pack')).sort();
const ref = (name: string, commit: number): MappedRef => ({ name, oid: commits[commit] ?? '' });

test('packs are shared and not copied; refs and HEAD are as mapped; percentages rise to 100', async () => {
  const percents = await publishRefs([ref('refs/heads/develop', 0), ref('refs/tags/v1', 3)]);
  expect(refsOf(repositoryPath)).toBe(`refs/heads/develop ${commits[0]}\nrefs/tags/v1 ${commits[3]}`);
  expect(git(repositoryPath, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/develop');
  const [pack = ''] = packs().filter((name) => name.endsWith('.pack'));
  const inode = (path: string) => statSync(join(path, 'objects/pack', pack)).ino;
  expect(inode(repositoryPath)).toBe(inode(stagingPath));
  expect(percents).toEqual([30, 60, 90, 100]);
});

test('refs of an earlier mapping go, also where they are in the way of new ones; so do its packs', async () => {
  await publishRefs([
    ref('refs/heads/a', 0),
    ref('refs/heads/x/y', 1),
    ref('refs/heads/gone', 2),
    ref('refs/heads/kept', 4),
  ]);
  const before = packs();
  git(stagingPath, ['repack', '-adfq', '--depth=1']);
  await publishRefs([ref('refs/heads/a/b', 5), ref('refs/heads/x', 1), ref('refs/heads/kept', 4)]);
  expect(refsOf(repositoryPath).split('\n')).toEqual([
    `refs/heads/a/b ${commits[5]}`,
    `refs/heads/kept ${commits[4]}`,
    `refs/heads/x ${commits[1]}`,
  ]);
  expect([...owned.keys()].sort()).toEqual(['refs/heads/a/b', 'refs/heads/kept', 'refs/heads/x']);
  expect(packs().filter((name) => before.includes(name))).toEqual([]);
  git(repositoryPath, ['fsck']);
});

test('a publication that fails or is stopped changes nothing', async () => {
  await publishRefs([ref('refs/heads/main', 9)]);
  const state = () => [refsOf(repositoryPath), packs()];
  const before = state();
  git(stagingPath, ['repack', '-adfq', '--depth=2']);
  const missing = { name: 'refs/heads/other', oid: '1'.repeat(40) };
  await expect(publishRefs([ref('refs/heads/main', 0), missing])).rejects.toMatchObject({ kind: 'broken_source' });
  expect(state()).toEqual(before);
  await expect(publishRefs([ref('refs/heads/main', 0)], {}, AbortSignal.abort())).rejects.toThrow();
  expect(state()).toEqual(before);
});

/** Git writes one ref after the other, each behind its log: that of `refs/heads/other` fails, as on a disk that is full by then. */
function refuseOther(): void {
  git(repositoryPath, ['config', 'core.logAllRefUpdates', 'always']);
  mkdirSync(join(repositoryPath, 'logs/refs/heads/other/in the way'), { recursive: true });
  writeFileSync(join(repositoryPath, 'logs/refs/heads/other/in the way/file'), '');
}

/** Another history, to be published in place of the first. @returns its newest commit */
function laterHistory(): string {
  stagingPath = makeGitSource(folder, 'later.git', historyStream(130, ['Eve <eve@x>']));
  git(stagingPath, ['repack', '-adq']);
  return git(stagingPath, ['rev-list', '--max-count=1', '--all']);
}

test('refs change together: none is written alone, which an end in between would leave beside those of before', async () => {
  const names = ['refs/heads/gone', 'refs/heads/main', 'refs/heads/other'];
  await publishRefs(names.map((name) => ref(name, 9)));
  // As git leaves one that changed alone: a file of its own.
  await publishRefs(names.map((name, index) => ref(name, index === 2 ? 10 : 9)));
  expect(existsSync(join(repositoryPath, 'refs/heads/other'))).toBe(true);
  refuseOther();
  const newest = laterHistory();
  await publishRefs(['refs/heads/main', 'refs/heads/other'].map((name) => ({ name, oid: newest })));
  expect(refsOf(repositoryPath)).toBe(`refs/heads/main ${newest}\nrefs/heads/other ${newest}`);
  expect(readFileSync(join(repositoryPath, 'packed-refs'), 'utf8')).toMatch(/^# pack-refs with:.* sorted/);
});

test('where git has to write them and ends in the middle, nothing goes that those name which are written', async () => {
  await publishRefs([ref('refs/heads/main', 9), ref('refs/heads/other', 9)]);
  const newest = laterHistory();
  refuseOther();
  // A lock that a killed git left.
  writeFileSync(join(repositoryPath, 'refs/heads/third.lock'), '');
  const refs = ['main', 'other'].map((name) => ({ name: `refs/heads/${name}`, oid: newest }));
  await expect(publishRefs(refs)).rejects.toMatchObject({ key: 'import.refs_not_written' });
  expect(refsOf(repositoryPath)).toBe(`refs/heads/main ${newest}\nrefs/heads/other ${commits[9]}`);
  expect(git(repositoryPath, ['rev-list', '--count', 'refs/heads/main'])).toBe('130');
  expect(git(repositoryPath, ['rev-list', '--objects', '--all']).split('\n').length).toBeGreaterThan(260);
});

test('where a shallow history ends stays as it was when a publication fails, and goes when all is here', async () => {
  const whole = stagingPath;
  stagingPath = join(folder, 'shallow.git');
  git(folder, ['clone', '-q', '--mirror', '--depth=3', `file://${encodeURI(whole)}`, stagingPath]);
  const ends = () => readFileSync(join(repositoryPath, 'shallow'), 'utf8').trim();
  const refs = [ref('refs/heads/main', 0)];
  await publishRefs(refs);
  expect(ends()).toBe(commits[2]);
  git(stagingPath, ['fetch', '-q', '--depth=5', 'origin']);
  const another = { name: 'refs/heads/other', oid: commits[1] ?? '' };
  mkdirSync(join(repositoryPath, 'refs/heads'), { recursive: true });
  writeFileSync(join(repositoryPath, 'refs/heads/other.lock'), '');
  await expect(publishRefs([...refs, another])).rejects.toMatchObject({ key: 'import.refs_not_written' });
  expect(ends()).toBe(commits[2]);
  expect(git(repositoryPath, ['rev-list', '--count', 'main'])).toBe('3');
  rmSync(join(repositoryPath, 'refs/heads/other.lock'));
  await publishRefs([...refs, another]);
  expect([ends(), git(repositoryPath, ['rev-list', '--count', 'main'])]).toEqual([commits[4], '5']);
  git(stagingPath, ['fetch', '-q', '--unshallow', 'origin']);
  await publishRefs(refs);
  expect(existsSync(join(repositoryPath, 'shallow'))).toBe(false);
  expect(git(repositoryPath, ['rev-list', '--count', 'main'])).toBe('120');
});

test('refs of somebody else are never touched', async () => {
  await publishRefs([ref('refs/heads/main', 9)]);
  git(repositoryPath, ['update-ref', 'refs/heads/own-work', commits[9] ?? '']);
  await expect(publishRefs([ref('refs/heads/main', 0)])).rejects.toThrow(/not empty.*refs\/heads\/own-work/);
});

test('many refs are packed into one file', async () => {
  await publishRefs(Array.from({ length: 300 }, (_, n) => ref(`refs/heads/b${n}`, n % 120)));
  expect(readdirSync(join(repositoryPath, 'refs/heads'))).toEqual([]);
  expect(refsOf(repositoryPath).split('\n')).toHaveLength(300);
});
