import { expect, test } from 'vitest';
import type { Import } from '../../service/api/imports/import-schemas.ts';
import { followedTitle, type ImportState, isWorking, largeFilesText, statusWords } from './import-words.ts';

const base = { waiting_for_release: false };
const title = (record: ImportState & Pick<Import, 'unknown_host'>) => followedTitle(record, 'progress');

test('over an import that waits stands what it waits for, and never that it is fetched', () => {
  expect(title({ ...base, status: 'importing' })).toBe('Fetching');
  for (const status of ['auth_failed', 'detection_needs_auth'] as const)
    expect(title({ ...base, status })).toBe('Waiting for a user name and a password');
  expect(title({ ...base, status: 'detection_found_multiple' })).toBe('Waiting for your choice');
  expect(title({ ...base, status: 'detection_found_nothing' })).toBe('Nothing was found');
  expect(title({ ...base, status: 'error' })).toBe('The import stopped');
  expect(followedTitle({ ...base, status: 'error' }, 'push')).toBe('The import stopped');
  const host = { host: 'svn.example.org', port: 22 } as unknown as Import['unknown_host'];
  expect(title({ ...base, status: 'error', unknown_host: host })).toBe('Waiting for your answer');
});

test('what waits for its turn or for room on the disk is called so in every list, and is no failure', () => {
  const turn = { ...base, status: 'importing', waiting_for_turn: true } as const;
  expect([statusWords(turn).words, title(turn), isWorking(turn)]).toEqual([
    'Waiting for its turn',
    'Waiting for its turn',
    true,
  ]);
  for (const failure of ['disk.full_waits', 'disk.no_more_files_waits']) {
    const full = { ...base, status: 'error', failure } as const;
    expect(statusWords(full)).toEqual({ words: 'Waiting for room', tone: 'attention' });
    expect([title(full), isWorking(full)]).toEqual(['Waiting for room on the disk', false]);
  }
});

test('files that largefiles kept are not said to be over 100 MB', () => {
  const record = { vcs: 'mercurial', large_files_count: 1, large_files_size: 5000 } as Import;
  expect(largeFilesText(record)).toBe('1 file over 100 MB or kept by largefiles, together 5.0 kB');
  expect(largeFilesText({ ...record, vcs: 'git', large_files_count: 2 })).toBe('2 files over 100 MB, together 5.0 kB');
});
