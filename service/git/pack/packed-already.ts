/**
 * Contents that are packed already (pictures, archives, programs in jars): zlib takes forty times as long for them as a copy, and
 * saves nothing.
 */
import { deflateRawSync } from 'node:zlib';

/** Bytes that are counted, spread over all. */
const COUNTED = 2048;
/** Bits a byte from which a closer look is worth its time: 2,048 bytes of noise have 7.9, machine code and texts at most 7. */
const NOISY = 7.5;
/** What is packed to see: a piece, or four of a long content. */
const PIECE = 4096;
const PIECES = 4;
const LONG = 1 << 16;
/** Where a sample keeps more than this share of its size, packing is not worth its time. */
const KEEPS = 0.97;

const counts = new Uint16Array(256);

/** Whether zlib would hardly make these bytes shorter, by a sample of them. */
export function isPackedAlready(bytes: Buffer): boolean {
  return bitsOfByte(bytes) >= NOISY && packedShare(sampleOf(bytes)) >= KEEPS;
}

/** Entropy of single bytes, of at most `COUNTED` of them. */
function bitsOfByte(bytes: Buffer): number {
  counts.fill(0);
  const step = Math.max(1, Math.floor(bytes.length / COUNTED));
  let counted = 0;
  for (let i = 0; i < bytes.length && counted < COUNTED; i += step) {
    const byte = bytes[i] as number;
    counts[byte] = (counts[byte] as number) + 1;
    counted += 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / counted);
  return bits / counted;
}

function sampleOf(bytes: Buffer): Buffer {
  const middle = Math.max(0, (bytes.length - PIECE) >> 1);
  if (bytes.length <= LONG) return bytes.subarray(middle, middle + PIECE);
  const step = Math.floor((bytes.length - PIECE) / (PIECES - 1));
  return Buffer.concat(Array.from({ length: PIECES }, (_, n) => bytes.subarray(n * step, n * step + PIECE)));
}

function packedShare(sample: Buffer): number {
  return deflateRawSync(sample, { level: 1, windowBits: 12, memLevel: 5 }).length / sample.length;
}
