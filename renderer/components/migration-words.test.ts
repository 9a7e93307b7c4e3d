import { describe, expect, it } from 'vitest';
import { expiryWords, migrationWords } from './migration-words.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

describe('expiryWords', () => {
  it.each([
    [168, 'will be deleted in 7 days', false],
    [167.9, 'will be deleted in 7 days', false],
    [49, 'will be deleted in 2 days', false],
    [30, 'will be deleted in 30 hours', false],
    [23, 'will be deleted in 23 hours', true],
    [0.5, 'will be deleted in 30 minutes', true],
    [-1, 'is over its time and will be deleted within an hour', true],
  ])('%s hours before', (hours, words, soon) => {
    expect(expiryWords(at(hours), now)).toEqual({ words, soon });
  });
});

describe('migrationWords', () => {
  it('says when the archive of a finished migration is gone', () => {
    expect(migrationWords({ state: 'exported', archive: { deleted_at: at(0), lacks: null } }).words).toBe(
      'Archive deleted',
    );
    expect(migrationWords({ state: 'exported', archive: { deleted_at: null, lacks: null } }).words).toBe('Ready');
  });
});
