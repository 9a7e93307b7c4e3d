import { expect, test } from 'vitest';
import { checkJsonSize, readRecords } from '../archive/read/record-files.ts';
import { recordFiles } from './record-files.ts';

/** As many records as told, each with a body of so many characters. */
function* records(plural: string, count: number, characters: number) {
  for (let n = 1; n <= count; n++) yield { plural, record: { url: `${plural}/${n}`, body: 'x'.repeat(characters) } };
}

test('at most 100 records a file, and none that is too large to be read again', () => {
  const files = [...recordFiles(records('issues', 201, 1)), ...recordFiles(records('issue_comments', 100, 700_000))];
  expect(files.map(({ name }) => name)).toEqual([
    'issues_000001.json',
    'issues_000002.json',
    'issues_000003.json',
    'issue_comments_000001.json',
    'issue_comments_000002.json',
    'issue_comments_000003.json',
  ]);
  let read = 0;
  for (const { name, content } of files) {
    checkJsonSize(name, content.length);
    read += readRecords(name, content).length;
  }
  expect(read).toBe(301);
});

test('a record that is large by itself is a file of its own', () => {
  const files = [...recordFiles(records('issues', 3, 20_000_000))];
  expect(files.map(({ content }) => readRecords('issues', content).length)).toEqual([1, 1, 1]);
});
