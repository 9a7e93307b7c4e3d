import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { random } from '../../../testing/random.ts';
import { HashedNames } from './hashed-names.ts';
import { SeenNames } from './member-names.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('hashed names are kept as a map keeps names', () => {
  const next = random(7);
  const names = new HashedNames();
  const map = new Map<string, string>();
  for (let n = 0; n < 20_000; n++) {
    const name = `name ${Math.floor(next() * 9000)}`;
    const beside = `beside ${Math.floor(next() * 2)}`;
    const known = map.get(name);
    expect(names.add(name, beside)).toBe(known === undefined ? 'new' : known === beside ? 'same' : 'other');
    if (known === undefined) map.set(name, beside);
  }
  expect(names.size).toBe(map.size);
});

test('names of a hostile archive, in which each file lies in 500 folders of its own, take little memory', () => {
  const before = held();
  const names = new SeenNames();
  for (let n = 0; n < 1000; n++) names.add(`x${n}/${'a/'.repeat(499)}f`, 'file');
  expect(names.count).toBe(501_000);
  expect(held() - before).toBeLessThan(40 << 20);
});
