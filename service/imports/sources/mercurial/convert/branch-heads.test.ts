import { expect, test } from 'vitest';
import { branchHeads, type Step } from './branch-heads.ts';

const step = (branch: string, ...parents: number[]): Step => ({
  changeset: { branch },
  parents: [parents[0] ?? -1, parents[1] ?? -1],
});

test('the newest changeset of each line is a head, unless its branch goes on through another branch', () => {
  const steps = [
    step('default'),
    step('default', 0),
    step('default', 0),
    step('feature', 1),
    step('feature', 3),
    // default goes on from feature: place 1 is no head any more.
    step('default', 4),
    step('feature', 4),
  ];
  expect(branchHeads(steps)).toEqual([6, 5, 2]);
});

test('a merge ends both of its lines', () => {
  expect(branchHeads([step('a'), step('a', 0), step('a', 0), step('a', 1, 2)])).toEqual([3]);
  expect(branchHeads([step('a'), step('b', 0), step('a', 0, 1)])).toEqual([2, 1]);
  expect(branchHeads([])).toEqual([]);
});
