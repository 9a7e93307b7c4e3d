/** Blocks of a deflate stream that hold their bytes as they are (RFC 1951, 3.2.4). */

/** Longest stored block of the format, in bytes. */
export const LONGEST_STORED = 65_535;
/** Bytes before the content of each. */
const HEAD = 5;

/** Bytes that `length` bytes take in stored blocks. */
export const storedLength = (length: number): number => length + HEAD * Math.ceil(length / LONGEST_STORED);

/**
 * @param isEnd whether the last of them ends the stream
 * @returns heads and contents in turn; contents are parts of `bytes` itself
 */
export function storedBlocks(bytes: Buffer, isEnd = false): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += LONGEST_STORED) {
    const content = bytes.subarray(at, at + LONGEST_STORED);
    const head = Buffer.alloc(HEAD);
    head[0] = isEnd && at + LONGEST_STORED >= bytes.length ? 1 : 0;
    head.writeUInt16LE(content.length, 1);
    head.writeUInt16LE(~content.length & 0xffff, 3);
    pieces.push(head, content);
  }
  return pieces;
}
