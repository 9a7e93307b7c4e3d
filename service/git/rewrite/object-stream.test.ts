import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { streamObjects } from './object-stream.ts';

const ID = 'a'.repeat(40);

async function read(bytes: Buffer, piece: number): Promise<string[]> {
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
  const found: string[] = [];
  for await (const batch of streamObjects(Readable.from(pieces())))
    for (const { id, type, payload } of batch) found.push(`${id} ${type} ${payload.toString('latin1')}`);
  return found;
}

test('objects are the same in pieces of any size', async () => {
  const texts = ['', 'one\ntwo', 'x'.repeat(300), '\n'];
  const bytes = Buffer.from(texts.map((text) => `${ID} blob ${text.length}\n${text}\n`).join(''));
  const whole = texts.map((text) => `${ID} blob ${text}`);
  for (const piece of [1, 2, 7, 47, 48, 64, 400, 10_000])
    expect(await read(bytes, piece), String(piece)).toEqual(whole);
  await expect(read(bytes.subarray(0, -1), 64)).rejects.toThrow(RangeError);
  await expect(read(bytes.subarray(0, 20), 64)).rejects.toThrow(RangeError);
});

test('a long object that comes in many pieces is not put together anew for each', async () => {
  const size = 8 << 20;
  const concat = vi.spyOn(Buffer, 'concat');
  const [found] = await read(Buffer.from(`${ID} commit ${size}\n${'m'.repeat(size)}\n`), 1 << 14);
  const moved = concat.mock.calls.reduce((sum, [list]) => sum + list.reduce((all, each) => all + each.length, 0), 0);
  concat.mockRestore();
  expect(found?.length).toBeGreaterThan(size);
  expect(moved).toBeLessThan(2 * size);
});

test.each([
  ['commit', 1_048_576_000, 'The commit a{40} is 1000 MB long, and Gantry changes nothing in one of more than 64 MB.'],
  ['tag', 2 ** 31, 'The tag a{40} is 2048 MB long'],
  ['tree', 300 << 20, 'The tree a{40} is 300 MB long'],
])('a %s that memory is not for is told before it has come', async (type, size, said) => {
  const error = await read(Buffer.from(`${ID} ${type} ${size}\nbeginning`), 64).catch(asFailure);
  expect(error).toMatchObject({ key: 'git.object_too_long', message: expect.stringMatching(said) });
});
