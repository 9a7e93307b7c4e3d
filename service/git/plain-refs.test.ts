import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { plainRefs } from './plain-refs.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry plain '));
  path = makeGitSource(folder, 'r.git', historyStream(3));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listed = () =>
  plainRefs(path)
    ?.map(({ name, oid }) => `${Buffer.from(name, 'latin1').toString()} ${oid}`)
    .join('\n');

test('packed refs, those with files of their own, both, and names in any script are as git lists them', () => {
  git(path, ['update-ref', 'refs/heads/ä/\u{1f600}', 'HEAD']);
  git(path, ['update-ref', 'refs/heads/moves', 'HEAD']);
  git(path, ['-c', 'user.name=a', '-c', 'user.email=a@x', 'tag', '-a', '-m', 't', 'v1']);
  git(path, ['pack-refs', '--all']);
  expect(listed()).toBe(refsOf(path));
  git(path, ['update-ref', 'refs/heads/moves', 'HEAD~1']);
  git(path, ['update-ref', 'refs/heads/new/one', 'HEAD']);
  expect(listed()).toBe(refsOf(path));
});

test.each([
  ['an empty ref', 'refs/heads/empty', ''],
  ['a ref that names another', 'refs/heads/other', 'ref: refs/heads/main\n'],
  ['a ref of zeros', 'refs/heads/zeros', `${'0'.repeat(40)}\n`],
  ['a lock of somebody who writes', 'refs/heads/main.lock', ''],
  ['packed refs that were cut off', 'packed-refs', '1234567890123456789012345678901234567890 refs/heads/ma'],
  ['a packed name that is none', 'packed-refs', '1234567890123456789012345678901234567890 refs/heads/a..b\n'],
  ['another kind of store', 'reftable/tables.list', ''],
])('%s is left to git', (_what, name, content) => {
  mkdirSync(dirname(join(path, name)), { recursive: true });
  writeFileSync(join(path, name), content);
  expect(plainRefs(path)).toBeNull();
});

test('a link in place of a ref, and a repository without its folder of refs, are left to git', () => {
  symlinkSync('main', join(path, 'refs/heads/link'));
  expect(plainRefs(path)).toBeNull();
  rmSync(join(path, 'refs'), { recursive: true });
  expect(plainRefs(path)).toBeNull();
});
