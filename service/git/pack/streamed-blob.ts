/** Blobs that are too large for memory: hashed and compressed in pieces. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';
import { storedBlocks } from '../../files/stored-blocks.ts';
import { adler32 } from './adler.ts';
import { ZLIB_HEAD } from './entry.ts';
import { isPackedAlready } from './packed-already.ts';

const PIECE = 4 << 20;

function forEachPiece(file: number, act: (piece: Buffer) => void): void {
  const piece = Buffer.allocUnsafe(PIECE);
  for (let at = 0; ; ) {
    const got = readSync(file, piece, 0, PIECE, at);
    if (got === 0) return;
    act(piece.subarray(0, got));
    at += got;
  }
}

/**
 * Writes a file's content as one pack entry of type blob.
 * @param find gives the number of an object with this id, or -1
 * @param header writes the entry's header for a blob of `size` bytes
 * @param write writes the next bytes of the entry
 * @returns the id, and the number of the object when it was there already (nothing is written then) or -1
 */
export function writeStreamedBlob(
  path: string,
  find: (oid: Buffer) => number,
  header: (size: number) => void,
  write: (bytes: Buffer) => void,
): { oid: Buffer; known: number } {
  const file = openSync(path, 'r');
  try {
    const size = fstatSync(file).size;
    const sum = createHash('sha1').update(`blob ${size}\0`);
    forEachPiece(file, (piece) => sum.update(piece));
    const oid = sum.digest();
    const known = find(oid);
    if (known >= 0) return { oid, known };
    header(size);
    write(ZLIB_HEAD);
    let adler = 1;
    forEachPiece(file, (piece) => {
      adler = adler32(piece, adler);
      // Each piece ends on a byte boundary without the final bit, so pieces join into one stream.
      if (isPackedAlready(piece)) for (const part of storedBlocks(piece)) write(part);
      else write(deflateRawSync(piece, { level: 1, finishFlush: constants.Z_SYNC_FLUSH }));
    });
    const end = Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff, 0, 0, 0, 0]);
    end.writeUInt32BE(adler, 5);
    write(end);
    return { oid, known: -1 };
  } finally {
    closeSync(file);
  }
}
