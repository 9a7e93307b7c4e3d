/**
 * Objects in a pack that is still being written, readable at once and durable at each checkpoint.
 *
 * Files in the store's folder: `<name>-<k>.pack` (k = 0, 1, … one after each seal) and `<name>.objects`,
 * the log of ids and offsets that makes reading possible without a `.idx`. A crash loses at most what
 * came after the last checkpoint: `open` cuts the files back to it.
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { applyDelta } from './delta.ts';
import {
  compress,
  FRAME,
  hashFramed,
  OBJECT_BLOB,
  OBJECT_OFS_DELTA,
  readEntryHeader,
  STORED_EXTRA,
  STORED_LIMIT,
  writeBaseDistance,
  writeEntryHeader,
  writeStored,
} from './entry.ts';
import { ObjectTable, RECORD_BYTES } from './object-table.ts';
import { finishPack, readFully, writeFully } from './pack-file.ts';
import { writeStreamedBlob } from './streamed-blob.ts';
import { TextCache } from './text-cache.ts';

/** Longest chain of deltas, as Git's own default. */
export const MAX_DEPTH = 50;
const WRITE_BUFFER = 1 << 20;
const PACK_HEADER = 12;
/** The longest header of an entry: 10 bytes of type and size, 10 of the base's distance. */
const ENTRY_HEADER = 20;
const CHECKSUM = 20;

/** Where the store's files ended at one moment. */
export interface StoreCheckpoint {
  objects: number;
  pack: number;
  packLength: number;
}

export class ObjectStore {
  readonly table = new ObjectTable();
  readonly #folder: string;
  readonly #name: string;
  readonly #cache: TextCache;
  readonly #keepsBlobs: boolean;
  readonly #log: number;
  #logged = 0;
  #packs: number[] = [];
  #current = 0;
  /** Bytes of the current pack, those still in `#buffer` included. */
  #length = 0;
  #buffer = Buffer.allocUnsafe(WRITE_BUFFER);
  #buffered = 0;
  #firstOfPack = 0;
  /** Set while an entry is being written: an error leaves it set, and half an entry must never become durable. */
  #broken = false;

  private constructor(folder: string, name: string, cacheBytes: number, keepsBlobs: boolean) {
    this.#keepsBlobs = keepsBlobs;
    this.#folder = folder;
    this.#name = name;
    this.#cache = new TextCache(cacheBytes);
    mkdirSync(folder, { recursive: true });
    this.#log = openSync(join(folder, `${name}.objects`), existsSync(join(folder, `${name}.objects`)) ? 'r+' : 'w+');
  }

