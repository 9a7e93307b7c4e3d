/** Random histories: the tree of every changeset is what `hg archive` gives out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '../../../testing/random.ts';
import { filesOf, git } from '../subversion/testing/oracle.ts';
import { HgServer } from './hg-server.ts';
import { mercurialSource } from './index.ts';
import { filesIn } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';
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
  const server = new HgServer(context, { path: source, url: source });
  try {
    const changesets = (
      await server.output(['log', '-r', 'all()', '-T', '{node} {desc|firstline} {p1node} {p2node}\n'])
    )
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string, string, string]);
    expect(fetched.commit_count).toBe(changesets.length);
    const commits = new Map(
      git(staging, 'log', '--all', '--format=%s %H %P')
        .split('\n')
        .map((line) => line.split(' '))
        .map(([name = '', commit = '', ...parents]) => [name, { commit, parents }]),
    );
    expect(commits.size).toBe(changesets.length);
    const commitOf = new Map(changesets.map(([node, name]) => [node, commits.get(name)?.commit]));
    for (const [node, name, ...parents] of changesets) {
      const archive = join(own, 'archive');
      const holds = (await server.output(['manifest', '-r', node])) !== '';
      // hg refuses to archive a changeset without files.
      if (holds) await server.output(['--config', 'ui.archivemeta=False', 'archive', '-r', node, archive]);
      const made = commits.get(name);
      const label = `seed ${seed}, ${name}`;
      const expected = holds ? [...filesIn(archive)].sort() : [];
      expect([...filesOf(staging, made?.commit ?? '')].sort(), label).toEqual(expected);
      expect(made?.parents, label).toEqual(parents.filter((id) => !/^0+$/.test(id)).map((id) => commitOf.get(id)));
      rmSync(archive, { recursive: true, force: true });
    }
  } finally {
    await server.stop();
  }
  expect(git(staging, 'fsck', '--full', '--strict')).toBe('');
  const checks = await mercurialSource.verify(source, staging, mapped, context);
  expect(checks.filter((check) => !check.ok)).toEqual([]);
});
