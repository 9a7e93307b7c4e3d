import { expect, test } from 'vitest';
import { pathBytes, showPath } from './bytes.ts';

test.each([
  'plain/path',
  'gr\xc3\xb6\xc3\x9fe',
  'gr\xf6\xdfe',
  '\xef\xbb\xbfat the beginning',
  'in \xef\xbb\xbf it',
  '\x01\x7f',
  'tab\there',
])('the bytes of %j are those of what is shown of them', (bytes) => {
  expect(pathBytes(showPath(bytes))).toBe(bytes);
});
