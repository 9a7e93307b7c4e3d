import { expect, test } from 'vitest';
import { everyMonth, monthText, summaryOf } from './months.ts';

const month = (name: string, commits: number) => ({ month: name, commits, authors: [{ name: 'Ann', commits }] });

test('months without a commit are drawn, over the turn of a year', () => {
  const all = everyMonth([month('2011-11', 3), month('2012-02', 1)]);
  expect(all.map(({ month: name, commits }) => [name, commits])).toEqual([
    ['2011-11', 3],
    ['2011-12', 0],
    ['2012-01', 0],
    ['2012-02', 1],
  ]);
  expect(all.map(({ seconds }) => new Date(seconds * 1000).toISOString().slice(0, 10))).toContain('2012-01-01');
  expect(everyMonth([])).toEqual([]);
});

test('a month and a history are said in words', () => {
  const [first] = everyMonth([month('2011-03', 1200)]);
  expect(first && monthText(first)).toBe('March 2011: 1,200 commits. Ann 1,200');
  const [hiding] = everyMonth([{ ...month('2011-03', 1), authors: [{ name: 'Eve \u202egnp', commits: 1 }] }]);
  expect(hiding && monthText(hiding)).toBe('March 2011: 1 commit. Eve U+202Egnp 1');
  const statistics = {
    ...{ commits: 4, authors_count: 1, branches: 1, tags: 0, undated: 1, files: 0, lines: [], bytes: 0 },
    ...{ authors: [], types: [], largest: [], first_at: null, last_at: null },
    months: [month('2011-03', 1), month('2012-01', 2)],
  };
  expect(summaryOf(statistics)).toBe(
    '4 commits by 1 author, 2011-03 to 2012-01. The busiest month was 2012-01 with 2. 1 commit has no date that a calendar has.',
  );
  expect(summaryOf({ ...statistics, undated: 0, months: [month('2011-03', 4)] })).toBe(
    '4 commits by 1 author, all in 2011-03.',
  );
  expect(summaryOf({ ...statistics, commits: 0, authors_count: 0, undated: 0, months: [] })).toBe(
    '0 commits by 0 authors.',
  );
});
