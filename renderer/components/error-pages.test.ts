import { expect, test } from 'vitest';
import { ApiError, FailedWork } from '../api/request.ts';
import { errorPageOf, errorPageOfThrown } from './error-pages.ts';

const pages = Object.keys(import.meta.glob('../../docs/guide/errors/*.md')).map((path) =>
  path.replace('../../docs/guide/', '').replace(/\.md$/, ''),
);
const catalogue = import.meta.glob<string>('../../service/failures/catalogue/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const keys = Object.values(catalogue).flatMap((text) =>
  [...text.matchAll(/^ {2}'([\w.]+)': entry\(/gm)].map(([, key = '']) => key),
);

test('every failure has a page that exists, and every page a failure', () => {
  expect(keys.length).toBeGreaterThan(180);
  const named = new Set(keys.map(errorPageOf));
  for (const page of named) expect(pages).toContain(page);
  // Refusals of what was entered have no key: they are told by their status.
  const others = ['errors/README', 'errors/refused'];
  expect(pages.filter((page) => !named.has(page as never) && !others.includes(page))).toEqual([]);
});

test('what was thrown has its page, whoever threw it', () => {
  expect(errorPageOfThrown(new ApiError(503, 'The disk is full.', [], 'disk.full'))).toBe('errors/disk');
  expect(errorPageOfThrown(new ApiError(422, 'Validation Failed', []))).toBe('errors/refused');
  expect(errorPageOfThrown(new ApiError(500, 'The service failed.', []))).toBe('errors/stopped');
  expect(errorPageOfThrown(new FailedWork('It was cancelled.', 'import.was_cancelled'))).toBe('errors/stopped');
  expect(errorPageOfThrown(new FailedWork('Nobody knows.', null))).toBe('errors/README');
  expect(errorPageOfThrown(new Error('a program’s own'))).toBe('errors/README');
  expect(errorPageOf('of_tomorrow.something')).toBe('errors/stopped');
  expect(errorPageOf('constructor')).toBe('errors/stopped');
});
