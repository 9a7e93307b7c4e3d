/** The Mercurial histories that every tool reads. */
import { join } from 'node:path';
import { HgWorkspace } from '../../service/sources/mercurial/testing/hg.ts';
import { makeRandomHistory } from '../../service/sources/mercurial/testing/random-history.ts';
import { random } from '../../service/testing/random.ts';
import type { MercurialSource } from './peers.ts';

const SEEDS = [1, 2, 3];

/** Named branches of which one is closed and one merged, tags of which one moved, .hgignore. */
function makeOrdinary(folder: string): string {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', '1\n');
  hg.write('.hgignore', 'syntax: glob\nbuild\n');
  hg.commit('C1');
  hg.hg('tag', '-q', '-m', 'C2', 'v1');
  hg.hg('branch', '-q', 'parser');
  hg.write('b', 'parser\n');
  hg.commit('C3');
  hg.hg('update', '-q', 'default');
  hg.write('a', '2\n');
  hg.commit('C4');
  hg.hg('merge', '-q', 'parser');
  hg.commit('C5');
  hg.hg('tag', '-q', '-f', '-m', 'C6', 'v1');
  hg.hg('branch', '-q', 'attic');
  hg.write('c', 'attic\n');
  hg.commit('C7');
  hg.hg('commit', '-q', '--close-branch', '-m', 'C8');
  hg.hg('update', '-q', 'default');
  hg.hg('tag', '-q', '-m', 'C9', 'v2');
  hg.write('a', '3\n');
  hg.commit('C10');
  hg.hg('update', '-q', 'null');
  return hg.path;
}

const LARGE = 'large\n'.repeat(100_000);

function makeLarge(folder: string): string {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', '1\n');
  hg.commit('C1');
  hg.write('film', LARGE);
  hg.hg('--config', 'extensions.largefiles=', 'add', '-q', '--large', 'film');
  hg.hg('--config', 'extensions.largefiles=', 'commit', '-q', '-m', 'C2', '-u', 'Ann <ann@example.org>');
  return hg.path;
}

export const MERCURIAL_SOURCES: MercurialSource[] = [
  {
    name: 'named branches, one closed, a merge, tags, .hgignore',
    make: makeOrdinary,
    tags: ['v1', 'v2'],
    merges: 1,
    ignored: 'build',
    large: null,
  },
  { name: 'a file of the largefiles extension', make: makeLarge, tags: [], merges: 0, ignored: null, large: LARGE },
  ...SEEDS.map(
    (seed): MercurialSource => ({
      name: `random history ${seed} (40 changesets)`,
      make: (folder) => makeRandomHistory(folder, random(seed), 40),
      tags: [],
      // As many as the seed makes: nobody takes one of Mercurial's merges for anything else.
      merges: 0,
      ignored: null,
      large: null,
    }),
  ),
];
