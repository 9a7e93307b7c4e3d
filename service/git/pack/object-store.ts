/**
 * Objects in packs that are still being written, readable at once and durable at each checkpoint.
 *
 * Files in the store's folder: `<name>-<k>.pack` (k = 0, 1, … one after each seal), `<name>-aside-<k>.pack` with
 * what is kept apart, and `<name>.objects`, the log of ids and offsets that makes reading possible without a
 * `.idx`. A crash loses at most what came after the last checkpoint: `open` cuts the files back to it.
 */
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { damaged, requireGrown } from '../../files/grown-file.ts';
import { DeltaChain } from './delta.ts';
import { FRAME, hashFramed, OBJECT_BLOB, OBJECT_OFS_DELTA, readEntryHeader, writeEntryHeader } from './entry.ts';
import { GrowingPack, PACK_HEADER } from './growing-pack.ts';
import { ObjectLog } from './object-log.ts';
import { ObjectTable } from './object-table.ts';
import { readFully } from './pack-file.ts';
import { writeStreamedBlob } from './streamed-blob.ts';
import { TextCache } from './text-cache.ts';

/** Longest chain of deltas, as Git's own default. */
export const MAX_DEPTH = 50;
/**
 * Of large objects, each whole one of which takes as much as hundreds of deltas: 20,000 trees of up to 680 KB were 21 MB with 50, 7 MB with
 * these. The table of objects keeps a byte of it.
 */
const MAX_DEPTH_LARGE = 250;
const LARGE = 64 << 10;
const CHECKSUM = 20;
/** Pack `k` for what is kept apart has the number `ASIDE + k`; the object log keeps two bytes of it. */
const ASIDE = 0x8000;

/** Where the store's files ended at one moment. */
export interface StoreCheckpoint {
  objects: number;
  pack: number;
  packLength: number;
  /** Bytes of the pack for what is kept apart; none in checkpoints of earlier versions, 0 where there is none. */
  asideLength?: number;
  /** CRC-32 of the log of objects and of the two packs behind their headers; none in checkpoints of earlier versions. */
  logSum?: number;
  packSum?: number;
  asideSum?: number;
}

export interface StoreOptions {
  /** Whether blobs that are added are kept in memory: where the caller keeps texts, their buffers stay its own. */
  keepsBlobs?: boolean;
  /** Objects that will be there; more than these cost memory while room is made for them. */
  expected?: number;
}

export interface AddOptions {
  /** Whether it is kept apart: in a pack of its own, so that the other may hold nothing but what is published. */
  aside?: boolean;
  /** Whether the payload's memory is the caller's, who writes something else into it: it is not kept here. */
  isUsedAgain?: boolean;
}

export interface KnownObject {
  number: number;
  payload: Buffer;
}

export class ObjectStore {
  readonly table: ObjectTable;
  readonly #folder: string;
  readonly #name: string;
  readonly #cache: TextCache;
  readonly #keepsBlobs: boolean;
  readonly #log: ObjectLog;
  /** Descriptors of packs that are finished or only read, by number. */
  readonly #finished = new Map<number, number>();
  /** Where packs end that were not finished when the store was opened for reading, by number. */
  readonly #ends = new Map<number, number>();
  readonly #chain = new DeltaChain();
  #current: GrowingPack | null = null;
  /** Made with the first object that is kept apart. */
  #aside: GrowingPack | null = null;

  private constructor(folder: string, name: string, cacheBytes: number, options: StoreOptions) {
    this.table = new ObjectTable(options.expected);
    this.#keepsBlobs = options.keepsBlobs ?? true;
    this.#folder = folder;
    this.#name = name;
    this.#cache = new TextCache(cacheBytes);
    mkdirSync(folder, { recursive: true });
    this.#log = new ObjectLog(join(folder, `${name}.objects`));
  }

