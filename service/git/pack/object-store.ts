/**
 * Objects in packs that are still being written, readable at once and durable at each checkpoint.
 *
 * Files in the store's folder: `<name>-<k>.pack` (k = 0, 1, … one after each seal), `<name>-aside-<k>.pack` with
 * what is kept apart, and `<name>.objects`, the log of ids and offsets that makes reading possible without a
 * `.idx`. A crash loses at most what came after the last checkpoint: `open` cuts the files back to it.
 */
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { DeltaChain } from './delta.ts';
import { FRAME, hashFramed, OBJECT_BLOB, OBJECT_OFS_DELTA, readEntryHeader, writeEntryHeader } from './entry.ts';
import { ObjectLog } from './object-log.ts';
import { ObjectTable } from './object-table.ts';
import { asideOf, generation, isOfTwin, PackSet } from './pack-set.ts';
import { writeStreamedBlob } from './streamed-blob.ts';
import { LONGEST_LENT, TextCache } from './text-cache.ts';

/** Longest chain of deltas, as Git's own default. */
export const MAX_DEPTH = 50;
/**
 * Of large objects, each whole one of which takes as much as hundreds of deltas: 20,000 trees of up to 680 KB were 21 MB with 50, 7 MB with
 * these. The table of objects keeps a byte of it.
 */
const MAX_DEPTH_LARGE = 250;
const LARGE = 64 << 10;

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
  /**
   * Whether memory of texts is used again: what `read` and `readCached` give may then be used until half of the cache's bytes were read
   * and added meanwhile, and no longer.
   */
  writesOver?: boolean;
  /** Objects that will be there; more than these cost memory while room is made for them. */
  expected?: number;
}

export interface AddOptions {
  /** Whether it is kept apart: in a pack of its own, so that the other may hold nothing but what is published. */
  aside?: boolean;
  /** Whether the payload's memory is the caller's, who writes something else into it: a copy is kept here, unless it is large. */
  isUsedAgain?: boolean;
  /** What else a delta may be made of, where the chain of its base is as long as it may be; null when there is nothing. */
  ofAnother?: () => { base: number; delta: Buffer } | null;
}

export interface KnownObject {
  number: number;
  payload: Buffer;
}

export class ObjectStore {
  readonly table: ObjectTable;
  readonly #packs: PackSet;
  readonly #cache: TextCache;
  readonly #keepsBlobs: boolean;
  readonly #log: ObjectLog;
  readonly #chain = new DeltaChain();
  /** What `read` puts together, until the cache has its copy. */
  readonly #lent = Buffer.allocUnsafeSlow(LONGEST_LENT);

