/** How a revlog packs a delta or a text: the first byte says it (mercurial/helptext/internals/revlogs.txt, "Storage of raw data"). */
import { inflateSync, zstdDecompressSync } from 'node:zlib';
import { LONGEST_CHUNK } from '../bundle/changegroup.ts';
import { unknownFile } from './unknown-file.ts';
import { FrameReader } from './zstd/frame-reader.ts';

/** `\0` begins what is stored as it is and happens to begin with it, `u` what follows the letter. */
const AS_IT_IS = 0x00;
const FOLLOWS = 0x75;
/** `x` begins zlib's streams, `(` zstd's. */
const ZLIB = 0x78;
const ZSTD = 0x28;

const LIMIT = { maxOutputLength: LONGEST_CHUNK };

const frames = new FrameReader();

/**
 * @param path for messages: where it lies
 * @returns valid until the next call
 * @throws BundleError for another kind, or what cannot be unpacked
 */
export function unpackedChunk(stored: Buffer, path: string): Buffer {
  try {
    switch (stored[0]) {
      case undefined:
      case AS_IT_IS:
        return stored;
      case FOLLOWS:
        return stored.subarray(1);
      case ZLIB:
        return inflateSync(stored, LIMIT);
      case ZSTD:
        return frames.unpack(stored) ?? zstdDecompressSync(stored, LIMIT);
    }
  } catch {
    // What its message says is of no use to a person: hg is asked next.
  }
  throw unknownFile(path);
}
