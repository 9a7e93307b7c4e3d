import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ObjectTable, RECORD_BYTES } from './object-table.ts';

const oidOf = (number: number) => createHash('sha1').update(String(number)).digest();

const COUNT = 40_000;

it.each([0, 5000, COUNT])('knows every object by id and by number, with room made for %i of 40,000', (expected) => {
  const table = new ObjectTable(expected);
  const known: string[] = [];
  for (let number = 0; number < COUNT; number++) {
    const oid = oidOf(number);
    // Beyond 4 GB, and in packs of what is kept apart.
    const [type, pack] = [1 + (number % 4), number % 3 === 0 ? 0x8000 : number % 7];
    const [offset, depth] = [number * 1_000_003, number % 51];
    if (table.find(oid) !== -1 || table.add(oid, type, pack, offset, depth) !== number) expect.fail(`object ${number}`);
    known.push([oid.toString('hex'), number, type, pack, offset, depth].join());
  }
  const again = new ObjectTable();
  for (const records of table.records(0, 12_345)) again.decode(records);
  for (const records of table.records(12_345, COUNT)) again.decode(records);
  expect(Buffer.concat([...table.records(0, COUNT)])).toHaveLength(COUNT * RECORD_BYTES);
  for (const one of [table, again]) {
    const found = Array.from({ length: one.count }, (_, number) => {
      const facts = [one.type(number), one.pack(number), one.offset(number), one.depth(number)];
      return [one.hex(number), one.find(oidOf(number)), ...facts].join();
    });
    expect(found).toEqual(known);
    expect(one.find(oidOf(-1))).toBe(-1);
  }
});
