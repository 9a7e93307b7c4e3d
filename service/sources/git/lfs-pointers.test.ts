/** What is a pointer of Git LFS: as `git lfs pointer --check` of git-lfs 3.3.0 says it of the same bytes. */
import { expect, it } from 'vitest';
import { readSourcePointer } from './lfs-pointers.ts';

const OID = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393';
const VERSION = 'version https://git-lfs.github.com/spec/v1';
const LINES = [VERSION, `oid sha256:${OID}`, 'size 12345', ''];

it.each([
  ['as the spec has it', LINES.join('\n')],
  ['with the ends of lines of Windows', LINES.join('\r\n')],
  ['without an end of its last line', LINES.join('\n').trim()],
  ['with an empty line in front', `\n${LINES.join('\n')}`],
  ['with spaces in front', `   ${LINES.join('\n')}`],
  ['with empty lines behind and between', LINES.join('\n\n')],
  ['with an extension', [VERSION, `ext-0-foo sha256:${OID}`, ...LINES.slice(1)].join('\n')],
  ['with a plus in front of its size', LINES.join('\n').replace('12345', '+12345')],
  ['of an early version', LINES.join('\n').replace('git-lfs', 'hawser')],
])('%s', (_, text) => {
  expect(readSourcePointer(text)).toEqual({ oid: OID, size: 12345 });
});

it.each([
  ['digits in upper case', LINES.join('\n').replace(OID, OID.toUpperCase())],
  ['another order', [LINES[0], LINES[2], LINES[1], ''].join('\n')],
  ['a line more', `${LINES.join('\n')}x-foo bar\n`],
  ['a mark of a conflict', `${LINES.join('\n')}<<<<<<< HEAD\n`],
  ['two ids', `${LINES.join('\n')}${LINES[1]}\n`],
  ['a tabulator', LINES.join('\n').replace('oid ', 'oid\t')],
  ['an unknown version', LINES.join('\n').replace('v1', 'v9')],
  ['the bytes of a mark of order in front, as latin1', `\xef\xbb\xbf${LINES.join('\n')}`],
])('no pointer: %s', (_, text) => {
  expect(readSourcePointer(text)).toBeNull();
});
