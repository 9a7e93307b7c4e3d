/** How one object lies in a pack: header, base distance, zlib stream (Git's `Documentation/gitformat-pack.txt`). */
import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { storedBlocks, storedLength } from '../../files/stored-blocks.ts';
import { adler32 } from './adler.ts';
import { isPackedAlready } from './packed-already.ts';

export const OBJECT_COMMIT = 1;
export const OBJECT_TREE = 2;
export const OBJECT_BLOB = 3;
export const OBJECT_TAG = 4;
export const OBJECT_OFS_DELTA = 6;
/** Its base is named by id: the id stands between the header and the zlib stream, and `dataStart` is where the id starts. */
export const OBJECT_REF_DELTA = 7;

export const TYPE_NAMES: Readonly<Record<number, string>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/**
 * Writes an entry's type and size into `into` at `at`.
 * @param size bytes of the inflated payload
 * @returns the position behind the header (at most 10 bytes later)
 */
export function writeEntryHeader(into: Buffer, at: number, type: number, size: number): number {
  let rest = Math.floor(size / 16);
  let byte = (type << 4) | (size & 15);
  while (rest > 0) {
    into[at++] = byte | 0x80;
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  into[at++] = byte;
  return at;
}

/**
 * Writes the distance back to a delta's base (OFS_DELTA).
 * @returns the position behind it (at most 10 bytes later)
 */
export function writeBaseDistance(into: Buffer, at: number, distance: number): number {
  const groups = [distance & 0x7f];
  let rest = Math.floor(distance / 128);
  while (rest > 0) {
    rest -= 1;
    groups.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  for (let i = groups.length - 1; i >= 0; i--) into[at++] = groups[i] as number;
  return at;
}

export interface EntryHeader {
  type: number;
  /** Bytes of the inflated payload. */
  size: number;
  /** Distance back to the base; 0 for a whole object. */
  baseDistance: number;
  /** Where the zlib stream starts, relative to the entry. */
  dataStart: number;
}

/** Reads an entry's header from the start of `bytes` (32 bytes are always enough). */
export function readEntryHeader(bytes: Buffer): EntryHeader {
  let at = 0;
  let byte = bytes[at++] as number;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  let factor = 16;
  while (byte & 0x80) {
    byte = bytes[at++] as number;
    size += (byte & 0x7f) * factor;
    factor *= 128;
  }
  let baseDistance = 0;
  if (type === OBJECT_OFS_DELTA) {
    byte = bytes[at++] as number;
    baseDistance = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[at++] as number;
      baseDistance = (baseDistance + 1) * 128 + (byte & 0x7f);
    }
  }
  return { type, size, baseDistance, dataStart: at };
}

/**
 * Where the name of a tree's entry ends.
 * @param space where its mode ends
 * @throws RangeError for what is no tree: a search that finds nothing would go round for ever
 */
export function endOfName(tree: Buffer, space: number): number {
  const nul = space < 0 ? -1 : tree.indexOf(0, space);
  if (nul < 0) throw new RangeError('a tree is damaged');
  return nul;
}

/**
 * Payloads up to this many bytes are written as one stored zlib block: setting up a compressor costs
 * more than the few bytes it would save.
 */
export const STORED_LIMIT = 1024;
/** Bytes that a stored block takes beside its payload. */
export const STORED_EXTRA = 11;

/**
 * Writes `payload` (at most 65,535 bytes) uncompressed as a zlib stream (RFC 1950, RFC 1951 stored block).
 * @returns the position behind it
 */
export function writeStored(into: Buffer, at: number, payload: Buffer): number {
  const n = payload.length;
  into[at] = 0x78;
  into[at + 1] = 0x01;
  into[at + 2] = 0x01;
  into.writeUInt16LE(n, at + 3);
  into.writeUInt16LE(~n & 0xffff, at + 5);
  payload.copy(into, at + 7);
  into.writeUInt32BE(adler32(payload), at + 7 + n);
  return at + n + STORED_EXTRA;
}

/** Payloads of fewer bytes are packed sooner than looked at. */
const WORTH_A_LOOK = 8192;

/**
 * A zlib stream of `payload`: stored blocks where packing would save next to nothing, else level 1. A compressor takes
 * `2 ** (windowBits + 2) + 2 ** (memLevel + 9)` bytes (zconf.h), 268 KB by default, which the collector counts: one that sees no more
 * than the payload is as good.
 */
export function compress(payload: Buffer): Buffer {
  const { length } = payload;
  if (length > WORTH_A_LOOK && isPackedAlready(payload)) return storedStream(payload);
  // More than zlib's own bound, so that it is one piece.
  const chunkSize = Math.max(64, length + (length >> 8) + 64);
  if (length <= 4096) return deflateSync(payload, { level: 1, windowBits: 12, memLevel: 5, chunkSize });
  if (length <= 8192) return deflateSync(payload, { level: 1, windowBits: 13, memLevel: 6, chunkSize });
  if (length <= 16384) return deflateSync(payload, { level: 1, windowBits: 14, memLevel: 7, chunkSize });
  return deflateSync(payload, { level: 1, chunkSize: Math.min(chunkSize, 1 << 20) });
}

/** What a zlib stream of level 1 begins with: method, window, level, and what makes both a multiple of 31 (RFC 1950). */
export const ZLIB_HEAD = Buffer.from([0x78, 0x01]);

function storedStream(payload: Buffer): Buffer {
  const end = Buffer.allocUnsafe(4);
  end.writeUInt32BE(adler32(payload));
  const total = ZLIB_HEAD.length + storedLength(payload.length) + end.length;
  return Buffer.concat([ZLIB_HEAD, ...storedBlocks(payload, true), end], total);
}

/**
 * Free bytes before a payload that `addFramed` writes Git's object header into, so that it is hashed with the payload
 * without a copy.
 */
export const FRAME = 32;

/** A buffer for `size` bytes of payload behind the frame. */
export function framed(size: number): Buffer {
  return Buffer.allocUnsafe(FRAME + size);
}

/** Git's object id of the payload behind the frame. */
export function hashFramed(type: number, bytes: Buffer): Buffer {
  const header = `${TYPE_NAMES[type]} ${bytes.length - FRAME}\0`;
  const start = FRAME - header.length;
  bytes.write(header, start, 'latin1');
  return hash('sha1', bytes.subarray(start), 'buffer');
}
