import { expect, it } from 'vitest';
import { commitPayload } from '../commit-object.ts';
import { commitDelta } from './commit-delta.ts';
import { applyDelta, DeltaBuilder } from './delta.ts';

const payload = (n: number, message: string, name = 'Ann Example', parents = [`${n}`.padStart(40, 'b')]) =>
  commitPayload({
    tree: `${n * 7}`.padStart(40, 'a'),
    parents,
    author: { name, email: 'ann@example.org' },
    seconds: 1_200_000_000 + n * 61,
    message,
  });

it('makes each commit of the one before, whatever their messages and authors are', () => {
  const builder = new DeltaBuilder();
  const all = [
    payload(1, 'Copy 1'),
    payload(2, 'Copy 2'),
    payload(3, ''),
    payload(4, '\n\n'),
    payload(5, 'Copy 2', 'Jürgen'),
    payload(6, 'tree x\nparent y\n', 'J'),
  ];
  for (const target of all) {
    for (const base of all) {
      const delta = commitDelta(builder, base, target);
      if (delta !== null) expect(applyDelta(base, delta).equals(target)).toBe(true);
    }
  }
  const delta = commitDelta(builder, all[0] as Buffer, all[1] as Buffer) as Buffer;
  // Ids end alike here; the date stands in both lines.
  expect(delta.length).toBeLessThan((all[1] as Buffer).length / 3);
});

it('gives up where nothing is won, and where lines are missing', () => {
  const builder = new DeltaBuilder();
  expect(commitDelta(builder, payload(1, 'short'), payload(2, 'Something else. '.repeat(90)))).toBeNull();
  expect(commitDelta(builder, Buffer.from('tree'), payload(2, 'a'))).toBeNull();
});
