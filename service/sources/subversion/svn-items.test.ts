import { expect, it } from 'vitest';
import { type SvnItem, SvnItems, said } from './svn-items.ts';

const TEXT = `( success ( 2 2 ( ) ( edit-pipeline list ) ) )\n( ${said('a ) ( 3:b ä\n')} 0: dir ( 4294967296 ) ( true ) ) done `;
const ITEMS: SvnItem[] = [
  ['success', [2, 2, [], ['edit-pipeline', 'list']]],
  [Buffer.from('a ) ( 3:b ä\n').toString('latin1'), '', 'dir', [4294967296], ['true']],
  'done',
];

it('takes items from pieces, wherever they are cut', () => {
  const bytes = Buffer.from(TEXT, 'latin1');
  for (let size = 1; size <= bytes.length; size++) {
    const items = new SvnItems();
    const found: SvnItem[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      items.add(bytes.subarray(at, at + size));
      for (let item = items.next(); item !== null; item = items.next()) found.push(item);
    }
    expect(found).toEqual(ITEMS);
  }
});

it('refuses what is no item', () => {
  const take = (text: string) => {
    const items = new SvnItems();
    items.add(Buffer.from(text));
    return items.next();
  };
  expect(() => take('12x ')).toThrow();
  expect(() => take('( '.repeat(100))).toThrow();
  expect(take('99999999999:a')).toBeNull();
});
