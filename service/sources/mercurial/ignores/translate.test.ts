/** That git ignores what hg ignores, with real programs, over paths that patterns may tell apart. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '../../../testing/random.ts';
import { HgWorkspace } from '../testing/hg.ts';
import { translateIgnores } from './translate.ts';

const PATHS = [
  ...[
    'foo',
    'bar',
    'a.o',
    'b.pyc',
    'x foo',
    'foo.txt',
    'fooXtxt',
    '#hash',
    '!bang',
    'a[b]',
    'a*b',
    'a\\b',
    'ab',
    'aXb',
  ],
  ...[
    'build/x',
    'sub/build/y',
    'sub/foo',
    'sub/foobar',
    'sub/deep/foo/z',
    'xfoox/in',
    'a/b',
    'a/x/b',
    'a/x/y/b',
    'z/a/b',
  ],
  ...[
    'foo2/txt',
    'foo1',
    'foo12',
    'sub/a.o',
    'a.o.d/in',
    'caf\u00e9',
    'sub/.hidden',
    'tail ',
    'baz/foo/q',
    'sub/bar',
    'b',
  ],
];

let folder: string;
let hg: HgWorkspace;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry ignores '));
  hg = new HgWorkspace(join(folder, 'r'));
  execFileSync('git', ['init', '-q', hg.path]);
  for (const path of PATHS) hg.write(path, '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ofHg(): string[] {
  return named(hg.hg('status', '-i', '-n', '-0'));
}

function ofGit(): string[] {
  const args = ['-c', 'core.excludesFile=/dev/null', 'ls-files', '-o', '-i', '--exclude-standard', '-z'];
  return named(execFileSync('git', args, { cwd: hg.path }).toString());
}

const named = (text: string) =>
  text
    .split('\0')
    .filter((path) => path !== '' && !path.startsWith('.') && !path.startsWith('.hg/'))
    .sort();

/** What both ignore with it; fails where they differ. */
function bothIgnore(ignores: string, left = 0): string[] {
  hg.write('.hgignore', ignores);
  const { lines, leftOut } = translateIgnores(Buffer.from(ignores).toString('latin1'), (path) =>
    path === 'sub/rules' ? 'syntax: glob\nfoo\nrootglob:bar\n^deep' : null,
  );
  expect(leftOut.map(({ line }) => line)).toHaveLength(left);
  hg.write('.gitignore', Buffer.from(`${lines.join('\n')}\n`, 'latin1'));
  const wanted = ofHg();
  expect(ofGit(), `${ignores}\n→\n${lines.join('\n')}`).toEqual(wanted);
  return wanted;
}

test('globs', () => {
  const globs = [
    ...['foo', '*.o', 'a?b', 'a[!x]b', 'a/**/b', 'a**b', '**/foo', 'sub/*', '{foo,bar}', '{a,z}/b', 'a\\*b', 'a\\\\b'],
    ...[
      '\\#hash',
      '!bang',
      'a[[]b]',
      'build/',
      './foo',
      'a/',
      '*',
      'caf\u00e9',
      'foo[0-9]',
      '**',
      'sub/**',
      'foo,bar',
      'a[]x]b',
      '/**',
    ],
  ];
  for (const glob of globs) {
    bothIgnore(`syntax: glob\n${glob}`);
    bothIgnore(`rootglob:${glob}`);
  }
  for (const glob of ['[!]]', '[!]a]', 'x[!]']) {
    expect(translateIgnores(`syntax: glob\n${glob}`, () => null).leftOut, glob).toHaveLength(1);
  }
  expect(bothIgnore('syntax: glob\n*.o # objects\n\n# a comment\nre:^build/')).toEqual(['a.o', 'build/x', 'sub/a.o']);
});

test('regular expressions, files that are included, and what stays as a comment', () => {
  const patterns = [
    ...[
      'foo',
      '^foo',
      '^foo$',
      'foo$',
      '\\.o$',
      '^build/',
      'build/',
      '/foo',
      '(^|/)foo$',
      '(^|/)foo/',
      'foo.txt',
      'foo\\.txt',
    ],
    ...[
      '^sub/.*foo',
      '^sub/[^/]+$',
      'foo\\d?$',
      'foo|bar',
      '^(foo|bar)$',
      '.*\\.pyc$',
      '.',
      '^a.*b$',
      'a{1}b',
      '^(?:sub/)?foo',
      '[a-c]\\.(o|pyc)$',
    ],
    ...['x?foo', '^.+/foo', '\\Aa\\\\b\\Z', '[^/]*oo$', '^foo[12]{1,2}$', 'caf\u00e9', '^[^a-z]', 'o$|^b', '^$', '/'],
  ];
  for (const pattern of patterns) bothIgnore(pattern);
  for (const pattern of ['(foo)+', 'fo+\\b', '(?i)FOO', '[0-9]+$', '(?!foo)']) {
    hg.write('.hgignore', '');
    expect(translateIgnores(pattern, () => null)).toMatchObject({ translated: 0, leftOut: [{ line: pattern }] });
    expect(translateIgnores(pattern, () => null).lines[0]).toMatch(/^# Not translated from .hgignore \(.+\): /);
  }
  hg.write('sub/rules', 'syntax: glob\nfoo\nrootglob:bar\nre:^deep');
  expect(translateIgnores('include:nowhere\nsyntax: glob\ninclude', () => null).leftOut).toHaveLength(2);
  hg.write('.hgignore', 'subinclude:sub/rules\n');
  const { lines } = translateIgnores('subinclude:sub/rules\n', () => 'syntax: glob\nfoo\nrootglob:bar\nre:^deep');
  hg.write('.gitignore', `${lines.join('\n')}\n`);
  expect(ofHg()).toEqual(['sub/bar', 'sub/deep/foo/z', 'sub/foo']);
  expect(ofGit()).toEqual(ofHg());
});

test('random patterns', () => {
  const next = random(12);
  const below = (n: number) => Math.floor(next() * n);
  const parts = {
    glob: ['a', 'b', 'foo', '*', '**', '/', '?', '[ab]', '[!a]', '{a,foo}', '.o'],
    regexp: ['a', 'b', 'foo', '.', '.*', '/', '[^/]*', '(a|foo)', 'o?', '\\.o', '$'],
  };
  for (let n = 0; n < 24; n += 1) {
    const syntax = n % 2 === 0 ? 'glob' : 'regexp';
    const text = Array.from({ length: 1 + below(5) }, () => parts[syntax][below(parts[syntax].length)]).join('');
    const start = syntax === 'regexp' && below(2) === 0 ? '^' : '';
    bothIgnore(`syntax: ${syntax}\n${start}${text}`);
  }
});
