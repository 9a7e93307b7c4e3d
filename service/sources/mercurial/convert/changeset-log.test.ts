import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { random } from '../../../testing/random.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import { ChangesetLog, NONE } from './changeset-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry changesets '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nodeOf = (place: number) => createHash('sha1').update(`${place}`).digest();
const NOBODY = Buffer.alloc(20);
const parentsOf = (first: number, second: number) =>
  Buffer.concat([first, second].map((place) => (place === NONE ? NOBODY : nodeOf(place))));
const textOf = (place: number) => Buffer.from(`${'a'.repeat(40)}\nAnn\n1 0\n\nmessage ${place}`);

it('random graphs: what was added is there, and reached is what a walk over plain sets reaches', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const next = random(seed);
    const path = join(folder, `changesets ${seed}`);
    const log = new ChangesetLog(path);
    const parents: [number, number][] = [];
    const count = 1 + Math.floor(next() * 400);
    for (let place = 0; place < count; place++) {
      const any = () => (place === 0 || next() < 0.05 ? NONE : Math.floor(next() * place));
      const own: [number, number] = [next() < 0.7 ? place - 1 : any(), next() < 0.2 ? any() : NONE];
      parents.push(own);
      expect(log.add(nodeOf(place), parentsOf(...own), textOf(place))).toBe(place);
    }
    log.allCame();
    expect([log.count, log.first]).toEqual([count, nodeOf(0).toString('hex')]);
    for (let place = count - 1; place >= 0; place--) {
      const said = [log.node(place), log.parents(place), log.changeset(place).message];
      expect(said).toEqual([nodeOf(place).toString('hex'), parents[place], `message ${place}\n`]);
    }
    const chosen = Array.from({ length: 3 }, () => Math.floor(next() * count));
    const reached = new Set<number>();
    for (const waiting = [...chosen]; waiting.length > 0; ) {
      const place = waiting.pop() as number;
      if (place === NONE || reached.has(place)) continue;
      reached.add(place);
      waiting.push(...(parents[place] as [number, number]));
    }
    const hex = chosen.map((place) => nodeOf(place).toString('hex'));
    const places = log.placesOf([...hex, nodeOf(-7).toString('hex')]);
    expect(places).toEqual(new Map(chosen.map((place, index) => [hex[index] as string, place])));
    expect(log.reachedFrom(places.values())).toBe(reached.size);
    log.close();
    expect(existsSync(path)).toBe(false);
  }
});

it('a changeset without its parent, one that was there, and one that comes too late are refused', () => {
  const log = new ChangesetLog(join(folder, 'refused'));
  const add = (place: number, first: number, second: number) =>
    log.add(nodeOf(place), parentsOf(first, second), textOf(place));
  add(0, NONE, NONE);
  expect(() => add(1, 5, NONE)).toThrow(BundleError);
  expect(() => add(2, 0, 5)).toThrow(BundleError);
  expect(() => add(0, NONE, NONE)).toThrow(BundleError);
  log.allCame();
  expect(() => add(3, 0, NONE)).toThrow(BundleError);
  expect(log.count).toBe(1);
  log.close();
});
