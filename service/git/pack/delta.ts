/** Git's delta format: base size, target size, then copy and insert instructions (gitformat-pack, "Deltified representation"). */

import { samePrefix, sameSuffix } from './same-bytes.ts';

const MAX_COPY = 0xffffff;
const MAX_INSERT = 127;
/** Bytes of a buffer that is kept to be used again. */
const LARGEST_ROOM = 4 << 20;

function writeSize(into: Buffer, at: number, size: number): number {
  while (size >= 128) {
    into[at++] = (size % 128) | 0x80;
    size = Math.floor(size / 128);
  }
  into[at++] = size;
  return at;
}

/** Collects copies and inserts, joining neighbours, and gives the delta; reusable after `start`. */
export class DeltaBuilder {
  #out = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  #limit = 0;
  #overflow = false;
  #copyFrom = 0;
  #copyLength = 0;
  #literal: Buffer = Buffer.alloc(0);
  #literalFrom = 0;
  #literalTo = 0;

  /**
   * Begins a delta.
   * @param limit the delta is given up (`finish` returns null) once it exceeds this many bytes
   */
  start(baseSize: number, targetSize: number, limit: number): void {
    this.#limit = limit;
    this.#overflow = false;
    this.#copyLength = 0;
    this.#literalFrom = 0;
    this.#literalTo = 0;
    this.#length = writeSize(this.#out, 0, baseSize);
    this.#length = writeSize(this.#out, this.#length, targetSize);
  }

  /** Target goes on with `length` bytes of the base at `from`. */
  copy(from: number, length: number): void {
    if (length === 0) return;
    this.#flushLiteral();
    if (this.#copyLength > 0 && this.#copyFrom + this.#copyLength === from) {
      this.#copyLength += length;
      return;
    }
    this.#flushCopy();
    this.#copyFrom = from;
    this.#copyLength = length;
  }

  /** Target goes on with `text[from, to)`; `text` must stay unchanged until `finish`. */
  insert(text: Buffer, from: number, to: number): void {
    if (from === to) return;
    this.#flushCopy();
    if (this.#literal === text && this.#literalTo === from && this.#literalFrom < this.#literalTo) {
      this.#literalTo = to;
      return;
    }
    this.#flushLiteral();
    this.#literal = text;
    this.#literalFrom = from;
    this.#literalTo = to;
  }

  /** The delta where only one place in the middle differs. @returns as `finish`, given up over half of the target's bytes */
  between(base: Buffer, target: Buffer): Buffer | null {
    const prefix = samePrefix(base, target);
    const suffix = sameSuffix(base, target, prefix);
    this.start(base.length, target.length, target.length >> 1);
    this.copy(0, prefix);
    this.insert(target, prefix, target.length - suffix);
    this.copy(base.length - suffix, suffix);
    return this.finish();
  }

  /** @returns the delta, valid until the next `start`; null when it grew over the limit. */
  finish(): Buffer | null {
    this.#flushCopy();
    this.#flushLiteral();
    return this.#overflow || this.#length > this.#limit ? null : this.#out.subarray(0, this.#length);
  }

  #room(bytes: number): boolean {
    if (this.#overflow || this.#length + bytes > this.#limit + 64) {
      this.#overflow = true;
      return false;
    }
    if (this.#length + bytes > this.#out.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#out.length * 2, this.#length + bytes));
      this.#out.copy(larger, 0, 0, this.#length);
      this.#out = larger;
    }
    return true;
  }

  #flushLiteral(): void {
    let from = this.#literalFrom;
    const to = this.#literalTo;
    this.#literalFrom = to;
    if (from === to || !this.#room(to - from + Math.ceil((to - from) / MAX_INSERT))) return;
    while (from < to) {
      const n = Math.min(MAX_INSERT, to - from);
      this.#out[this.#length++] = n;
      this.#literal.copy(this.#out, this.#length, from, from + n);
      this.#length += n;
      from += n;
    }
  }

  #flushCopy(): void {
    let from = this.#copyFrom;
    let rest = this.#copyLength;
    this.#copyLength = 0;
    while (rest > 0) {
      if (!this.#room(8)) return;
      const n = Math.min(MAX_COPY, rest);
      const opAt = this.#length++;
      let op = 0x80;
      let value = from;
      for (let bit = 1; bit <= 8; bit <<= 1) {
        const byte = value % 256;
        if (byte !== 0) {
          op |= bit;
          this.#out[this.#length++] = byte;
        }
        value = Math.floor(value / 256);
      }
      value = n === 0x10000 ? 0 : n;
      for (let bit = 0x10; bit <= 0x40; bit <<= 1) {
        const byte = value & 255;
        if (byte !== 0) {
          op |= bit;
          this.#out[this.#length++] = byte;
        }
        value >>>= 8;
      }
      this.#out[opAt] = op;
      from += n;
      rest -= n;
    }
  }
}

