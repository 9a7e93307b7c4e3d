/**
 * Mercurial's deltas (mercurial/mpatch.c): pieces of `start, end, length` (big endian, 4 bytes each) and `length`
 * bytes that take the place of the base's bytes from `start` to `end`; in order, never overlapping.
 */
import { say } from '../../../../language/sentence.ts';
import type { DeltaBuilder } from '../../../git/pack/delta.ts';
import { BundleError } from './byte-reader.ts';

const PIECE_HEADER = 12;
/** A longer text would not fit into memory beside its base; hg itself warns from 10 MB on. */
export const LONGEST_TEXT = 2 ** 30;

/** Calls back for each piece. @throws BundleError when the delta does not fit a base of so many bytes */
export function eachPiece(
  patch: Buffer,
  baseLength: number,
  piece: (start: number, end: number, from: number, to: number) => void,
): void {
  let done = 0;
  for (let at = 0; at < patch.length; ) {
    if (at + PIECE_HEADER > patch.length) throw new BundleError(say('it holds a delta that ends too early'));
    const start = patch.readUInt32BE(at);
    const end = patch.readUInt32BE(at + 4);
    const to = at + PIECE_HEADER + patch.readUInt32BE(at + 8);
    if (start < done || end < start || end > baseLength || to > patch.length) {
      throw new BundleError(say('it holds a delta that does not fit its base'));
    }
    piece(start, end, at + PIECE_HEADER, to);
    done = end;
    at = to;
  }
}

/** Bytes of the text that a delta makes. @throws BundleError */
export function patchedLength(patch: Buffer, baseLength: number): number {
  let length = baseLength;
  eachPiece(patch, baseLength, (start, end, from, to) => {
    length += to - from - (end - start);
  });
  if (length > LONGEST_TEXT) throw new BundleError(say('it holds a text of more than 1 GB'));
  return length;
}

/**
 * Applies a delta.
 * @param room free bytes in front of the text in the buffer that is returned
 * @param allocate gives the buffer
 * @throws BundleError
 */
export function applyPatch(
  base: Buffer,
  patch: Buffer,
  room: number,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const text = allocate(room + patchedLength(patch, base.length));
  let read = 0;
  let written = room;
  eachPiece(patch, base.length, (start, end, from, to) => {
    written += base.copy(text, written, read, start);
    written += patch.copy(text, written, from, to);
    read = end;
  });
  base.copy(text, written, read);
  return text;
}

/**
 * The same delta in Git's words, for texts of which the first bytes (Mercurial's note about a copy) are cut off.
 * @param builder started by the caller
 * @param baseCut bytes cut off the base
 * @param target the new text, nothing cut off
 * @param cut bytes cut off the new text
 */
export function copyPatch(
  builder: DeltaBuilder,
  patch: Buffer,
  baseLength: number,
  baseCut: number,
  target: Buffer,
  cut: number,
): void {
  let written = 0;
  const copy = (from: number, to: number) => {
    // Behind what is cut off the target, and nothing that was cut off the base.
    const skipped = Math.min(Math.max(cut - written, 0), to - from);
    const start = from + skipped;
    const beyond = Math.min(Math.max(baseCut - start, 0), to - start);
    if (beyond > 0) builder.insert(target, written + skipped, written + skipped + beyond);
    builder.copy(start + beyond - baseCut, to - start - beyond);
    written += to - from;
  };
  let read = 0;
  eachPiece(patch, baseLength, (start, end, from, to) => {
    copy(read, start);
    const length = to - from;
    const skipped = Math.min(Math.max(cut - written, 0), length);
    builder.insert(target, written + skipped, written + length);
    written += length;
    read = end;
  });
  copy(read, baseLength);
}
