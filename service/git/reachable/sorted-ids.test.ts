/** Sorted ids against sets of strings, with so few in memory that most lie in files. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '../../testing/random.ts';
import { countDifferent } from './id-cursor.ts';
import { IdCollector, SortedIds, sharedIds } from './sorted-ids.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry ids '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of which many begin alike, and some come again. */
function randomIds(next: () => number, count: number, idBytes: number): string[] {
  const pick = (most: number) => Math.floor(next() * most);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const again = ids[pick(4 * count)];
    const begin = pick(3) === 0 ? pick(2 ** 32) : pick(5);
    const end = Array.from({ length: idBytes - 4 }, () => pick(pick(2) === 0 ? 2 : 256));
    ids.push(again ?? begin.toString(16).padStart(8, '0') + Buffer.from(end).toString('hex'));
  }
  return ids;
}

/** Hands ids over some at a time, whatever the collector keeps at a time. */
function collect(next: () => number, ids: readonly string[], idBytes: number, most: number): SortedIds {
  const collector = new IdCollector(idBytes, folder, most);
  for (let at = 0; at < ids.length; ) {
    const to = at + 1 + Math.floor(next() * 40);
    collector.add(Buffer.from(ids.slice(at, to).join(''), 'hex'));
    at = to;
  }
  return collector.finish();
}

function read(ids: SortedIds): string[] {
  const found: string[] = [];
  for (const id = ids.cursor(); id.next(); ) found.push(id.hex());
  return found;
}

test('what comes in any order is there sorted, each once, read as often as one likes, from memory and from a file', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const next = random(seed);
    const idBytes = seed % 4 === 0 ? 32 : 20;
    const ids = randomIds(next, Math.floor(next() * 600), idBytes);
    const expected = [...new Set(ids)].sort();
    for (const most of [1, 7, 64, 10_000]) {
      const collected = collect(next, ids, idBytes, most);
      for (const _ of [1, 2]) expect(read(collected)).toEqual(expected);
      expect(Buffer.concat([...collected.pieces()].map((piece) => Buffer.from(piece))).toString('hex')).toBe(
        expected.join(''),
      );
      collected.close();
    }
    expect(read(SortedIds.ofHex(ids, idBytes))).toEqual(expected);
  }
  // Not even while they are open do they have a name.
  expect(readdirSync(folder)).toEqual([]);
});

test('lists are counted as one, and what two have both is found', () => {
  for (let seed = 51; seed <= 80; seed++) {
    const next = random(seed);
    const all = randomIds(next, 500, 20);
    const lists = Array.from({ length: 1 + Math.floor(next() * 6) }, () => all.filter(() => next() < 0.4));
    const sorted = lists.map((list, n) => collect(next, list, 20, n % 2 === 0 ? 16 : 1000));
    expect(countDifferent(sorted.map((ids) => ids.cursor()))).toBe(new Set(lists.flat()).size);
    const [first = [], second = []] = lists;
    const [a, b = SortedIds.ofHex([], 20)] = sorted;
    const both = new Set(first.filter((id) => second.includes(id)));
    expect(sharedIds(a as SortedIds, b)).toEqual(both);
    for (const ids of sorted) ids.close();
  }
});

test('a file that was cut is no shorter list', () => {
  const path = join(folder, 'cut');
  writeFileSync(path, Buffer.alloc(50));
  const ids = SortedIds.inFile(openSync(path, 'r'), [{ from: 0, to: 60 }], 20);
  expect(() => read(ids)).toThrow(RangeError);
  ids.close();
  const collector = new IdCollector(20, folder, 1);
  collector.add(Buffer.alloc(40));
  collector.discard();
  expect(() => closeSync(openSync(path, 'r'))).not.toThrow();
});