/**
 * Applies a delta to its base.
 * @param roomFor gives the target's bytes, of the size that it is told
 * @throws RangeError when the delta does not fit the base or says a wrong size
 */
export function applyDelta(
  base: Buffer,
  delta: Buffer,
  roomFor: (size: number) => Buffer = (size) => Buffer.allocUnsafe(size),
): Buffer {
  let at = 0;
  const readSize = () => {
    let size = 0;
    let factor = 1;
    let byte: number;
    do {
      byte = delta[at++] as number;
      size += (byte & 0x7f) * factor;
      factor *= 128;
    } while (byte & 0x80);
    return size;
  };
  const baseSize = readSize();
  const targetSize = readSize();
  if (baseSize !== base.length)
    throw new RangeError(`a delta wants a base of ${baseSize} bytes and got ${base.length}`);
  const target = roomFor(targetSize);
  let written = 0;
  while (at < delta.length) {
    const op = delta[at++] as number;
    if (op & 0x80) {
      let from = 0;
      let size = 0;
      if (op & 0x01) from = delta[at++] as number;
      if (op & 0x02) from += (delta[at++] as number) * 0x100;
      if (op & 0x04) from += (delta[at++] as number) * 0x10000;
      if (op & 0x08) from += (delta[at++] as number) * 0x1000000;
      if (op & 0x10) size = delta[at++] as number;
      if (op & 0x20) size += (delta[at++] as number) * 0x100;
      if (op & 0x40) size += (delta[at++] as number) * 0x10000;
      if (size === 0) size = 0x10000;
      if (from + size > base.length || written + size > targetSize)
        throw new RangeError('a delta copies past its base');
      base.copy(target, written, from, from + size);
      written += size;
    } else {
      if (op === 0 || at + op > delta.length || written + op > targetSize)
        throw new RangeError('a delta inserts past its end');
      delta.copy(target, written, at, at + op);
      at += op;
      written += op;
    }
  }
  if (written !== targetSize) throw new RangeError(`a delta gave ${written} bytes instead of ${targetSize}`);
  return target;
}

/** Two buffers that take turns: what a chain of deltas gives on its way is thrown away, and new memory for each costs the collector. */
export class DeltaChain {
  readonly #rooms = [Buffer.alloc(0), Buffer.alloc(0)];

  /**
   * Applies deltas one after the other.
   * @param deltas the last one first
   * @param roomFor as `applyDelta` has it, for what comes of the last one
   * @returns `base` where there is no delta @throws RangeError as `applyDelta`
   */
  apply(base: Buffer, deltas: readonly Buffer[], roomFor?: (size: number) => Buffer): Buffer {
    let text = base;
    for (let i = deltas.length - 1; i > 0; i--)
      text = applyDelta(text, deltas[i] as Buffer, (size) => this.#room(i & 1, size));
    return deltas.length === 0 ? text : applyDelta(text, deltas[0] as Buffer, roomFor);
  }

  #room(turn: number, size: number): Buffer {
    const room = this.#rooms[turn] as Buffer;
    if (room.length >= size) return room.subarray(0, size);
    // Those of very large texts are not worth keeping.
    const larger = Buffer.allocUnsafe(size);
    if (size <= LARGEST_ROOM) this.#rooms[turn] = larger;
    return larger;
  }
}
