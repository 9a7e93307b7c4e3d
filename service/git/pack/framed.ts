/** Payloads with room in front, so that Git's object header can be hashed with them without a copy. */
import { hash } from 'node:crypto';
import { TYPE_NAMES } from './entry.ts';

/** Free bytes before a payload that `addFramed` writes Git's object header into. */
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
