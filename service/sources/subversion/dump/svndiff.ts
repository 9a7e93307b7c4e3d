/**
 * Subversion's binary delta (svndiff versions 0, 1 and 2; format: Subversion's `notes/svndiff`), applied to a
 * base text and translated, instruction by instruction, into Git's delta format.
 */

import { inflateSync } from 'node:zlib';
import { say } from '../../../../language/sentence.ts';
import { SaidError } from '../../../failures/said-error.ts';
import type { DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME, framed } from '../../../git/pack/entry.ts';
import { lz4Decompress } from './lz4.ts';

/** Subversion itself never makes windows over 100 KB; more than this is an attack or damage. */
const MAX_WINDOW = 16 << 20;
const HEADER_BYTES = 4;

export class SvndiffError extends SaidError {}

interface Window {
  sourceOffset: number;
  sourceLength: number;
  targetLength: number;
  instructions: Buffer;
  data: Buffer;
  /** Position behind the window. */
  end: number;
}

let cursor = 0;

/** Reads a big-endian base-128 number at `cursor`; -1 when the bytes end inside it. */
function readNumber(bytes: Buffer): number {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    if (cursor >= bytes.length) return -1;
    const byte = bytes[cursor++] as number;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  throw new SvndiffError(say('a number in a delta is too long'));
}

/** @returns the svndiff version: 0, 1 or 2 @throws SvndiffError for anything else */
export function svndiffVersion(bytes: Buffer): number {
  if (
    bytes.length < HEADER_BYTES ||
    bytes[0] !== 0x53 ||
    bytes[1] !== 0x56 ||
    bytes[2] !== 0x4e ||
    (bytes[3] as number) > 2
  ) {
    throw new SvndiffError(say('a delta does not start with a known svndiff header'));
  }
  return bytes[3] as number;
}

/** Sections of versions 1 and 2 start with their original size and are compressed when that made them shorter. */
function section(raw: Buffer, version: number): Buffer {
  if (version === 0) return raw;
  cursor = 0;
  const size = readNumber(raw);
  if (size < 0 || size > 2 * MAX_WINDOW) throw new SvndiffError(say('a section of a delta says a wrong size'));
  const body = raw.subarray(cursor);
  if (body.length === size) return body;
  const text =
    version === 1
      ? inflateSync(body, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size + 1, 64) })
      : lz4Decompress(body, size);
  if (text.length !== size) throw new SvndiffError(say('a section of a delta has a wrong size'));
  return text;
}

/** Reads the window at `at`; null when `bytes` end before it does. */
function readWindow(bytes: Buffer, at: number, version: number): Window | null {
  cursor = at;
  const sourceOffset = readNumber(bytes);
  const sourceLength = readNumber(bytes);
  const targetLength = readNumber(bytes);
  const instructionLength = readNumber(bytes);
  const dataLength = readNumber(bytes);
  if (dataLength < 0) return null;
  if (targetLength > MAX_WINDOW || instructionLength > 2 * MAX_WINDOW || dataLength > 2 * MAX_WINDOW) {
    throw new SvndiffError(say('a window of a delta is unreasonably large'));
  }
  const start = cursor;
  const end = start + instructionLength + dataLength;
  if (end > bytes.length) return null;
  return {
    sourceOffset,
    sourceLength,
    targetLength,
    instructions: section(bytes.subarray(start, start + instructionLength), version),
    data: section(bytes.subarray(start + instructionLength, end), version),
    end,
  };
}

