/** One gzip member (RFC 1952) written to a file while its blocks are packed on other threads; memory is bounded. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { BLOCK_BYTES, LAST_BLOCK, packBlock } from './deflate-block.ts';

/** Constant: no name, no time, no system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Blocks between reading and the disk. Two are packed at a time; the others wait for their turn to be written. */
const BLOCKS_IN_FLIGHT = 12;
const PACKED_AT_ONCE = 2;
/** After so many bytes the system is asked to begin with the disk, so that the last flush is short. */
const FLUSH_EVERY = 32 << 20;

export interface WrittenArchive {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export class GzipFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #free: Buffer[] = [];
  #made = 0;
  #waiting: (() => void)[] = [];
  #current: Buffer | null = null;
  #filled = 0;
  #crc = 0;
  #length = 0;
  #size = 0;
  #flushed = 0;
  #flushing: Promise<void> = Promise.resolve();
  /** The block before is on its way to the file when this resolves. */
  #last: Promise<void> = Promise.resolve();
  #packing = 0;
  #packers: (() => void)[] = [];
  #failure: unknown = null;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<GzipFile> {
    const gzip = new GzipFile(await open(path, 'w', 0o600));
    await gzip.#write([HEADER]);
    return gzip;
  }

  /** Bytes taken in. */
  get length(): number {
    return this.#length;
  }

  /** Room for the next bytes: fill a part of it from its beginning, then call `filled`. Waits while the disk is behind. */
  async room(): Promise<Buffer> {
    if (this.#failure !== null) throw this.#failure;
    this.#current ??= await this.#takeBuffer();
    return this.#current.subarray(this.#filled);
  }

  filled(bytes: number): void {
    if (this.#current === null) throw new RangeError('there was no room');
    this.#filled += bytes;
    this.#length += bytes;
    if (this.#filled === this.#current.length) this.#passOn();
  }

  async add(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const room = await this.room();
      const part = Math.min(room.length, bytes.length - at);
      bytes.copy(room, 0, at, at + part);
      this.filled(part);
      at += part;
    }
  }

  async addZeros(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const room = await this.room();
      const part = Math.min(room.length, left);
      room.fill(0, 0, part);
      this.filled(part);
      left -= part;
    }
  }

  /** Ends the member and flushes the file to the disk. */
  async finish(): Promise<WrittenArchive> {
    if (this.#filled > 0) this.#passOn();
    await this.#last;
    if (this.#failure !== null) throw this.#failure;
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    await this.#write([LAST_BLOCK, trailer]);
    await this.#flushing;
    await this.#file.sync();
    await this.#file.close();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Gives the file up; what was written stays for the caller to remove. */
  async abandon(): Promise<void> {
    this.#failure ??= new Error('the archive was given up');
    await this.#last;
    await this.#flushing.catch(() => undefined);
    await this.#file.close();
  }

  async #takeBuffer(): Promise<Buffer> {
    for (;;) {
      const free = this.#free.pop();
      if (free !== undefined) return free;
      if (this.#made < BLOCKS_IN_FLIGHT) {
        this.#made += 1;
        return Buffer.allocUnsafeSlow(BLOCK_BYTES);
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #passOn(): void {
    const buffer = this.#current as Buffer;
    const block = buffer.subarray(0, this.#filled);
    this.#current = null;
    this.#filled = 0;
    this.#crc = crc32(block, this.#crc);
    const packed = this.#pack(block);
    this.#last = Promise.all([packed, this.#last]).then(
      async ([pieces]) => {
        if (this.#failure === null) await this.#write(pieces).catch((error) => this.#fail(error));
        this.#free.push(buffer);
        this.#waiting.shift()?.();
      },
      (error) => {
        this.#fail(error);
        this.#free.push(buffer);
        this.#waiting.shift()?.();
      },
    );
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }

  async #pack(block: Buffer): Promise<Buffer[]> {
    while (this.#packing >= PACKED_AT_ONCE) await new Promise<void>((resolve) => this.#packers.push(resolve));
    this.#packing += 1;
    try {
      return await packBlock(block);
    } finally {
      this.#packing -= 1;
      this.#packers.shift()?.();
    }
  }

  async #write(pieces: Buffer[]): Promise<void> {
    let left = pieces;
    const written = this.#file.writev(left);
    // The disk and the checksum work at the same time.
    for (const piece of pieces) {
      this.#hash.update(piece);
      this.#size += piece.length;
    }
    for (let count = (await written).bytesWritten; ; count = (await this.#file.writev(left)).bytesWritten) {
      left = withoutFirst(left, count);
      if (left.length === 0) break;
    }
    if (this.#size - this.#flushed >= FLUSH_EVERY) {
      this.#flushed = this.#size;
      this.#flushing = this.#flushing.then(() => this.#file.datasync());
      this.#flushing.catch((error) => this.#fail(error));
    }
  }
}

function withoutFirst(pieces: Buffer[], count: number): Buffer[] {
  let skip = count;
  for (const [index, piece] of pieces.entries()) {
    if (skip < piece.length) return [piece.subarray(skip), ...pieces.slice(index + 1)];
    skip -= piece.length;
  }
  return [];
}
