/** Random histories: the tree of every changeset is what `hg archive` gives out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '../../testing/random.ts';
import { filesOf, git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { importAll } from './testing/import-all.ts';
import { changesetsOf } from './testing/oracle.ts';
import { makeRandomHistory } from './testing/random-history.ts';

const SEEDS = Number(process.env.HG_SEEDS ?? 4);
const CHANGESETS = 40;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-hg-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('history of seed %i', async (seed) => {
  const own = mkdtempSync(join(folder, 'seed '));
  const source = makeRandomHistory(own, random(seed), CHANGESETS);
  const { fetched, mapped, staging, context } = await importAll(source, join(own, 'import'));
  const changesets = await changesetsOf(source, context);
  expect(fetched.commit_count).toBe(changesets.length);
  const commits = new Map(
    git(staging, 'log', '--all', '--format=%s %H %P')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([title = '', commit = '', ...parents]) => [title, { commit, parents }]),
  );
  expect(commits.size).toBe(changesets.length);
  const commitOf = new Map(changesets.map(({ node, title }) => [node, commits.get(title)?.commit]));
  for (const { title, parents, files } of changesets) {
    const made = commits.get(title);
    const label = `seed ${seed}, ${title}`;
    expect([...filesOf(staging, made?.commit ?? '')].sort(), label).toEqual([...files].sort());
    expect(made?.parents, label).toEqual(parents.map((id) => commitOf.get(id)));
  }
  expect(git(staging, 'fsck', '--full', '--strict')).toBe('');
  const checks = await mercurialSource.verify(source, staging, mapped, context);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  const compared = await mercurialSource.compare?.(source, context);
  expect(compared).toMatchObject({ not_compared: { count: 0 }, differing: { count: 0 }, logs: changesets.length });
});