  /**
   * Opens the store in `folder`, cut back to `checkpoint`, or an empty one.
   * @param cacheBytes bytes of inflated objects kept in memory
   * @throws Failure when a file is not what it was at the checkpoint
   */
  static open(
    folder: string,
    name: string,
    cacheBytes: number,
    checkpoint: StoreCheckpoint | null,
    options: StoreOptions = {},
  ): ObjectStore {
    const expected = Math.max(options.expected ?? 0, checkpoint?.objects ?? 0);
    const store = new ObjectStore(folder, name, cacheBytes, { ...options, expected });
    const k = checkpoint?.pack ?? 0;
    store.#readLog(checkpoint);
    store.#log.cutBack();
    const counts = store.#countByPack();
    store.#openFinished(k);
    const path = store.packFile(k);
    store.#current = new GrowingPack(path, k, checkpoint?.packLength ?? 0, counts.get(k) ?? 0, checkpoint?.packSum);
    const asideLength = checkpoint?.asideLength ?? 0;
    if (asideLength > 0) {
      const objects = counts.get(ASIDE + k) ?? 0;
      store.#aside = new GrowingPack(store.asideFile(k), ASIDE + k, asideLength, objects, checkpoint?.asideSum);
    } else rmSync(store.asideFile(k), { force: true });
    return store;
  }

  /** Opens a store for reading, without changing its files. @throws Failure when one is not what it was at the checkpoint */
  static openForReading(folder: string, name: string, cacheBytes: number, checkpoint: StoreCheckpoint): ObjectStore {
    const store = new ObjectStore(folder, name, cacheBytes, { expected: checkpoint.objects });
    const { pack, packLength, packSum, asideLength = 0, asideSum } = checkpoint;
    store.#readLog(checkpoint);
    store.#openFinished(pack + 1);
    store.#ends.set(pack, packLength);
    store.#ends.set(ASIDE + pack, asideLength);
    store.#requireGrown(pack, packLength, packSum);
    if (asideLength > 0) store.#requireGrown(ASIDE + pack, asideLength, asideSum);
    return store;
  }

