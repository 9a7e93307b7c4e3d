/** Tags are those that `hg tags` shows: nothing hidden counts, nothing of this copy alone comes. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';

const EVOLVE = ['--config', 'experimental.evolution=all'];
const WHO = ['-u', 'ann', '-d', '1100000000 0'];

let folder: string;
let hg: HgWorkspace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg '));
  hg = new HgWorkspace(join(folder, 'source'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Names of tags and short nodes as `hg tags` prints them, without tip and local ones. */
function tagsOfHg(): string[] {
  const text = hg.hg('tags', '-T', '{ifeq(type, "local", "", "refs/tags/{tag}\n")}');
  return text.split('\n').filter((name) => name !== '' && name !== 'refs/tags/tip');
}

it('tags set or removed in hidden changesets do not count, local ones are listed', async () => {
  hg.write('a', '1');
  const first = hg.commit('first');
  hg.hg('tag', '-q', '-r', first, ...WHO, 'kept');
  const stays = hg.node('.');
  hg.write('a', '2');
  const pruned = hg.commit('pruned later');
  hg.hg('tag', '-q', '-r', pruned, ...WHO, 'on-pruned');
  const setsPruned = hg.node('.');
  hg.hg('tag', '-q', '--remove', ...WHO, 'kept');
  const removes = hg.node('.');
  hg.hg('tag', '-q', '-r', first, ...WHO, 'set-in-pruned');
  const sets = hg.node('.');
  hg.hg('update', '-q', stays);
  hg.write('b', '1');
  hg.commit('the visible head');
  hg.hg('tag', '-q', '--local', '-r', first, 'mine');
  for (const node of [pruned, setsPruned, removes, sets]) hg.hg('debugobsolete', ...EVOLVE, node);
  expect(tagsOfHg()).toEqual(['refs/tags/kept']);
  // One that hides the tag of everybody is no reason to lose that.
  hg.hg('tag', '-q', '-f', '--local', '-r', stays, 'kept');
  expect(tagsOfHg()).toEqual([]);

  const { mapped, fetched } = await importAll(hg.path, join(folder, 'import'));
  expect(mapped.refs.map(({ name }) => name)).toEqual(['refs/heads/main', 'refs/tags/kept']);
  expect(mapped.refs[1]?.oid).toBe(git(join(folder, 'import/staging.git'), 'rev-parse', 'main~2'));
  expect(fetched.findings.find(({ kind }) => kind === 'local_tag')).toMatchObject({
    severity: 'info',
    count: 2,
    examples: expect.arrayContaining([`mine: ${first.slice(0, 12)}`, `kept: ${stays.slice(0, 12)}`]),
  });
});

it('heads that are obsolete and still visible get a branch, unless a bookmark or a tag names them', async () => {
  hg.write('a', '1');
  const first = hg.commit('first');
  hg.write('a', '2');
  const old = hg.commit('replaced');
  hg.write('a', '3');
  const older = hg.commit('replaced, on what was replaced');
  hg.hg('update', '-q', first);
  hg.write('a', '4');
  const marked = hg.commit('replaced, with a bookmark');
  hg.hg('bookmark', '-q', '-i', 'kept', '-r', marked);
  hg.hg('update', '-q', first);
  hg.hg('branch', '-q', 'left');
  hg.write('b', '1');
  const alone = hg.commit('the only one of its branch');
  hg.hg('update', '-q', first);
  hg.write('a', '5');
  const head = hg.commit('the head');
  for (const node of [older, alone]) hg.hg('tag', '-q', '--local', '-r', node, `at-${node.slice(0, 6)}`);
  for (const node of [old, older, marked, alone]) hg.hg('debugobsolete', ...EVOLVE, node, head);
  // Otherwise nothing here would show them.
  expect(hg.hg('heads', '-T', '{node}\n').trim()).toBe(head);

  const imported = await importAll(hg.path, join(folder, 'import'));
  const { mapped, fetched, staging, context } = imported;
  expect(mapped.refs.map(({ name }) => name)).toEqual([
    'refs/heads/kept',
    'refs/heads/left',
    'refs/heads/main',
    `refs/heads/main-${older.slice(0, 12)}`,
  ]);
  expect(git(staging, 'rev-list', '--all', '--count')).toBe('6');
  expect(mapped.commit_count).toBe(6);
  expect(fetched.findings.find(({ kind }) => kind === 'obsolete_head')).toMatchObject({ severity: 'info', count: 2 });
  const checks = await mercurialSource.verify(hg.path, staging, mapped, context);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(await mercurialSource.isUnchanged(hg.path, context)).toBe(true);
});

it('lines of the list of bookmarks that hg passes over are told', async () => {
  hg.write('a', '1');
  const first = hg.commit('first');
  hg.hg('bookmark', 'grüße');
  const none = await importAll(hg.path, join(folder, 'before'));
  expect(none.fetched.findings.filter(({ kind }) => kind === 'bookmarks_unread')).toEqual([]);
  const gone = '1'.repeat(40);
  const lines = [`${gone} gone`, 'no line', first, `zz${first.slice(2)} broken`];
  appendFileSync(join(hg.path, '.hg/bookmarks'), `${lines.join('\n')}\n${first} fine\n${'0'.repeat(40)} nothing\n`);
  const { mapped, fetched } = await importAll(hg.path, join(folder, 'import'));
  expect(mapped.refs.map(({ name }) => name)).toEqual(['refs/heads/fine', 'refs/heads/grüße', 'refs/heads/main']);
  expect(fetched.findings.find(({ kind }) => kind === 'bookmarks_unread')).toMatchObject({
    severity: 'warning',
    count: lines.length,
    examples: lines,
  });
});
