/**
 * Blocks of raw deflate (RFC 1951) that end on a byte, so that those which were made at the same time can be put one
 * after the other. How a block is packed depends on what is in it and on nothing else: the same data give the same bytes.
 */
import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync } from 'node:zlib';
import { LONGEST_STORED, storedBlocks } from '../../../files/stored-blocks.ts';

/** Bytes that are packed together: eight stored blocks. */
export const BLOCK_BYTES = 8 * LONGEST_STORED;

/** A sample is this many pieces of this many bytes, spread over the block. */
const SAMPLE_PIECES = 4;
const SAMPLE_PIECE_BYTES = 4096;
/** Where a sample keeps more than this share of its size, packing is not worth its time. */
const STORE_FROM = 0.985;
/** Below this share it is text, for which a good search pays. */
const TEXT_BELOW = 0.8;
/** How much more the search for repetitions must save than Huffman codes alone. */
const SEARCH_GAIN = 0.01;

/**
 * Deflate shrinks zeros a thousandfold. Readers, ours first of all, take an archive that unpacks to over 250 times its size for
 * a bomb, so none of our blocks shrinks to less than this share: an empty disk image among the large files would make an archive
 * that nobody opens.
 */
const MOST_SHRUNK = 1 / 200;
/** A stored block (RFC 1951, 3.2.4) of no bytes: nothing comes out of it. */
const NOTHING = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);

interface Packing {
  level: number;
  strategy: number;
}

const TEXT: Packing = { level: 6, strategy: constants.Z_DEFAULT_STRATEGY };
const FAST: Packing = { level: 1, strategy: constants.Z_DEFAULT_STRATEGY };
const CODES_ONLY: Packing = { level: 1, strategy: constants.Z_HUFFMAN_ONLY };

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

/** How a block is to be packed, by a sample of it. */
export function choosePacking(block: Buffer): Packing | 'stored' {
  const sample = sampleOf(block);
  const fast = deflateRawSync(sample, { ...FAST, memLevel: 8 }).length / sample.length;
  if (fast < TEXT_BELOW) return TEXT;
  const codes = deflateRawSync(sample, { ...CODES_ONLY, memLevel: 8 }).length / sample.length;
  if (Math.min(fast, codes) >= STORE_FROM) return 'stored';
  return codes - fast < SEARCH_GAIN ? CODES_ONLY : FAST;
}

function sampleOf(block: Buffer): Buffer {
  if (block.length <= SAMPLE_PIECES * SAMPLE_PIECE_BYTES) return block;
  const step = Math.floor((block.length - SAMPLE_PIECE_BYTES) / (SAMPLE_PIECES - 1));
  return Buffer.concat(
    Array.from({ length: SAMPLE_PIECES }, (_, n) => block.subarray(n * step, n * step + SAMPLE_PIECE_BYTES)),
  );
}

/**
 * Packs a block on another thread (zlib's asynchronous functions work on libuv's). The pieces of a stored block are
 * parts of `block` itself.
 */
export async function packBlock(block: Buffer): Promise<Buffer[]> {
  const packing = choosePacking(block);
  if (packing === 'stored') return storedBlocks(block);
  // One piece of output: each further one is another round through the thread pool.
  const packed = await deflate(block, {
    ...packing,
    memLevel: 8,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: BLOCK_BYTES + 1024,
  });
  if (packed.length >= block.length) return storedBlocks(block);
  const lacks = Math.ceil((block.length * MOST_SHRUNK - packed.length) / NOTHING.length);
  return lacks > 0 ? [packed, Buffer.alloc(lacks * NOTHING.length, NOTHING)] : [packed];
}

/** The empty block that ends a deflate stream. */
export const LAST_BLOCK = Buffer.from([0x03, 0x00]);
