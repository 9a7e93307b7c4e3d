import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { random } from '../../testing/random.ts';
import { adler32 } from './adler.ts';
import { compress } from './entry.ts';
import { isPackedAlready } from './packed-already.ts';

/** Bytes without any order. */
function noise(length: number, seed = 1): Buffer {
  const next = random(seed);
  return Buffer.from(Uint8Array.from({ length }, () => next() * 256));
}

const text = (length: number) =>
  Buffer.from('int main(void) { return 0; }\n'.repeat(1 + length / 29)).subarray(0, length);

describe('adler32', () => {
  it.each([0, 1, 7, 8, 3799, 3800, 3801, 65_536, 100_003])('is what zlib writes for %i bytes', (length) => {
    for (const bytes of [noise(length), Buffer.alloc(length, 255)]) {
      const expected = deflateSync(bytes).subarray(-4).readUInt32BE();
      expect(adler32(bytes)).toBe(expected);
      const half = length >> 1;
      expect(adler32(bytes.subarray(half), adler32(bytes.subarray(0, half)))).toBe(expected);
    }
  });
});

describe('compress', () => {
  it.each([8193, 65_535, 65_536, 300_000])('stores %i bytes that cannot be packed as they are', (length) => {
    const bytes = noise(length);
    const packed = compress(bytes);
    expect(inflateSync(packed).equals(bytes)).toBe(true);
    expect(packed.length).toBe(length + 6 + 5 * Math.ceil(length / 65_535));
  });

  it('packs what can be packed, also where half of it cannot', () => {
    expect(compress(text(100_000)).length).toBeLessThan(2000);
    const mixed = Buffer.concat([noise(60_000), text(60_000)]);
    const packed = compress(mixed);
    expect(inflateSync(packed).equals(mixed)).toBe(true);
    expect(packed.length).toBeLessThan(65_000);
  });

  it('packs the same noise again and again: its bytes alone say nothing of it', () => {
    const again = Buffer.concat(Array.from({ length: 100 }, () => noise(1000)));
    expect(isPackedAlready(again)).toBe(false);
    expect(compress(again).length).toBeLessThan(10_000);
  });
});
