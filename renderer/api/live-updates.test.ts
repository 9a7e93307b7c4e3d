import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { useLiveProgress } from '../stores/live-progress.ts';
import { applyEvent, withLines } from './live-updates.ts';
import { queryKeys } from './query-keys.ts';

const of = { owner: 'owner', repo: 'tool', import_id: 7 };
const line = (id: number) => ({ id, at: '2026-01-01T00:00:00Z', level: 'info' as const, text: `line ${id}` });

describe('applyEvent', () => {
  it('makes the import and the lists old when an import changes', () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.import('owner', 'tool'), { id: 7 });
    queries.setQueryData(queryKeys.imports, []);
    queries.setQueryData(queryKeys.import('owner', 'other'), { id: 8 });
    applyEvent(queries, { type: 'import.changed', ...of, status: 'importing' });
    expect(queries.getQueryState(queryKeys.import('owner', 'tool'))?.isInvalidated).toBe(true);
    expect(queries.getQueryState(queryKeys.imports)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(queryKeys.import('owner', 'other'))?.isInvalidated).toBe(false);
  });

  it('keeps live numbers until the import is gone', () => {
    const queries = new QueryClient();
    const progress = {
      step: 'raw' as const,
      percent: 12,
      status_text: 'Fetching',
      done: 1,
      total: 9,
      unit: 'revisions' as const,
      rate: null,
      seconds_left: null,
    };
    applyEvent(queries, { type: 'import.progress', ...of, progress });
    expect(useLiveProgress.getState().readings[7]).toEqual(progress);
    applyEvent(queries, { type: 'import.removed', ...of });
    expect(useLiveProgress.getState().readings[7]).toBeUndefined();
  });
});

describe('withLines', () => {
  it('adds new lines once, in order', () => {
    expect(withLines([line(1), line(2)], [line(2), line(3)])).toEqual([line(1), line(2), line(3)]);
  });

  it('has nothing to add to before the log was read', () => {
    expect(withLines(undefined, [line(1)])).toBeUndefined();
  });
});
