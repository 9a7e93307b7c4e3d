import { expect, test } from 'vitest';
import { estimateSeconds } from './time-estimate.ts';

const past = (vcs: string, commits: number, seconds: number, more = {}) => ({
  vcs,
  status: 'complete' as const,
  commit_count: commits,
  started_at: '2026-01-01T00:00:00Z',
  finished_at: new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000).toISOString(),
  hold_before_push: false,
  fetched: null,
  ...more,
});

test('the median speed of earlier imports of the same kind decides', () => {
  const all = [past('git', 1000, 10), past('git', 1000, 100), past('git', 1000, 20), past('subversion', 1000, 1)];
  expect(estimateSeconds(all, 'git', 5000)).toBe(100);
  expect(estimateSeconds(all, 'subversion', 10)).toBe(1);
});

test('imports that waited for a person, failed, or were tiny say nothing', () => {
  const none = [
    past('git', 1000, 1, { hold_before_push: true }),
    past('git', 1000, 1, { status: 'error' }),
    past('git', 3, 1),
  ];
  expect(estimateSeconds(none, 'git', 10)).toBeNull();
});
