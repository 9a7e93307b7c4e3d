import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineRun } from '../engine.ts';
import { diskBytes } from './disk.ts';
import { fittedExponent } from './exponent.ts';
import { rowsOf } from './growth.ts';
import { MercurialFolder } from './mercurial-folder.ts';
import { SubversionFolder } from './subversion-folder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'growth-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the fitted exponent', () => {
  it('is the power by which time grows, whatever the unit', () => {
    const grown = (power: number, each: number) =>
      [10, 40, 160].map((size) => ({ size, seconds: each * size ** power }));
    expect(fittedExponent(grown(1, 0.003))).toBeCloseTo(1, 9);
    expect(fittedExponent(grown(2, 7))).toBeCloseTo(2, 9);
    expect(fittedExponent(grown(0.5, 1))).toBeCloseTo(0.5, 9);
  });

  it('lies between steps that differ', () => {
    const seconds = [1, 4, 32];
    const fitted = fittedExponent([10, 40, 160].map((size, i) => ({ size, seconds: seconds[i] as number })));
    expect(fitted).toBeCloseTo(1.25, 9);
  });

  it('is nothing that one size has', () => {
    expect(() => fittedExponent([{ size: 5, seconds: 1 }])).toThrow(RangeError);
  });
});

describe('rows of a growth', () => {
  const sized = (size: number, seconds: number, ownPeakMb = 300, mostDisk = 200 << 20) => ({
    size,
    runs: [{ seconds, ownPeakMb, peakMb: ownPeakMb + 50 } as EngineRun],
    mostDisk,
    result: 100 << 20,
  });
  const kept = (...all: ReturnType<typeof sized>[]) => rowsOf({ unit: 'things', vcs: 'git' }, all).map((row) => row.ok);

  it('keep what is promised for memory, disk and growth', () => {
    expect(kept(sized(10, 1), sized(100, 10))).toEqual([true, true, true]);
    expect(kept(sized(10, 1, 513), sized(100, 10))).toEqual([false, true, true]);
    expect(kept(sized(10, 1), sized(100, 10, 300, 221 << 20))).toEqual([true, false, true]);
    expect(kept(sized(10, 1), sized(100, 13))).toEqual([true, true, false]);
  });

  it('judge no disk of a history that is small', () => {
    expect(kept({ ...sized(10, 1), result: 1 << 20 })).toEqual([true]);
  });
});

it('counts a file with two names once', () => {
  const place = join(folder, 'disk');
  mkdirSync(join(place, 'deeper'), { recursive: true });
  writeFileSync(join(place, 'one'), Buffer.alloc(1 << 20, 1));
  const alone = diskBytes(place);
  expect(alone).toBeGreaterThanOrEqual(1 << 20);
  linkSync(join(place, 'one'), join(place, 'deeper', 'two'));
  expect(diskBytes(place)).toBe(alone);
  expect(diskBytes(join(folder, 'nowhere'))).toBe(0);
});

it('writes a repository that Subversion reads: packed shards, revisions behind them, texts, folders and properties', () => {
  const path = join(folder, 'svn');
  const source = new SubversionFolder(path, 2_050);
  for (let i = 1; i <= 2_050; i++) {
    const content =
      i % 7 === 0 ? { pieces: () => [Buffer.from('in '), Buffer.from(`pieces ${i}`)] } : Buffer.from(`${i}`);
    source.revision(`author ${i}`, `Change ${i}`, [{ path: `trunk/d${i % 5}/f${i % 30}`, content }]);
  }
  source.close();
  const ask = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });
  ask('svnadmin', 'verify', '-q', path);
  expect(ask('svnlook', 'youngest', path).trim()).toBe('2050');
  expect(ask('svnlook', 'cat', '-r', '1400', path, 'trunk/d0/f20')).toBe('in pieces 1400');
  expect(ask('svnlook', 'cat', '-r', '2050', path, 'trunk/d0/f10')).toBe('2050');
  expect(ask('svnlook', 'log', '-r', '999', path).trim()).toBe('Change 999');
  expect(ask('svnlook', 'author', '-r', '1000', path).trim()).toBe('author 1000');
  expect(ask('svnlook', 'changed', '-r', '1', path)).toBe('A   trunk/\nA   trunk/d1/\nA   trunk/d1/f1\n');
  expect(ask('svnlook', 'changed', '-r', '31', path)).toBe('U   trunk/d1/f1\n');
});

it('writes a repository that Mercurial reads, and finds no fault in', () => {
  const path = join(folder, 'hg');
  const source = new MercurialFolder(path);
  for (let i = 0; i < 1_100; i++) {
    source.changeset(
      `Ann ${i} <ann@example.org>`,
      1e9 + i,
      `Change ${i}`,
      `d${i % 5}/f${i % 30}`,
      Buffer.from(`${i}\n`.repeat(i % 40)),
    );
  }
  source.close();
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' };
  const hg = (...args: string[]) => execFileSync('hg', ['-R', path, ...args], { env, encoding: 'utf8' });
  expect(hg('verify')).toContain('checked 1100 changesets with 1100 changes to 30 files');
  expect(hg('cat', '--cwd', path, '-r', '1001', 'd1/f11')).toBe('1001\n');
  expect(hg('log', '-r', '999', '-T', '{author} {desc} {files} {parents % "{rev}"}')).toBe(
    'Ann 999 <ann@example.org> Change 999 d4/f9 ',
  );
});