  private constructor(folder: string, name: string, cacheBytes: number, options: StoreOptions) {
    this.table = new ObjectTable(options.expected);
    this.#keepsBlobs = options.keepsBlobs ?? true;
    this.#packs = new PackSet(folder, name);
    this.#cache = new TextCache(cacheBytes, options.writesOver);
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
    store.#packs.goOn(
      k,
      { length: checkpoint?.packLength ?? 0, objects: counts.get(k) ?? 0, sum: checkpoint?.packSum },
      { length: checkpoint?.asideLength ?? 0, objects: counts.get(asideOf(k)) ?? 0, sum: checkpoint?.asideSum },
    );
    return store;
  }

  /** Opens a store for reading, without changing its files. @throws Failure when one is not what it was at the checkpoint */
  static openForReading(folder: string, name: string, cacheBytes: number, checkpoint: StoreCheckpoint): ObjectStore {
    const store = new ObjectStore(folder, name, cacheBytes, { expected: checkpoint.objects });
    const { pack, packLength, packSum, asideLength = 0, asideSum } = checkpoint;
    store.#readLog(checkpoint);
    store.#packs.openForReading(pack, { length: packLength, sum: packSum }, { length: asideLength, sum: asideSum });
    return store;
  }

  packFile(k: number): string {
    return this.#packs.packFile(k);
  }

  /** Pack of what was kept apart while pack `k` was written; there may be none. */
  asideFile(k: number): string {
    return this.#packs.asideFile(k);
  }

  /** Objects in the packs that are being written. */
  get objectsInPack(): number {
    return this.#packs.objectsGrowing;
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
    const pack = this.#packs.growing(options.aside ?? false);
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
    const pack = this.#packs.growing(options.aside ?? false);
    const deepest = payload.length < LARGE ? MAX_DEPTH : MAX_DEPTH_LARGE;
    const isFull = this.table.depth(base) >= deepest;
    const chosen = delta === null ? null : isFull ? (options.ofAnother?.() ?? null) : { base, delta };
    if (chosen === null || this.table.pack(chosen.base) !== pack.number || this.table.depth(chosen.base) >= deepest)
      return this.addNew(type, oid, payload, options);
    const distance = pack.length - this.table.offset(chosen.base);
    const start = pack.append({ type: OBJECT_OFS_DELTA, distance, payload: chosen.delta });
    const depth = this.table.depth(chosen.base) + 1;
    return this.#added(type, payload, this.table.add(oid, type, pack.number, start, depth), options);
  }

  #added(type: number, payload: Buffer, number: number, { isUsedAgain }: AddOptions): number {
    if (type === OBJECT_BLOB && !this.#keepsBlobs) return number;
    if (!isUsedAgain) this.#cache.put(number, payload);
    else if (payload.length <= (type === OBJECT_BLOB ? LONGEST_LENT : LARGE)) this.#cache.putLent(number, payload);
    return number;
  }

  /** Adds the content of a file as a blob without holding it in memory. @returns the object's number */
  addBlobFile(path: string): number {
    const pack = this.#packs.growing(false);
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
    this.#packs.growingWith(pack)?.flush();
    const start = this.table.offset(number);
    const header = readEntryHeader(this.#packs.read(pack, start, Math.min(this.#endOf(number), start + 32)));
    if (header.type === OBJECT_OFS_DELTA) {
      await writeFile(path, this.read(number), { mode: 0o600 });
      return;
    }
    await pipeline(
      createReadStream(this.#packs.fileOf(pack), {
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
      const entry = this.#packs.read(pack, offset, end);
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
    if (deltas.length === 0) return this.#cache.put(number, text);
    const made = this.#chain.apply(text, deltas, this.#roomForRead);
    return made.buffer === this.#lent.buffer ? this.#cache.putLent(number, made) : this.#cache.put(number, made);
  }

  readonly #roomForRead = (size: number) =>
    size <= LONGEST_LENT ? this.#lent.subarray(0, size) : Buffer.allocUnsafe(size);

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
      const entry = this.#packs.read(pack, offset, this.#endOf(at));
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
    const { current, aside } = this.#packs.sync();
    this.#log.append(this.table);
    return {
      objects: this.table.count,
      pack: current.number,
      packLength: current.length,
      asideLength: aside.length,
      logSum: this.#log.sum,
      packSum: current.sum,
      asideSum: aside.sum ?? 0,
    };
  }

  /**
   * Ends the packs that are being written; the next object opens new ones. The files keep their names;
   * `git index-pack` may run on them now.
   * @returns path and number of objects of the finished pack (which may be empty)
   */
  seal(): { path: string; objects: number } {
    const { number, objects } = this.#packs.seal();
    return { path: this.packFile(number), objects };
  }

  close(): void {
    this.#packs.close();
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

  /** Where the entry of `number` ends: the start of the next one in its pack, or an upper bound at the end of a pack. */
  #endOf(number: number): number {
    const pack = this.table.pack(number);
    for (let next = number + 1; next < this.table.count; next++) {
      const other = this.table.pack(next);
      if (other === pack) return this.table.offset(next);
      if (generation(other) !== generation(pack)) break;
    }
    return this.#packs.endOf(pack);
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
