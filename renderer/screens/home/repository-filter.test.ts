import { expect, test } from 'vitest';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { remoteWords, rowsOfView, sourcesOf, wholeTable } from './repository-filter.ts';

function row(name: string, change: Partial<RepositorySummary> = {}): RepositorySummary {
  return {
    id: name.length,
    owner: 'acme',
    name,
    full_name: `acme/${name}`,
    size: 1,
    pushed_at: '2026-01-01T00:00:00Z',
    locked_by: null,
    origin: 'made',
    import: null,
    verdict: null,
    years: null,
    remotes: [],
    ...change,
  };
}

const green = { complete: 'green', equal: 'green', people: 'green' } as const;
const remote = { remote_url: 'https://git.example.org/a.git', pushed_at: '2026-01-01T00:00:00Z', is_older: true };
const rows = [
  row('a', { size: 5, verdict: { ...green, people: 'amber' }, remotes: [remote] }),
  row('b', {
    origin: 'imported',
    import: { vcs: 'subversion', vcs_url: 'svn://host.example/Ünder', status: 'complete' },
    verdict: green,
    years: [[2011, 3]],
  }),
  row('c', { origin: 'restored', size: 0, verdict: { ...green, complete: 'red' } }),
];
const names = (view: Partial<typeof wholeTable>) =>
  rowsOfView(rows, { ...wholeTable, ...view })
    .map(({ name }) => name)
    .join('');

test('the table shows what fits, in the order that is asked for', () => {
  expect(names({})).toBe('abc');
  expect(names({ descending: true })).toBe('cba');
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(names({ sort: 'size' })).toBe('cba');
  expect(names({ sort: 'verdict', descending: true })).toBe('cab');
  expect(names({ sort: 'commits', descending: true })).toBe('bac');
  expect(names({ search: 'HOST.example/ü' })).toBe('b');
  expect(names({ search: 'git.example' })).toBe('a');
  expect(names({ state: 'look' })).toBe('ac');
  expect(names({ state: 'behind' })).toBe('a');
  expect(names({ state: 'never' })).toBe('bc');
  expect(names({ state: 'empty', source: 'Archive' })).toBe('c');
  expect(sourcesOf(rows)).toEqual(['Archive', 'Made here', 'Subversion']);
});

test('a remote is its host, and a folder its name', () => {
  expect(remoteWords('https://u@git.example.org:8443/x/y.git')).toBe('git.example.org');
  expect(remoteWords('git@example.org:x/y.git')).toBe('example.org');
  expect(remoteWords('work-host:x/y.git')).toBe('work-host');
  expect(remoteWords('https://[2001:db8::1]:8443/x/y.git')).toBe('[2001:db8::1]');
  expect(remoteWords('git@[::1]:x/y.git')).toBe('[::1]');
  expect(remoteWords('/home/me/Git repos/tool.git')).toBe('tool.git');
  expect(remoteWords('/home/me/a:b/tool.git')).toBe('tool.git');
  expect(remoteWords('C:\\Git repos\\tool.git')).toBe('tool.git');
  expect(remoteWords('file:///home/me/tool.git')).toBe('tool.git');
});
