import { expect, test } from 'vitest';
import { AnswerTooLarge, NotTheApi } from './failures.ts';
import { ListReader } from './list-reader.ts';
import { ConnectionLost } from './transport.ts';

/** The entries of a text that comes in pieces of so many characters. */
function read(text: string, size: number, largest = 1000): unknown[] {
  const entries: unknown[] = [];
  const reader = new ListReader(largest, (entry) => entries.push(entry));
  for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size));
  reader.end();
  return entries;
}

const ENTRIES = [
  { path: '$/a "b" \\ [x] {y}', value: [{ deep: [1, [2]] }] },
  {},
  { value: 'value', nested: { value: [] } },
  { text: 'é日本\u2028', list: ['}', ']', '\\"'] },
];

test('a list is read the same in pieces of any size, wherever it stands', () => {
  const texts = [
    JSON.stringify({ count: 4, value: ENTRIES }),
    `\ufeff ${JSON.stringify({ value: ENTRIES, count: 4, more: { value: [{ no: 1 }] } }, null, 2)}\r\n`,
    JSON.stringify({ kind: 'value', other: [{ no: 1 }], value: ENTRIES, 'a"\\': [] }),
  ];
  for (const text of texts) for (const size of [1, 2, 3, 7, 64, 10_000]) expect(read(text, size)).toEqual(ENTRIES);
  expect(read('{"value":[]}', 1)).toEqual([]);
});

test('what is cut off anywhere is no list', () => {
  const text = JSON.stringify({ count: 4, value: ENTRIES });
  for (let length = 0; length < text.length; length++)
    expect(() => read(text.slice(0, length), 5)).toThrow(ConnectionLost);
});

test.each([
  '[]',
  '{}',
  '{"value":{}}',
  '{"value":null}',
  '{"value":[null]}',
  '{"value":["x"]}',
  '{"value":[[{}]]}',
  '{"value":[1]}',
])('%s is no list of this API', (text) => {
  for (const size of [1, 100]) expect(() => read(text, size)).toThrow(NotTheApi);
});

test('an entry has a size, a list has none', () => {
  const value = Array.from({ length: 5000 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
  expect(read(JSON.stringify({ value }), 4096, 5000)).toHaveLength(5000);
  expect(() => read(JSON.stringify({ value: [{ text: 'x'.repeat(6000) }] }), 100)).toThrow(AnswerTooLarge);
  expect(() => read('{"value":['.repeat(2000), 100)).toThrow(AnswerTooLarge);
});
