import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { random } from '../../../testing/random.ts';
import { RecordFile } from './record-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry records '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('records are what was added, in whatever order they are read, while others are added', () => {
  const next = random(2);
  const path = join(folder, 'records');
  const records = new RecordFile(path);
  const expected: Buffer[] = [];
  const lengths = [0, 1, 40, 100, 3000, 70_000, 262_143, 262_144, 262_145, 600_000];
  for (let n = 0; n < 3000; n++) {
    const length =
      n % 10 === 0 ? (lengths[Math.floor(next() * (n % 100 === 0 ? 10 : 5))] as number) : Math.floor(next() * 200);
    const bytes = Buffer.alloc(length, n);
    const cut = Math.floor(next() * length);
    expect(records.add(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(n);
    expected.push(bytes);
    const which = next() < 0.5 ? n : Math.floor(next() * (n + 1));
    expect(records.read(which).equals(expected[which] as Buffer), `${which} of ${n}`).toBe(true);
  }
  expect(records.count).toBe(3000);
  for (const [n, bytes] of expected.entries()) expect(records.read(n).equals(bytes)).toBe(true);
  for (let n = 2999; n >= 0; n--) expect(records.read(n).equals(expected[n] as Buffer)).toBe(true);
  records.close();
  expect(existsSync(path)).toBe(false);
});
