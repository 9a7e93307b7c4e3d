/** Frames as zstd itself writes them (Node's), at many levels and of many kinds; cut off, and with bytes that lie. */
import { constants, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type Random, random } from '../../../../testing/random.ts';
import { FrameReader, LONGEST_SMALL } from './frame-reader.ts';

const KINDS = ['lines', 'words', 'bytes', 'runs', 'a few letters', 'skewed', 'binary'] as const;

function bytesOf(kind: (typeof KINDS)[number], length: number, next: Random): Buffer {
  const pick = (count: number) => Math.floor(next() * count);
  const parts: string[] = [];
  let made = 0;
  const add = (part: string) => {
    parts.push(part);
    made += part.length;
  };
  while (made < length) {
    if (kind === 'lines') add(`src/dir${pick(9)}/file${pick(200)}.c\0${pick(2 ** 30).toString(16)}\n`);
    else if (kind === 'words') add(`${['the', 'revision', 'of', 'a', 'file', 'changes', 'it'][pick(7)]} `);
    else if (kind === 'bytes') add(String.fromCharCode(pick(256)));
    else if (kind === 'runs') add(String.fromCharCode(pick(256)).repeat(1 + pick(3000)));
    else if (kind === 'a few letters') add('abc'[pick(3)] as string);
    else if (kind === 'skewed') add(String.fromCharCode(Math.floor(256 * next() ** 6)));
    else add(Buffer.from(Uint32Array.of(pick(1000), pick(70_000)).buffer).toString('latin1'));
  }
  return Buffer.from(parts.join('').slice(0, length), 'latin1');
}

const packed = (bytes: Buffer, level: number, sum = 0) =>
  zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: sum },
  });

it.each(KINDS)('frames of %s become what went into them', (kind) => {
  const next = random(KINDS.indexOf(kind) + 1);
  // One reader for all: what one frame left must not be in the next.
  const reader = new FrameReader();
  for (const length of [0, 1, 2, 5, 20, 63, 64, 255, 256, 300, 700, 1024, 5000, 65_791, 65_792, 131_073, 400_000]) {
    const bytes = bytesOf(kind, length, next);
    for (const level of [-5, 1, 3, 9, 19]) {
      const unpacked = reader.unpack(packed(bytes, level, length % 2));
      expect(unpacked?.equals(bytes), `${length} bytes at level ${level}`).toBe(true);
    }
  }
});

it('long frames, and those that do not say how long they become, are left to Node', () => {
  const reader = new FrameReader();
  expect(reader.unpack(packed(Buffer.alloc(LONGEST_SMALL, 'x'), 3))?.length).toBe(LONGEST_SMALL);
  expect(reader.unpack(packed(Buffer.alloc(LONGEST_SMALL + 1, 'x'), 3))).toBeNull();
  // Magic, no size, a window of 1 KB, a last block of one byte.
  expect(reader.unpack(Buffer.from('28b52ffd00000900007a', 'hex'))).toBeNull();
});

it('frames that are cut off are refused', () => {
  const reader = new FrameReader();
  for (const kind of KINDS) {
    const frame = packed(bytesOf(kind, 900, random(3)), 3);
    for (let length = 0; length < frame.length; length++) {
      expect(() => reader.unpack(frame.subarray(0, length)), `${kind}, ${length} bytes`).toThrow(RangeError);
    }
    expect(() => reader.unpack(Buffer.concat([frame, Buffer.alloc(1)]))).toThrow(RangeError);
  }
});

it('frames with wrong bytes end in an answer of the promised length or a refusal, and leave nothing behind', () => {
  const reader = new FrameReader();
  let refused = 0;
  for (const kind of KINDS) {
    const next = random(11);
    const bytes = bytesOf(kind, 3000, next);
    const frame = packed(bytes, 3);
    for (let tries = 0; tries < 3000; tries++) {
      const wrong = Buffer.from(frame);
      for (let count = 1 + Math.floor(next() * 3); count > 0; count--) {
        wrong[4 + Math.floor(next() * (frame.length - 4))] = Math.floor(next() * 256);
      }
      try {
        const unpacked = reader.unpack(wrong);
        if (unpacked !== null) expect(unpacked.length).toBeLessThanOrEqual(LONGEST_SMALL);
      } catch (error) {
        refused += 1;
        expect(error).toBeInstanceOf(RangeError);
      }
    }
    expect(reader.unpack(frame)?.equals(bytes)).toBe(true);
  }
  expect(refused).toBeGreaterThan(3000);
});
