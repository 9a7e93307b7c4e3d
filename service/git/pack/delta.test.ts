import { describe, expect, it } from 'vitest';
import { applyDelta, DeltaBuilder } from './delta.ts';

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

describe('DeltaBuilder', () => {
  it('makes deltas that give back any mixture of copies and inserts', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const base = Buffer.from(
        Array.from({ length: 1 + Math.floor(next() * 200_000) }, () => Math.floor(next() * 256)),
      );
      const parts: { copy: boolean; from: number; to: number }[] = [];
      const literal = Buffer.from(Array.from({ length: 3000 }, () => Math.floor(next() * 256)));
      for (let i = 0; i < 20; i++) {
        const source = next() < 0.5 ? base : literal;
        const from = Math.floor(next() * source.length);
        parts.push({ copy: source === base, from, to: from + Math.floor(next() * (source.length - from + 1)) });
      }
      const target = Buffer.concat(parts.map(({ copy, from, to }) => (copy ? base : literal).subarray(from, to)));
      const builder = new DeltaBuilder();
      builder.start(base.length, target.length, Number.POSITIVE_INFINITY);
      for (const { copy, from, to } of parts) {
        if (copy) builder.copy(from, to - from);
        else builder.insert(literal, from, to);
      }
      const delta = builder.finish();
      expect(delta).not.toBeNull();
      expect(applyDelta(base, delta as Buffer).equals(target)).toBe(true);
    }
  });

  it('copies exactly 65,536 bytes, whose length Git writes as nothing', () => {
    const base = Buffer.alloc(70_000, 7);
    const builder = new DeltaBuilder();
    builder.start(base.length, 65_536, 1000);
    builder.copy(0, 65_536);
    expect(applyDelta(base, builder.finish() as Buffer)).toHaveLength(65_536);
  });

  it('gives up when the delta is longer than it may be', () => {
    const builder = new DeltaBuilder();
    const text = Buffer.alloc(1000, 1);
    builder.start(10, 1000, 500);
    builder.insert(text, 0, 1000);
    expect(builder.finish()).toBeNull();
  });
});

describe('applyDelta', () => {
  const base = Buffer.from('base text');
  it.each([
    ['another base size', [8, 4, 0x90, 4]],
    ['a copy past the base', [9, 20, 0x91, 5, 20]],
    ['an insert past its end', [9, 4, 4, 1, 2]],
    ['an empty instruction', [9, 1, 0]],
    ['a text that is too short', [9, 5, 1, 65]],
  ])('refuses %s', (_, bytes) => {
    expect(() => applyDelta(base, Buffer.from(bytes))).toThrow(RangeError);
  });
});
