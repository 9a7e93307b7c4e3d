import { expect, test } from 'vitest';
import type { ApiEvent } from '../service/api/events.ts';
import type { Work } from '../service/api/work/work-schemas.ts';
import { RunningWork } from './running-work.ts';

const work = (change: Partial<Work>): Work => ({
  ...{ key: 'import:1', kind: 'import', id: 1, owner: 'acme', repo: 'tool', place: null, state: 'running' },
  ...{ percent: null, text: '', failure: null, again: false, begun_at: '2026-01-01T00:00:00Z', ended_at: null },
  ...change,
});
const changed = (row: Work) =>
  ({ type: 'import.changed', owner: 'acme', repo: 'tool', work: row }) as unknown as ApiEvent;
const read = (percent: number) =>
  ({ type: 'import.progress', import_id: 1, progress: { percent } }) as unknown as ApiEvent;

test('work is known until it ends, and its end is told', () => {
  const running = new RunningWork();
  // What nobody knew to run is no news.
  expect(running.take(changed(work({ state: 'done' })))).toEqual({ changed: true, told: null });
  running.take(changed(work({})));
  expect(running.take(read(40))).toEqual({ changed: true, told: null });
  expect(running.all()).toMatchObject([{ percent: 40 }]);
  const done = work({ state: 'done' });
  expect(running.take(changed(done))).toEqual({ changed: true, told: done });
  expect(running.all()).toEqual([]);
  expect(running.take(read(50))).toEqual({ changed: false, told: null });
});

test('what was cancelled and removed runs no more: the taskbar showed its progress for ever', () => {
  const running = new RunningWork();
  const kept = work({ key: 'push:9', kind: 'push', id: 9 });
  running.beginWith([work({}), work({ key: 'export:2', kind: 'export', id: 2, repo: null }), kept]);
  const removed: ApiEvent = { type: 'import.removed', owner: 'acme', repo: 'tool', import_id: 1 };
  expect(running.take(removed)).toEqual({ changed: true, told: null });
  const deleted = { type: 'migration.changed', owner: 'acme', migration_id: 2, work: null } as unknown as ApiEvent;
  expect(running.take(deleted)).toEqual({ changed: true, told: null });
  expect(running.all()).toEqual([kept]);
});

test('a window that is opened again begins with what runs now', () => {
  const running = new RunningWork();
  running.take(changed(work({})));
  running.beginWith([]);
  expect(running.all()).toEqual([]);
});
