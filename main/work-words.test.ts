import { expect, test } from 'vitest';
import type { Work } from '../service/api/work/work-schemas.ts';
import { noticeOf, quitQuestion, taskbarProgress } from './work-words.ts';

const work = (change: Partial<Work>): Work => ({
  ...{ key: 'import:1', kind: 'import', id: 1, owner: 'acme', repo: 'tool', place: null, state: 'running' },
  ...{ percent: null, text: '', failure: null, again: false, begun_at: '2026-01-01T00:00:00Z', ended_at: null },
  ...change,
});
const push = work({ key: 'push:1', kind: 'push', place: 'https://git.example.org/tool.git' });

test('the question names what runs, and says which of it goes on', () => {
  expect(quitQuestion({ own: [work({})], others: [] }, true)).toEqual({
    message: 'An import is still running.',
    detail: 'Import: acme/tool\n\nIf you quit now, it goes on by itself when Gantry is started again.',
  });
  expect(quitQuestion({ own: [{ ...push, state: 'waiting' }], others: [] }, true)).toEqual({
    message: 'A push is still waiting.',
    detail:
      'Push: acme/tool to https://git.example.org/tool.git\n\nPushes and comparisons stop. What a push has sent is not sent twice: begin it again from Activity.',
  });
  const own = [
    ...Array.from({ length: 9 }, () => push),
    work({ kind: 'restore', owner: null, repo: null, place: '/a/b.tar.gz' }),
  ];
  const many = quitQuestion({ own, others: [] }, true);
  expect(many.message).toBe('10 jobs are still running.');
  expect(many.detail).toMatch(/\nand 2 more\n\n.*go on by themselves.* Pushes and comparisons stop\./);
});

test('whoever sits before a locked window is told how much runs, and of nothing what it is', () => {
  const { message, detail } = quitQuestion({ own: Array.from({ length: 9 }, () => push), others: [] }, false);
  expect(message).toBe('9 jobs are still running.');
  expect(detail).toBe(
    'Pushes and comparisons stop. What a push has sent is not sent twice: begin it again from Activity.',
  );
});

test('of the work of others it says how much there is, and whether it stops', () => {
  expect(quitQuestion({ own: [], others: ['import:7'] }, true)).toEqual({
    message: 'A job is still running.',
    detail: '1 job of another account\n\nIf you quit now, it goes on by itself when Gantry is started again.',
  });
  const both = quitQuestion({ own: [work({})], others: ['push:3', 'export:4'] }, true);
  expect(both.message).toBe('3 jobs are still running.');
  expect(both.detail).toMatch(
    /^Import: acme\/tool\n2 jobs of other accounts\n\n.* go on .* Pushes and comparisons stop\./,
  );
  expect(quitQuestion({ own: [], others: ['push:3'] }, false).detail).toMatch(/^Pushes and comparisons stop\./);
});

test('what ended or asks is told, what goes on is not', () => {
  expect(noticeOf(work({ state: 'done' }))).toEqual({ title: 'Import: acme/tool', body: 'Done.' });
  // What is done and not as the source is no good news.
  expect(noticeOf(work({ state: 'done', warns: true, text: '2 of 9 are not in Git.' }))?.body).toBe(
    '2 of 9 are not in Git.',
  );
  expect(noticeOf({ ...push, state: 'failed', text: 'The host did not answer.' })?.body).toBe(
    'Failed. The host did not answer.',
  );
  expect(noticeOf(work({ kind: 'export', repo: null, state: 'needs_you', text: 'Say.' }))?.title).toBe('Export: acme');
  expect(noticeOf(work({}))).toBeNull();
  expect(noticeOf(work({ state: 'stopped' }))).toBeNull();
});

test('the taskbar shows the mean of what is counted', () => {
  expect(taskbarProgress([])).toBe(-1);
  expect(taskbarProgress([{ percent: null }])).toBe(2);
  expect(taskbarProgress([{ percent: 20 }, { percent: 40 }, { percent: null }])).toBeCloseTo(0.3);
});
