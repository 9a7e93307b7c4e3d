/** Blobs that are too large for memory: hashed and compressed in pieces. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, deflateRawSync } from 'node:zlib';

const PIECE = 4 << 20;

/** Running Adler-32 (RFC 1950) over pieces. */
class Adler {
  #a = 1;
  #b = 0;
  update(bytes: Buffer): void {
    let a = this.#a;
    let b = this.#b;
    for (let from = 0; from < bytes.length; from += 3800) {
      const to = Math.min(bytes.length, from + 3800);
      for (let i = from; i < to; i++) {
        a += bytes[i] as number;
        b += a;
      }
      a %= 65521;
      b %= 65521;
    }
    this.#a = a;
    this.#b = b;
  }
  digest(): Buffer {
    const out = Buffer.alloc(4);
    out.writeUInt32BE((this.#b * 65536 + this.#a) >>> 0);
    return out;
  }
}

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
    write(Buffer.from([0x78, 0x01]));
    const adler = new Adler();
    forEachPiece(file, (piece) => {
      adler.update(piece);
      // Each piece ends on a byte boundary without the final bit, so pieces join into one stream.
      write(deflateRawSync(piece, { level: 1, finishFlush: constants.Z_SYNC_FLUSH }));
    });
    write(Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff]));
    write(adler.digest());
    return { oid, known: -1 };
  } finally {
    closeSync(file);
  }
}