/** Applies one window. `base` holds the source from byte `baseFrom` on. */
function applyWindow(
  window: Window,
  base: Buffer,
  baseFrom: number,
  target: Buffer,
  targetAt: number,
  builder: DeltaBuilder | null,
): void {
  const { instructions, data, sourceLength, targetLength } = window;
  const source = window.sourceOffset - baseFrom;
  if (source < 0 || source + sourceLength > base.length)
    throw new SvndiffError(say('a delta reads past the end of its base'));
  const targetEnd = targetAt + targetLength;
  let at = 0;
  let to = targetAt;
  let dataAt = 0;
  while (at < instructions.length) {
    const op = instructions[at++] as number;
    let length = op & 0x3f;
    cursor = at;
    if (length === 0) length = readNumber(instructions);
    const kind = op >> 6;
    const offset = kind === 2 ? 0 : readNumber(instructions);
    if (length < 0 || offset < 0 || to + length > targetEnd)
      throw new SvndiffError(say('a delta writes past the end of its window'));
    at = cursor;
    if (kind === 0) {
      if (offset + length > sourceLength) throw new SvndiffError(say('a delta reads past the end of its source view'));
      base.copy(target, to, source + offset, source + offset + length);
      builder?.copy(window.sourceOffset + offset, length);
    } else if (kind === 1) {
      const from = targetAt + offset;
      if (from >= to) throw new SvndiffError(say('a delta copies from beyond what it wrote'));
      // Source and destination may overlap: a run repeats itself.
      if (from + length <= to) target.copy(target, to, from, from + length);
      else for (let i = 0; i < length; i++) target[to + i] = target[from + i] as number;
      builder?.insert(target, to, to + length);
    } else if (kind === 2) {
      if (dataAt + length > data.length) throw new SvndiffError(say('a delta has less new data than it says'));
      data.copy(target, to, dataAt, dataAt + length);
      dataAt += length;
      builder?.insert(target, to, to + length);
    } else {
      throw new SvndiffError(say('a delta holds an unknown instruction'));
    }
    to += length;
  }
  if (to !== targetEnd) throw new SvndiffError(say('a window of a delta is shorter than it says'));
}

/** Bytes of the text that a delta makes, without making it. @throws SvndiffError when it is cut short */
export function targetSize(delta: Buffer): number {
  if (delta.length === 0) return 0;
  svndiffVersion(delta);
  let total = 0;
  let at = HEADER_BYTES;
  while (at < delta.length) {
    cursor = at;
    readNumber(delta);
    readNumber(delta);
    const targetLength = readNumber(delta);
    const instructionLength = readNumber(delta);
    const dataLength = readNumber(delta);
    at = cursor + instructionLength + dataLength;
    if (dataLength < 0 || at > delta.length) throw new SvndiffError(say('a delta is cut short'));
    if (targetLength > MAX_WINDOW) throw new SvndiffError(say('a window of a delta is unreasonably large'));
    total += targetLength;
  }
  return total;
}

/**
 * Applies a delta in memory.
 * @param size `targetSize(delta)`
 * @param builder gets the same instructions for Git; call its `start` before and `finish` after
 * @param target memory for the text and a frame before it
 * @returns the text behind a frame (see `framed`)
 * @throws SvndiffError when the delta does not fit
 */
export function applySvndiff(
  delta: Buffer,
  base: Buffer,
  size: number,
  builder: DeltaBuilder | null,
  target: Buffer = framed(size),
): Buffer {
  if (delta.length === 0) return target;
  const version = svndiffVersion(delta);
  let to = FRAME;
  for (let at = HEADER_BYTES; at < delta.length; ) {
    const window = readWindow(delta, at, version);
    if (window === null) throw new SvndiffError(say('a delta is cut short'));
    applyWindow(window, base, 0, target, to, builder);
    to += window.targetLength;
    at = window.end;
  }
  return target;
}

/**
 * Applies a delta window by window, for texts that do not fit memory.
 * @param readDelta fills a buffer from a position of the delta, giving how many bytes there were
 * @param readBase gives `length` bytes of the base at `offset`
 * @param write gets each piece of the text in order
 * @throws SvndiffError when the delta does not fit
 */
export function streamSvndiff(
  readDelta: (into: Buffer, position: number) => number,
  readBase: (offset: number, length: number) => Buffer,
  write: (text: Buffer) => void,
): void {
  const head = Buffer.alloc(HEADER_BYTES);
  if (readDelta(head, 0) === 0) return;
  const version = svndiffVersion(head);
  let buffer = Buffer.allocUnsafe(1 << 20);
  for (let position = HEADER_BYTES; ; ) {
    const got = readDelta(buffer, position);
    if (got === 0) return;
    const bytes = buffer.subarray(0, got);
    let at = 0;
    for (;;) {
      const window = at < got ? readWindow(bytes, at, version) : null;
      if (window === null) break;
      const target = Buffer.allocUnsafe(window.targetLength);
      applyWindow(window, readBase(window.sourceOffset, window.sourceLength), window.sourceOffset, target, 0, null);
      write(target);
      at = window.end;
    }
    if (at === 0) {
      if (got < buffer.length) throw new SvndiffError(say('a delta is cut short'));
      if (buffer.length > 8 * MAX_WINDOW) throw new SvndiffError(say('a window of a delta is unreasonably large'));
      buffer = Buffer.allocUnsafe(buffer.length * 4);
    }
    position += at;
  }
}
