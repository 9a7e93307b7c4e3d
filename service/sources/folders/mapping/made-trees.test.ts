import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cutOf } from '../layout/cut.ts';
import { MadeRevisions } from './made-revisions.ts';
import { countMadeTrees, type MadeTree, madeTrees, sampleOfMade } from './made-trees.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry made '));
  mkdirSync(join(folder, 'mapping'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function make(count: number): MadeTree[] {
  const made = new MadeRevisions(folder);
  const cut = cutOf(['sub/line']);
  const all = Array.from({ length: count }, (_, i) => {
    const path = i % 3 === 0 ? 'branches/Größe\t1' : 'trunk';
    const commit = String(i).padStart(40, '0');
    const isCut = path === 'trunk' && i > count / 2;
    const row = { revision: `r${i + 1}`, path, commit, author: 'a <a@b>', date: '2026-11-24T00:00:00Z' };
    made.add(row, isCut ? cut : null);
    return { revision: i + 1, path: path.replace('\t', ' '), commit, cut: isCut ? ['sub/line'] : [] };
  });
  made.close();
  return all;
}

async function listed(): Promise<MadeTree[]> {
  const all: MadeTree[] = [];
  for await (const made of madeTrees(folder)) all.push(made);
  return all;
}

it('gives what was made in its order, and counts it without reading it', async () => {
  const all = make(2500);
  expect(await listed()).toEqual(all);
  expect(await countMadeTrees(folder)).toBe(2500);
});

it('takes the same few from all of it as from a list of them', async () => {
  for (const [count, wanted] of [
    [1, 1],
    [2, 2],
    [999, 2],
    [2500, 4],
    [20_000, 12],
  ] as const) {
    const all = make(count);
    const expected = Array.from({ length: wanted }, (_, i) => all[Math.floor(((i + 0.5) * count) / wanted)]);
    expect(await sampleOfMade(folder)).toEqual({ some: expected, count });
  }
});

it('has nothing before the first mapping', async () => {
  expect(await listed()).toEqual([]);
  expect(await sampleOfMade(folder)).toEqual({ some: [], count: 0 });
});
