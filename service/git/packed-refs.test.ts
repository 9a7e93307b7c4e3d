import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { writeFirstRefs } from './packed-refs.ts';

let folder: string;
let path: string;
let oid: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry packed '));
  path = makeGitSource(folder, 'r.git', historyStream(2));
  oid = git(path, ['rev-parse', 'HEAD']);
  for (const line of refsOf(path).split('\n')) git(path, ['update-ref', '-d', line.split(' ')[0] ?? '']);
  rmSync(join(path, 'packed-refs'), { force: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (refs: { name: string; oid: string }[]) => writeFirstRefs(path, refs, new AbortController().signal);

test('refs are git’s, in git’s order after it packed them, also beyond the first Unicode plane', async () => {
  const names = [
    'refs/tags/v1',
    'refs/heads/a/b',
    'refs/heads/a.b',
    'refs/heads/\u{1f600}',
    'refs/heads/\ufb01',
    'refs/heads/-',
  ];
  expect(await write(names.map((name) => ({ name, oid })))).toBe(true);
  expect(existsSync(join(path, 'packed-refs.lock'))).toBe(false);
  const inOrder = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const expected = inOrder.map((name) => `${name} ${oid}`).join('\n');
  expect(refsOf(path)).toBe(expected);
  git(path, ['pack-refs', '--all']);
  expect(refsOf(path)).toBe(expected);
  git(path, ['fsck', '--strict']);
});

test.each([
  ['one below another', ['refs/heads/a', 'refs/heads/a/b']],
  ['one twice', ['refs/heads/a', 'refs/heads/a']],
  ['a name that git refuses', ['refs/heads/a..b']],
  ['a name with the end of a lock', ['refs/heads/a.lock']],
  ['a name outside of refs', ['HEAD']],
])('%s is left to git, which says why', async (_what, names) => {
  expect(await write(names.map((name) => ({ name, oid })))).toBe(false);
  expect(existsSync(join(path, 'packed-refs'))).toBe(false);
});

test('what is missing, and a branch that names no commit, is left to git', async () => {
  const tree = git(
    path,
    ['rev-parse', 'HEAD^{tree}'].map((arg) => arg.replace('HEAD', oid)),
  );
  expect(await write([{ name: 'refs/heads/a', oid: '1'.repeat(40) }])).toBe(false);
  expect(await write([{ name: 'refs/heads/a', oid: tree }])).toBe(false);
  expect(await write([{ name: 'refs/tags/a', oid: tree }])).toBe(true);
});