  /**
   * Opens the store in `folder`, cut back to `checkpoint`, or an empty one.
   * @param cacheBytes bytes of inflated objects kept in memory
   * @param keepsBlobs whether blobs that are added are among them: where the caller keeps texts, their buffers stay its own
   */
  static open(
    folder: string,
    name: string,
    cacheBytes: number,
    checkpoint: StoreCheckpoint | null,
    keepsBlobs = true,
  ): ObjectStore {
    const store = new ObjectStore(folder, name, cacheBytes, keepsBlobs);
    const records = (checkpoint?.objects ?? 0) * RECORD_BYTES;
    ftruncateSync(store.#log, records);
    if (records > 0) {
      const log = Buffer.allocUnsafe(records);
      readFully(store.#log, log, 0);
      store.table.decode(log);
    }
    store.#logged = store.table.count;
    store.#current = checkpoint?.pack ?? 0;
    for (let k = 0; k <= store.#current; k++) store.#packs.push(store.#openPack(k));
    store.#length = checkpoint?.packLength ?? 0;
    ftruncateSync(store.#descriptor(store.#current), store.#length);
    if (store.#length === 0) store.#startPack();
    store.#firstOfPack = store.table.count;
    while (store.#firstOfPack > 0 && store.table.pack(store.#firstOfPack - 1) === store.#current) store.#firstOfPack--;
    return store;
  }

  /** Opens a store for reading, without changing its files. */
  static openForReading(folder: string, name: string, cacheBytes: number, checkpoint: StoreCheckpoint): ObjectStore {
    const store = new ObjectStore(folder, name, cacheBytes, true);
    const log = Buffer.allocUnsafe(checkpoint.objects * RECORD_BYTES);
    readFully(store.#log, log, 0);
    store.table.decode(log);
    store.#logged = store.table.count;
    store.#current = checkpoint.pack;
    for (let k = 0; k <= checkpoint.pack; k++) store.#packs.push(openSync(store.packFile(k), 'r'));
    store.#length = checkpoint.packLength;
    return store;
  }

  packFile(k: number): string {
    return join(this.#folder, `${this.#name}-${k}.pack`);
  }

  /** Objects in the pack that is being written. */
  get objectsInPack(): number {
    return this.table.count - this.#firstOfPack;
  }

  get packLength(): number {
    return this.#length;
  }

  get currentPack(): number {
    return this.#current;
  }

  /**
   * Adds an object unless it is there.
   * @param framed the payload behind 32 free bytes, which are used for hashing: `framed.subarray(32)` is the object
   * @returns the object's number
   */
  addFramed(type: number, framed: Buffer): number {
    const oid = hashFramed(type, framed);
    const known = this.table.find(oid);
    if (known >= 0) return known;
    return this.addNew(type, oid, framed.subarray(FRAME));
  }

  /** Adds a whole object whose id `find` does not know. */
  addNew(type: number, oid: Buffer, payload: Buffer): number {
    const number = this.#append(type, oid, type, payload.length, 0, 0, payload);
    this.#keep(type, number, payload);
    return number;
  }

  /**
   * Adds an object whose id `find` does not know, as a delta when that is allowed and shorter.
   * @param base number of the object that `delta` applies to
   */
  addDelta(type: number, oid: Buffer, payload: Buffer, base: number, delta: Buffer | null): number {
    const depth = this.table.depth(base) + 1;
    if (delta === null || depth > MAX_DEPTH || this.table.pack(base) !== this.#current)
      return this.addNew(type, oid, payload);
    const number = this.#append(
      type,
      oid,
      OBJECT_OFS_DELTA,
      delta.length,
      this.#length - this.table.offset(base),
      depth,
      delta,
    );
    this.#keep(type, number, payload);
    return number;
  }

  #keep(type: number, number: number, payload: Buffer): void {
    if (type !== OBJECT_BLOB || this.#keepsBlobs) this.#cache.put(number, payload);
  }

  /** Adds the content of a file as a blob without holding it in memory. @returns the object's number */
  addBlobFile(path: string): number {
    const start = this.#length;
    this.#broken = true;
    const result = writeStreamedBlob(
      path,
      (oid) => this.table.find(oid),
      (size) => {
        const header = Buffer.allocUnsafe(16);
        this.#write(header.subarray(0, writeEntryHeader(header, 0, OBJECT_BLOB, size)));
      },
      (bytes) => this.#write(bytes),
    );
    this.#broken = false;
    if (result.known >= 0) return result.known;
    return this.table.add(result.oid, OBJECT_BLOB, this.#current, start, 0);
  }

  /** Inflates a whole object (one that `addBlobFile` wrote, or any other) into a file. */
  async readToFile(number: number, path: string): Promise<void> {
    this.#flush();
    const start = this.table.offset(number);
    const pack = this.table.pack(number);
    const header = readEntryHeader(this.#readRange(pack, start, Math.min(this.#endOf(number), start + 32)));
    if (header.type === OBJECT_OFS_DELTA) {
      await writeFile(path, this.read(number), { mode: 0o600 });
      return;
    }
    await pipeline(
      createReadStream(this.packFile(pack), {
        start: start + header.dataStart,
        end: Math.min(this.#endOf(number), Number.MAX_SAFE_INTEGER) - 1,
      }),
      createInflate(),
      createWriteStream(path, { mode: 0o600 }),
    );
  }

  /** The object's payload. Do not change it: it may be cached. @throws RangeError for a damaged pack */
  read(number: number): Buffer {
    const cached = this.#cache.get(number);
    if (cached !== undefined) return cached;
    const deltas: Buffer[] = [];
    let text: Buffer | undefined;
    const pack = this.table.pack(number);
    let offset = this.table.offset(number);
    let end = this.#endOf(number);
    for (;;) {
      const entry = this.#readRange(pack, offset, end);
      const header = readEntryHeader(entry);
      const payload = inflate(entry.subarray(header.dataStart), header.size);
      if (header.type !== OBJECT_OFS_DELTA) {
        text = payload;
        break;
      }
      deltas.push(payload);
      offset -= header.baseDistance;
      const base = this.#numberAt(pack, offset);
      text = this.#cache.get(base);
      if (text !== undefined) break;
      end = this.#endOf(base);
    }
    for (let i = deltas.length - 1; i >= 0; i--) text = applyDelta(text, deltas[i] as Buffer);
    this.#cache.put(number, text);
    return text;
  }

  /** Makes everything so far durable. @returns where the files end now @throws RangeError after a failed write */
  checkpoint(): StoreCheckpoint {
    if (this.#broken)
      throw new RangeError('a write to the pack failed before; only its last checkpoint can be trusted');
    this.#flush();
    fsyncSync(this.#descriptor(this.#current));
    if (this.table.count > this.#logged) {
      writeFully(this.#log, this.table.encode(this.#logged, this.table.count), this.#logged * RECORD_BYTES);
      this.#logged = this.table.count;
      fsyncSync(this.#log);
    }
    return { objects: this.table.count, pack: this.#current, packLength: this.#length };
  }

  /**
   * Ends the current pack: count in its header, SHA-1 at its end. The next object opens a new one.
   * The file keeps its name; `git index-pack` may run on it now.
   * @returns path and number of objects of the finished pack (which may be empty)
   */
  seal(): { path: string; objects: number } {
    this.#flush();
    const file = this.#descriptor(this.#current);
    const objects = this.objectsInPack;
    finishPack(file, objects, this.#length);
    const path = this.packFile(this.#current);
    this.#current += 1;
    this.#packs.push(this.#openPack(this.#current));
    ftruncateSync(this.#descriptor(this.#current), 0);
    this.#startPack();
    this.#firstOfPack = this.table.count;
    return { path, objects };
  }

  close(): void {
    for (const file of this.#packs) closeSync(file);
    closeSync(this.#log);
  }

  #openPack(k: number): number {
    const path = this.packFile(k);
    return openSync(path, existsSync(path) ? 'r+' : 'w+');
  }

  #descriptor(k: number): number {
    const file = this.#packs[k];
    if (file === undefined) throw new RangeError(`there is no pack ${k}`);
    return file;
  }

  #startPack(): void {
    this.#length = 0;
    this.#buffered = 0;
    const header = Buffer.alloc(PACK_HEADER);
    header.write('PACK', 0, 'latin1');
    header.writeUInt32BE(2, 4);
    this.#write(header);
  }

  #append(
    type: number,
    oid: Buffer,
    entryType: number,
    size: number,
    distance: number,
    depth: number,
    payload: Buffer,
  ): number {
    const start = this.#length;
    this.#broken = true;
    if (this.#buffered + ENTRY_HEADER + STORED_LIMIT + STORED_EXTRA > WRITE_BUFFER) this.#flush();
    let at = writeEntryHeader(this.#buffer, this.#buffered, entryType, size);
    if (entryType === OBJECT_OFS_DELTA) at = writeBaseDistance(this.#buffer, at, distance);
    if (payload.length <= STORED_LIMIT) at = writeStored(this.#buffer, at, payload);
    this.#length += at - this.#buffered;
    this.#buffered = at;
    if (payload.length > STORED_LIMIT) this.#write(compress(payload));
    this.#broken = false;
    return this.table.add(oid, type, this.#current, start, depth);
  }

  #write(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#buffered + bytes.length > WRITE_BUFFER) {
      this.#flushBuffer(this.#length - bytes.length);
      if (bytes.length >= WRITE_BUFFER) {
        writeFully(this.#descriptor(this.#current), bytes, this.#length - bytes.length);
        return;
      }
    }
    bytes.copy(this.#buffer, this.#buffered);
    this.#buffered += bytes.length;
  }

  #flush(): void {
    this.#flushBuffer(this.#length);
  }

  #flushBuffer(end: number): void {
    if (this.#buffered === 0) return;
    writeFully(this.#descriptor(this.#current), this.#buffer.subarray(0, this.#buffered), end - this.#buffered);
    this.#buffered = 0;
  }

  /** Where the entry of `number` ends: the next object's start, or an upper bound at the end of a pack. */
  #endOf(number: number): number {
    const next = number + 1;
    const pack = this.table.pack(number);
    if (next < this.table.count && this.table.pack(next) === pack) return this.table.offset(next);
    return pack === this.#current ? this.#length : Number.POSITIVE_INFINITY;
  }

  #numberAt(pack: number, offset: number): number {
    let low = 0;
    let high = this.table.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.table.pack(middle) - pack || this.table.offset(middle) - offset;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    throw new RangeError(`no object starts at ${offset} of pack ${pack}`);
  }

  #readRange(pack: number, start: number, end: number): Buffer {
    const file = this.#descriptor(pack);
    if (pack === this.#current) {
      const flushed = this.#length - this.#buffered;
      // Copied: the write buffer is used again.
      if (start >= flushed) return Buffer.from(this.#buffer.subarray(start - flushed, end - flushed));
      if (end > flushed) this.#flush();
    }
    // The last entry of a finished pack ends where the checksum begins.
    const stop = end === Number.POSITIVE_INFINITY ? fstatSync(file).size - CHECKSUM : end;
    const bytes = Buffer.allocUnsafe(stop - start);
    readFully(file, bytes, start);
    return bytes;
  }
}

function inflate(stream: Buffer, size: number): Buffer {
  // Our own stored streams need no zlib.
  if (
    size <= 65535 &&
    stream[0] === 0x78 &&
    stream[1] === 0x01 &&
    stream[2] === 0x01 &&
    stream.readUInt16LE(3) === size
  ) {
    return stream.subarray(7, 7 + size);
  }
  return inflateSync(stream, { maxOutputLength: Math.max(size, 1) });
}