  packFile(k: number): string {
    return join(this.#folder, `${this.#name}-${k}.pack`);
  }

  /** Pack of what was kept apart while pack `k` was written; there may be none. */
  asideFile(k: number): string {
    return join(this.#folder, `${this.#name}-aside-${k}.pack`);
  }

  /** Objects in the packs that are being written. */
  get objectsInPack(): number {
    return (this.#current?.objects ?? 0) + (this.#aside?.objects ?? 0);
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
  addNew(type: number, oid: Buffer, payload: Buffer, options: AddOptions = {}): number {
    const pack = this.#growing(options.aside ?? false);
    const start = pack.append({ type, distance: 0, payload });
    return this.#added(type, payload, this.table.add(oid, type, pack.number, start, 0), options);
  }

  /**
   * Adds an object whose id `find` does not know, as a delta when that is allowed and shorter.
   * @param base number of the object that `delta` applies to
   */
  addDelta(
    type: number,
    oid: Buffer,
    payload: Buffer,
    base: number,
    delta: Buffer | null,
    options: AddOptions = {},
  ): number {
    const depth = this.table.depth(base) + 1;
    const pack = this.#growing(options.aside ?? false);
    const deepest = payload.length < LARGE ? MAX_DEPTH : MAX_DEPTH_LARGE;
    if (delta === null || depth > deepest || this.table.pack(base) !== pack.number)
      return this.addNew(type, oid, payload, options);
    const distance = pack.length - this.table.offset(base);
    const start = pack.append({ type: OBJECT_OFS_DELTA, distance, payload: delta });
    return this.#added(type, payload, this.table.add(oid, type, pack.number, start, depth), options);
  }

  #added(type: number, payload: Buffer, number: number, { isUsedAgain }: AddOptions): number {
    if (!isUsedAgain && (type !== OBJECT_BLOB || this.#keepsBlobs)) this.#cache.put(number, payload);
    return number;
  }

  /** Adds the content of a file as a blob without holding it in memory. @returns the object's number */
  addBlobFile(path: string): number {
    const pack = this.#growing(false);
    const { start, result } = pack.appendPieces(
      () =>
        writeStreamedBlob(
          path,
          (oid) => this.table.find(oid),
          (size) => {
            const header = Buffer.allocUnsafe(16);
            pack.write(header.subarray(0, writeEntryHeader(header, 0, OBJECT_BLOB, size)));
          },
          (bytes) => pack.write(bytes),
        ),
      ({ known }) => known < 0,
    );
    return result.known >= 0 ? result.known : this.table.add(result.oid, OBJECT_BLOB, pack.number, start, 0);
  }

  /** Inflates a whole object (one that `addBlobFile` wrote, or any other) into a file. */
  async readToFile(number: number, path: string): Promise<void> {
    const pack = this.table.pack(number);
    this.#growingWith(pack)?.flush();
    const start = this.table.offset(number);
    const header = readEntryHeader(this.#readRange(pack, start, Math.min(this.#endOf(number), start + 32)));
    if (header.type === OBJECT_OFS_DELTA) {
      await writeFile(path, this.read(number), { mode: 0o600 });
      return;
    }
    await pipeline(
      createReadStream(pack < ASIDE ? this.packFile(pack) : this.asideFile(pack - ASIDE), {
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
      if (header.baseDistance <= 0) throw new RangeError(`the delta at ${offset} of pack ${pack} is damaged`);
      offset -= header.baseDistance;
      const base = this.#numberAt(pack, offset);
      text = this.#cache.get(base);
      if (text !== undefined) break;
      end = this.#endOf(base);
    }
    return this.#cache.put(number, this.#chain.apply(text, deltas));
  }

  /**
   * As `read`, of an object that deltas make of one whose payload is known.
   * @param roomFor gives the memory that the payload is written to, of the size that it is told; not that of `known`
   * @returns null where no chain of deltas leads there
   */
  readFrom(number: number, known: KnownObject, roomFor: (size: number) => Buffer): Buffer | null {
    const pack = this.table.pack(number);
    const least = this.table.offset(known.number);
    if (this.table.pack(known.number) !== pack) return null;
    const deltas: Buffer[] = [];
    for (let at = number; at !== known.number; ) {
      const offset = this.table.offset(at);
      if (offset <= least || this.table.depth(at) === 0) return null;
      const entry = this.#readRange(pack, offset, this.#endOf(at));
      const header = readEntryHeader(entry);
      deltas.push(inflate(entry.subarray(header.dataStart), header.size));
      if (header.baseDistance <= 0) throw new RangeError(`the delta at ${offset} of pack ${pack} is damaged`);
      at = this.#numberAt(pack, offset - header.baseDistance);
    }
    return this.#chain.apply(known.payload, deltas, roomFor);
  }

  /** As `read`, of an object that is in memory anyway; undefined otherwise. */
  readCached(number: number): Buffer | undefined {
    return this.#cache.get(number);
  }

  /** Makes everything so far durable. @returns where the files end now @throws RangeError after a failed write */
  checkpoint(): StoreCheckpoint {
    const current = this.#growing(false);
    current.sync();
    this.#aside?.sync();
    this.#log.append(this.table);
    return {
      objects: this.table.count,
      pack: current.number,
      packLength: current.length,
      asideLength: this.#aside?.length ?? 0,
      logSum: this.#log.sum,
      packSum: current.sum,
      asideSum: this.#aside?.sum ?? 0,
    };
  }

  /**
   * Ends the packs that are being written; the next object opens new ones. The files keep their names;
   * `git index-pack` may run on them now.
   * @returns path and number of objects of the finished pack (which may be empty)
   */
  seal(): { path: string; objects: number } {
    const current = this.#growing(false);
    const k = current.number;
    for (const pack of [current, this.#aside]) {
      if (pack === null) continue;
      pack.finish();
      this.#finished.set(pack.number, pack.file);
    }
    this.#aside = null;
    this.#current = new GrowingPack(this.packFile(k + 1), k + 1, 0, 0);
    rmSync(this.asideFile(k + 1), { force: true });
    return { path: this.packFile(k), objects: current.objects };
  }

  close(): void {
    for (const file of this.#finished.values()) closeSync(file);
    this.#current?.close();
    this.#aside?.close();
    this.#log.close();
  }

  #readLog(checkpoint: StoreCheckpoint | null): void {
    this.#log.read(this.table, checkpoint?.objects ?? 0, checkpoint?.logSum);
  }

  /** How many objects each pack holds, by its number. */
  #countByPack(): Map<number, number> {
    const counts = new Map<number, number>();
    for (let number = 0; number < this.table.count; number++) {
      const pack = this.table.pack(number);
      counts.set(pack, (counts.get(pack) ?? 0) + 1);
    }
    return counts;
  }

  /** Opens the packs before pack `end`, and what was kept apart beside them. */
  #openFinished(end: number): void {
    for (let k = 0; k < end; k++) {
      const path = this.packFile(k);
      if (!existsSync(path)) throw damaged(basename(path), 'it is missing');
      this.#finished.set(k, openSync(path, 'r'));
      if (existsSync(this.asideFile(k))) this.#finished.set(ASIDE + k, openSync(this.asideFile(k), 'r'));
    }
  }

  #requireGrown(pack: number, length: number, sum: number | undefined): void {
    const name = basename(pack < ASIDE ? this.packFile(pack) : this.asideFile(pack - ASIDE));
    const file = this.#finished.get(pack);
    if (file === undefined) throw damaged(name, 'it is missing');
    requireGrown({ file, name, length, sum, from: PACK_HEADER });
  }

  #growing(aside: boolean): GrowingPack {
    const current = this.#current;
    if (current === null) throw new RangeError('the store is open for reading only');
    if (!aside) return current;
    this.#aside ??= new GrowingPack(this.asideFile(current.number), ASIDE + current.number, 0, 0);
    return this.#aside;
  }

  /** The pack of this number, where it is still being written. */
  #growingWith(pack: number): GrowingPack | null {
    if (this.#current?.number === pack) return this.#current;
    return this.#aside?.number === pack ? this.#aside : null;
  }

  /** Where the entry of `number` ends: the start of the next one in its pack, or an upper bound at the end of a pack. */
  #endOf(number: number): number {
    const pack = this.table.pack(number);
    for (let next = number + 1; next < this.table.count; next++) {
      const other = this.table.pack(next);
      if (other === pack) return this.table.offset(next);
      if (generation(other) !== generation(pack)) break;
    }
    return this.#growingWith(pack)?.length ?? this.#ends.get(pack) ?? Number.POSITIVE_INFINITY;
  }

  /** Both packs of a generation grow in order of number, so one of them is searched by passing over the other's. */
  #numberAt(pack: number, offset: number): number {
    let low = 0;
    let high = this.table.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      let at = middle;
      while (at < high && isOfTwin(this.table.pack(at), pack)) at++;
      const found = this.table.pack(at);
      if (isOfTwin(found, pack)) {
        high = middle - 1;
        continue;
      }
      const order = generation(found) - generation(pack) || this.table.offset(at) - offset;
      if (order === 0) return at;
      if (order < 0) low = at + 1;
      else high = middle - 1;
    }
    throw new RangeError(`no object starts at ${offset} of pack ${pack}`);
  }

  #readRange(pack: number, start: number, end: number): Buffer {
    const growing = this.#growingWith(pack);
    if (growing !== null) return growing.read(start, end);
    const file = this.#finished.get(pack);
    if (file === undefined) throw new RangeError(`there is no pack ${pack}`);
    // The last entry of a finished pack ends where the checksum begins.
    const stop = end === Number.POSITIVE_INFINITY ? fstatSync(file).size - CHECKSUM : end;
    const bytes = Buffer.allocUnsafe(stop - start);
    readFully(file, bytes, start);
    return bytes;
  }
}

/** How many seals came before a pack was begun. */
function generation(pack: number): number {
  return pack & ~ASIDE;
}

/** Whether one is what was kept apart from the other. */
function isOfTwin(pack: number, other: number): boolean {
  return pack !== other && generation(pack) === generation(other);
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
  // One piece that all of it fits into: else each is begun with 16 KB, and joined from several.
  return inflateSync(stream, { maxOutputLength: Math.max(size, 1), chunkSize: Math.max(size + 1, 64) });
}
