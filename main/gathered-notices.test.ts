import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Work } from '../service/api/work/work-schemas.ts';
import { GatheredNotices, type Notice } from './gathered-notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const work = (id: number, change: Partial<Work>): Work => ({
  ...{ key: `import:${id}`, kind: 'import', id, owner: 'acme', repo: `r${id}`, place: null, state: 'failed' },
  ...{ percent: null, text: 'Why.', failure: null, again: false, begun_at: '2026-01-01T00:00:00Z', ended_at: null },
  ...change,
});

test('three hundred that end together are two notices, which count all of them', () => {
  const shown: Notice[] = [];
  const notices = new GatheredNotices((notice) => shown.push(notice));
  for (let id = 1; id <= 298; id++) notices.tell(work(id, {}));
  notices.tell(work(299, { state: 'needs_you' }));
  notices.tell(work(300, { state: 'done', warns: true }));
  notices.tell(work(301, { state: 'done' }));
  notices.tell(work(302, { state: 'running' }));
  expect(shown).toEqual([{ title: 'Import: acme/r1', body: 'Failed. Why.' }]);
  vi.advanceTimersByTime(5000);
  expect(shown.slice(1)).toEqual([
    { title: 'Gantry', body: '297 jobs failed. 2 jobs need you. 1 job is done. Activity shows them.' },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(shown).toHaveLength(2);
});

test('one that ends by itself is told at once, and so is the next one later', () => {
  const shown: Notice[] = [];
  const notices = new GatheredNotices((notice) => shown.push(notice));
  notices.tell(work(1, { state: 'done' }));
  vi.advanceTimersByTime(1000);
  notices.tell(work(2, {}));
  vi.advanceTimersByTime(5000);
  expect(shown.map(({ title, body }) => `${title} ${body}`)).toEqual([
    'Import: acme/r1 Done.',
    'Import: acme/r2 Failed. Why.',
  ]);
  vi.advanceTimersByTime(5000);
  notices.tell(work(3, {}));
  expect(shown).toHaveLength(3);
});
