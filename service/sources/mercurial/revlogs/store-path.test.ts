/** Names of files in a store, against the examples in Mercurial's own description, and against what hg makes of such files. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { random } from '../../../testing/random.ts';
import { HgWorkspace } from '../testing/hg.ts';
import { decodedFolders, storePath } from './store-path.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry store '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Of mercurial/store.py and tests/test-hybridencode.py, from hg 6.3.2.
it.each([
  ['data/foo.i/bla.i', 'data/foo.i.hg/bla.i'],
  ['data/foo.i.hg/bla.i', 'data/foo.i.hg.hg/bla.i'],
  ['data/hi:world?/HELLO.i', 'data/hi~3aworld~3f/_h_e_l_l_o.i'],
  ['data/the\x07quick\xadshot.d', 'data/the~07quick~adshot.d'],
  ['data/.foo/aux.txt/txt.aux/con/prn/nul/foo.', 'data/~2efoo/au~78.txt/txt.aux/co~6e/pr~6e/nu~6c/foo~2e'],
  ['data/com1com2/lpt9.lpt4.lpt1/conprn/com0/lpt0.i', 'data/com1com2/lp~749.lpt4.lpt1/conprn/com0/lpt0.i'],
  ['data/ .foo/Foo. /a_b', 'data/~20.foo/_foo.~20/a__b'],
  [
    'data/AUX/SECOND/X.PRN/FOURTH/FI:FTH/SIXTH/SEVENTH/EIGHTH/NINETH/TENTH/ELEVENTH/LOREMIPSUM.TXT.i',
    'dh/au~78/second/x.prn/fourth/fi~3afth/sixth/seventh/eighth/nineth/tenth/loremia20419e358ddff1bf8751e38288aff1d7c32ec05.i',
  ],
])('%j lies at %j', (path, place) => {
  expect(storePath(path, true)).toBe(place);
});

it('without "dotencode" leading dots and spaces stay', () => {
  expect(storePath('data/.foo/ bar./aux.i', false)).toBe('data/.foo/ bar~2e/au~78.i');
});

it('folders of the store’s own list are read back', () => {
  for (const name of ['foo.i', 'foo.i/bla.i', 'foo.i.hg/bla.i', '.hg/x', 'a.d/.i/b.hg/.i']) {
    const written = name.replaceAll('.hg/', '.hg.hg/').replaceAll('.i/', '.i.hg/').replaceAll('.d/', '.d.hg/');
    expect(decodedFolders(written)).toBe(name);
  }
});

it('hg puts files of random names where they are looked for', () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  const next = random(1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const parts = [
    'aux',
    'COM1',
    'nul',
    '.i',
    '.d',
    '.x',
    'A',
    'b_',
    ' ',
    '.',
    '~',
    ':',
    '*?',
    'ü',
    '\x01',
    'longer than eight',
  ];
  const paths = new Set<string>();
  while (paths.size < 300) {
    const names = Array.from({ length: 1 + Math.floor(next() * 9) }, () =>
      Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(parts)).join(''),
    );
    // Each in a folder of its own: a name cannot be both a file and a folder; hg refuses its own folder's name.
    if (names.some((name) => /^\.+$|^\.hg/.test(name))) continue;
    paths.add([`f${paths.size}`, ...names].join('/'));
  }
  for (const path of paths) hg.write(path, 'text');
  hg.commit('one');
  const missing = [...paths].filter((path) => {
    const bytes = Buffer.from(`data/${path}.i`).toString('latin1');
    return !existsSync(join(hg.path, '.hg', 'store', storePath(bytes, true)));
  });
  expect(missing).toEqual([]);
  expect([...paths].filter((path) => storePath(`data/${path}.i`, true).startsWith('dh/')).length).toBeGreaterThan(20);
});
