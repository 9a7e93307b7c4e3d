/** One block of a tar archive (POSIX.1-2001 pax and ustar; GNU tar's long names), read strictly. */
import { say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { shown } from './refusal.ts';

export const BLOCK = 512;

export interface TarHeader {
  /** Name as the header spells it; bytes, since a longer form may take its place. */
  name: string;
  size: number;
  /** The type flag's character; a regular file is '0'. */
  type: string;
}

/**
 * Reads a header block.
 * @returns null for a block of zeros, which ends an archive
 * @throws Failure (a sentence) when the checksum, the format or a number is wrong
 */
export function readHeader(block: Buffer, offset: number): TarHeader | null {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += block[i] as number;
  if (sum === 0) return null;
  // The sum is made with its own field full of spaces.
  for (let i = 148; i < 156; i++) sum += 32 - (block[i] as number);
  const where = say('at byte {offset} of the unpacked archive', { offset });
  if (sum !== octal(block, 148, 8) && signedSum(block) !== octal(block, 148, 8)) {
    throw Failure.of('archive.checksum_wrong', { where });
  }
  const magic = block.toString('latin1', 257, 265);
  const isGnu = magic === 'ustar  \0';
  if (!isGnu && magic !== 'ustar\x0000') {
    throw Failure.of('archive.unknown_format', { where });
  }
  const type = block[156] === 0 ? '0' : String.fromCharCode(block[156] as number);
  const prefix = isGnu ? '' : text(block, 345, 155, offset);
  const own = text(block, 0, 100, offset);
  const name = prefix === '' ? own : `${prefix}/${own}`;
  const size = number(block, 124, 12);
  if (size === null) {
    throw Failure.of('archive.size_unreadable', { name: shown(name), where });
  }
  return { name, size, type };
}

/** Some old writers add up signed bytes. */
function signedSum(block: Buffer): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : block.readInt8(i);
  return sum;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a name. @throws Failure when it is not UTF-8 */
export function decodeName(bytes: Uint8Array, offset: number): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw Failure.of('archive.name_not_utf8', { offset });
  }
}

function text(block: Buffer, from: number, length: number, offset: number): string {
  let end = from;
  while (end < from + length && block[end] !== 0) end++;
  for (let i = from; i < end; i++) {
    if ((block[i] as number) >= 128) return decodeName(block.subarray(from, end), offset);
  }
  return block.toString('latin1', from, end);
}

/** An octal number with spaces or NULs around it; null for anything else. An empty field is 0. */
function octal(block: Buffer, from: number, length: number): number | null {
  let at = from;
  const end = from + length;
  while (at < end && block[at] === 32) at++;
  let value = 0;
  for (; at < end; at++) {
    const digit = (block[at] as number) - 48;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  for (; at < end; at++) if (block[at] !== 0 && block[at] !== 32) return null;
  return value;
}

/** An octal number, or GNU's base-256 form for sizes of 8 GB and more; null when it is neither. */
function number(block: Buffer, from: number, length: number): number | null {
  if (((block[from] as number) & 0x80) === 0) return octal(block, from, length);
  if (block[from] !== 0x80) return null;
  let value = 0;
  for (let i = from + 1; i < from + length; i++) {
    value = value * 256 + (block[i] as number);
    if (value > Number.MAX_SAFE_INTEGER) return null;
  }
  return value;
}
