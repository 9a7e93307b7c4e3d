import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { random } from '../../../testing/random.ts';
import { ManifestChanges, ManifestChangesWriter } from './manifest-changes.ts';
import type { ChangedLines } from './manifest-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry manifests '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nodeOf = (number: number) => createHash('sha1').update(`${number}`).digest();

function changesOf(number: number): ChangedLines {
  const line = { path: `file ${number}`, node: nodeOf(number).toString('hex'), flags: number % 3 === 0 ? 'x' : '' };
  return { gone: number % 5 === 0 ? ['old'] : [], come: number % 7 === 0 ? [] : [line] };
}

it.each([
  ['in their order', (at: number) => at],
  ['some again, some left out', (at: number, next: () => number) => Math.max(0, at - Math.floor(next() * 3))],
  ['in any order', (_at: number, next: () => number) => Math.floor(next() * 2000)],
])('manifests are found when they are asked for %s', async (name, which) => {
  const next = random(3);
  const path = join(folder, name);
  const writer = new ManifestChangesWriter(path);
  const bases: number[] = [];
  for (let number = 0; number < 2000; number++) {
    bases.push(number === 0 || next() < 0.1 ? -1 : Math.floor(next() * number));
    writer.add(nodeOf(number), bases[number] as number, changesOf(number));
  }
  writer.end();
  writer.close();
  const manifests = await ManifestChanges.read(path, Promise.resolve());
  expect(manifests.count).toBe(2000);
  for (let at = 0; at < 2000; at++) {
    const number = which(at, next);
    const atHand = next() < 0.5 ? [number - 1, -1, number] : [];
    expect(manifests.find(nodeOf(number), atHand)).toBe(number);
    expect(manifests.base(number)).toBe(bases[number]);
    expect(manifests.changes(number)).toEqual(changesOf(number));
  }
  expect(manifests.find(nodeOf(-1), [5000, -1, 3])).toBe(-1);
  manifests.close();
});
