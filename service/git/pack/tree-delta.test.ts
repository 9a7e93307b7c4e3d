import { expect, it } from 'vitest';
import { applyDelta, DeltaBuilder } from './delta.ts';
import { treeDelta } from './tree-delta.ts';
import { treeBytes } from './tree-entries.ts';

const MODES = ['40000', '100644', '100755', '120000'];

/** Names that are each other's beginnings, with what sorts just before and behind a slash. */
function entries(random: (below: number) => number, count: number) {
  const names = new Set(
    Array.from(
      { length: count },
      () => ['a', 'a.', 'a0', 'ab', 'a\xff', 'b-'][random(6)] + `${random(40)}`.repeat(random(3)),
    ),
  );
  return [...names].map((name) => ({
    mode: MODES[random(4)] as string,
    name,
    oid: Buffer.alloc(20, random(3) * 0x20),
  }));
}

it('makes one tree of another, whatever both hold', () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const builder = new DeltaBuilder();
  for (let round = 0; round < 400; round++) {
    const before = entries(random, random(60));
    const kept = before.filter(() => random(5) > 0);
    const changed = kept.map((entry) => (random(8) === 0 ? { ...entry, mode: MODES[random(4)] as string } : entry));
    const names = new Set(changed.map(({ name }) => name));
    const after = [...changed, ...entries(random, random(10)).filter(({ name }) => !names.has(name))];
    const [base, target] = [treeBytes(before), treeBytes(after)];
    const delta = treeDelta(builder, base, target, 1 << 20) as Buffer;
    expect(applyDelta(base, delta).equals(target)).toBe(true);
  }
});

it('copies what did not change, and gives up where that is too little', () => {
  const all = Array.from({ length: 1000 }, (_, i) => ({ mode: '40000', name: `n${i}`, oid: Buffer.alloc(20, i) }));
  const [base, target] = [treeBytes(all.slice(0, 900)), treeBytes(all)];
  const builder = new DeltaBuilder();
  const delta = treeDelta(builder, base, target, target.length >> 2) as Buffer;
  expect(delta.length).toBeLessThan(100 * 40);
  expect(applyDelta(base, delta).equals(target)).toBe(true);
  expect(treeDelta(builder, base, target, target.length >> 4)).toBeNull();
});
