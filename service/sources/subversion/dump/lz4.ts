/** Bytes from which on the engine's own copying is faster than a loop. */
const WORTH_A_CALL = 32;

/**
 * Decompresses one LZ4 block (LZ4 block format description, as used by svndiff version 2).
 * @param size bytes of the original, which the caller knows
 * @throws RangeError when the block does not give exactly `size` bytes
 */
export function lz4Decompress(block: Buffer, size: number): Buffer {
  const out = Buffer.allocUnsafe(size);
  let at = 0;
  let to = 0;
  const extended = (nibble: number): number => {
    let length = nibble;
    if (nibble === 15) {
      let byte: number;
      do {
        if (at >= block.length) throw new RangeError('an LZ4 block is cut short');
        byte = block[at++] as number;
        length += byte;
      } while (byte === 255);
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++] as number;
    const literals = extended(token >> 4);
    if (at + literals > block.length || to + literals > size) throw new RangeError('an LZ4 block is cut short');
    if (literals >= WORTH_A_CALL) {
      block.copy(out, to, at, at + literals);
      at += literals;
      to += literals;
    } else for (const end = at + literals; at < end; at++, to++) out[to] = block[at] as number;
    if (at >= block.length) break;
    if (at + 2 > block.length) throw new RangeError('an LZ4 block is cut short');
    const distance = (block[at] as number) | ((block[at + 1] as number) << 8);
    at += 2;
    const length = extended(token & 15) + 4;
    if (distance === 0 || distance > to || to + length > size) throw new RangeError('an LZ4 block copies from outside');
    if (length >= WORTH_A_CALL && distance >= length) {
      out.copyWithin(to, to - distance, to - distance + length);
      to += length;
    } else for (let i = 0; i < length; i++, to++) out[to] = out[to - distance] as number;
  }
  if (to !== size) throw new RangeError('an LZ4 block has a wrong size');
  return out;
}
