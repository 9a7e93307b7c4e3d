/** One pack file that is being written: entries behind each other, through a buffer that can be read already. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync } from 'node:fs';
import { compress, STORED_EXTRA, STORED_LIMIT, writeBaseDistance, writeEntryHeader, writeStored } from './entry.ts';
import { finishPack, readFully, writeFully } from './pack-file.ts';

const WRITE_BUFFER = 1 << 20;
const PACK_HEADER = 12;
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

/** Opens a pack file for reading and writing, made where there is none. */
export function openPackFile(path: string): number {
  return openSync(path, existsSync(path) ? 'r+' : 'w+');
}

export class GrowingPack {
  /** The store's number of this pack. */
  readonly number: number;
  readonly file: number;
  /** Entries so far. */
  objects: number;
  /** Bytes, those still in the buffer included. */
  #length: number;
  #buffer = Buffer.allocUnsafe(WRITE_BUFFER);
  #buffered = 0;
  /** Set while an entry is being written: an error leaves it set, and half an entry must never become durable. */
  #broken = false;

  /**
   * @param length bytes to go on behind; what the file holds beyond is cut off. 0 begins it anew
   * @param objects entries within that length
   */
  constructor(path: string, number: number, length: number, objects: number) {
    this.number = number;
    this.file = openPackFile(path);
    this.#length = length;
    this.objects = objects;
    ftruncateSync(this.file, length);
    if (length > 0) return;
    const header = Buffer.alloc(PACK_HEADER);
    header.write('PACK', 0, 'latin1');
    header.writeUInt32BE(2, 4);
    this.write(header);
  }

  get length(): number {
    return this.#length;
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
    writeFully(this.file, this.#buffer.subarray(0, this.#buffered), end - this.#buffered);
    this.#buffered = 0;
  }
}
