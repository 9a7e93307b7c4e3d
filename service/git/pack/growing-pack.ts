/** One pack file that is being written: entries behind each other, through a buffer that can be read already. */
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { cutBack } from '../../files/grown-file.ts';
import { compress, STORED_EXTRA, STORED_LIMIT, writeBaseDistance, writeEntryHeader, writeStored } from './entry.ts';
import { finishPack, readFully, writeFully } from './pack-file.ts';

const WRITE_BUFFER = 1 << 20;
/** Bytes before the first entry. */
export const PACK_HEADER = 12;
/** The longest header of an entry: 10 bytes of type and size, 10 of the base's distance. */
const ENTRY_HEADER = 20;

/** An entry as it goes into a pack. */
export interface NewEntry {
  type: number;
  /** Bytes back to the entry that a delta applies to; 0 for a whole object. */
  distance: number;
  /** The object or the delta, not compressed. */
  payload: Buffer;
}

export class GrowingPack {
  /** The store's number of this pack. */
  readonly number: number;
  readonly file: number;
  /** Entries so far. */
  objects: number;
  /** Bytes, those still in the buffer included. */
  #length: number;
  /** CRC-32 of the flushed bytes behind the header, which is written again at the end. */
  #sum: number;
  #buffer = Buffer.allocUnsafe(WRITE_BUFFER);
  #buffered = 0;
  /** Set while an entry is being written: an error leaves it set, and half an entry must never become durable. */
  #broken = false;

  /**
   * @param length bytes to go on behind; what the file holds beyond is cut off. 0 begins it anew
   * @param objects entries within that length
   * @param sum as `sum` was at that length; undefined where nobody kept it
   * @throws Failure when the file is not what it was
   */
  constructor(path: string, number: number, length: number, objects: number, sum?: number) {
    this.number = number;
    this.file = openSync(path, existsSync(path) ? 'r+' : 'w+');
    this.#length = length;
    this.objects = objects;
    this.#sum = cutBack({ file: this.file, name: basename(path), length, sum, from: PACK_HEADER });
    if (length > 0) return;
    const header = Buffer.alloc(PACK_HEADER);
    header.write('PACK', 0, 'latin1');
    header.writeUInt32BE(2, 4);
    this.write(header);
  }

  get length(): number {
    return this.#length;
  }

  /** CRC-32 of all behind the header; after `sync`. */
  get sum(): number {
    return this.#sum;
  }

  /** @returns where the entry starts */
  append({ type, distance, payload }: NewEntry): number {
    const start = this.#length;
    this.#broken = true;
    if (this.#buffered + ENTRY_HEADER + STORED_LIMIT + STORED_EXTRA > WRITE_BUFFER) this.flush();
    let at = writeEntryHeader(this.#buffer, this.#buffered, type, payload.length);
    if (distance > 0) at = writeBaseDistance(this.#buffer, at, distance);
    if (payload.length <= STORED_LIMIT) at = writeStored(this.#buffer, at, payload);
    this.#length += at - this.#buffered;
    this.#buffered = at;
    if (payload.length > STORED_LIMIT) this.write(compress(payload));
    this.#broken = false;
    this.objects += 1;
    return start;
  }

  /** Lets `write` write an entry in pieces. @returns where it starts, and whether there is one: whatever `write` returns */
  appendPieces<Result>(write: () => Result, isThere: (result: Result) => boolean): { start: number; result: Result } {
    const start = this.#length;
    this.#broken = true;
    const result = write();
    this.#broken = false;
    if (isThere(result)) this.objects += 1;
    return { start, result };
  }

  /** Bytes of an entry that `appendPieces` writes. */
  write(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#buffered + bytes.length > WRITE_BUFFER) {
      this.#flushUpTo(this.#length - bytes.length);
      if (bytes.length >= WRITE_BUFFER) {
        writeFully(this.file, bytes, this.#length - bytes.length);
        this.#sum = crc32(bytes, this.#sum);
        return;
      }
    }
    bytes.copy(this.#buffer, this.#buffered);
    this.#buffered += bytes.length;
  }

  flush(): void {
    this.#flushUpTo(this.#length);
  }

  /** Bytes of the pack; copied, since the buffer is used again. */
  read(start: number, end: number): Buffer {
    const flushed = this.#length - this.#buffered;
    if (start >= flushed) return Buffer.from(this.#buffer.subarray(start - flushed, end - flushed));
    if (end > flushed) this.flush();
    const bytes = Buffer.allocUnsafe(end - start);
    readFully(this.file, bytes, start);
    return bytes;
  }

  /** Makes everything so far durable. @throws RangeError after a failed write */
  sync(): void {
    if (this.#broken)
      throw new RangeError('a write to the pack failed before; only its last checkpoint can be trusted');
    this.flush();
    fsyncSync(this.file);
  }

  /** Ends the pack: count in its header, SHA-1 at its end. The file stays open. */
  finish(): void {
    this.flush();
    finishPack(this.file, this.objects, this.#length);
  }

  close(): void {
    closeSync(this.file);
  }

  #flushUpTo(end: number): void {
    if (this.#buffered === 0) return;
    const start = end - this.#buffered;
    writeFully(this.file, this.#buffer.subarray(0, this.#buffered), start);
    this.#sum = crc32(this.#buffer.subarray(Math.max(0, PACK_HEADER - start), this.#buffered), this.#sum);
    this.#buffered = 0;
  }
}
