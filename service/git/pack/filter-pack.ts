/**
 * Some objects of packs into a new pack, without inflating anything: entries are copied as they are compressed, in the
 * order in which they lie (git's `Documentation/gitformat-pack.txt`). Of a header only the distance back to a delta's base
 * changes, where something between the two stays behind. The same packs and ids always make the same bytes.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Failure } from '../../failures/failure.ts';
import type { IdSet } from '../reachable/id-set.ts';
import { SortedIds } from '../reachable/sorted-ids.ts';
import { OBJECT_OFS_DELTA, OBJECT_REF_DELTA, readEntryHeader, writeBaseDistance } from './entry.ts';
import { NewPack } from './new-pack.ts';
import { rankOf } from './pack-index.ts';
import { PIECE, SourcePack } from './source-pack.ts';
import { encodeIndex } from './write-index.ts';

export interface FilterOptions {
  /** Absolute paths, `.pack`, indexes beside them. An object is taken from the first that holds it. */
  packs: readonly string[];
  /** What the new pack is to hold. */
  wanted: IdSet;
  /** Folder of a repository's packs, which gets the new one. */
  folder: string;
  /**
   * Packs objects that cannot be copied: those in none of the packs, and deltas whose base is not wanted.
   * @param base path that the packs' names begin with
   * @returns paths of the packs
   */
  packAside(ids: Iterable<string>, base: string): Promise<string[]>;
  signal: AbortSignal;
  /** Offsets beyond it stand in the index's table of 8 bytes; lower in tests only. */
  near?: number;
}

/** Bytes that the longest header of an entry takes, a base's id of SHA-256 included. */
const LONGEST_HEADER = 64;
/** Instead of a place: only `packAside` may give the object, so that no delta ever stands on itself. */
const ASIDE = -1;

/**
 * @returns path of the new pack, in `folder`
 * @throws Failure for a damaged pack, one that cannot be written, and what `packAside` throws; then nothing is left behind
 */
export async function filterPacks(options: FilterOptions): Promise<string> {
  const { packs, wanted, folder, signal } = options;
  const into = await NewPack.begin(folder, wanted.count, wanted.idBytes);
  const asideFolder = join(dirname(folder), `tmp_objdir-aside-${randomUUID()}`);
  try {
    const filter = new Filter(wanted, into, signal);
    for (const pack of packs) await filter.copy(pack);
    if (filter.placed < wanted.count) {
      // Git's own name for such folders: `git prune` removes what a crash left.
      await mkdir(asideFolder);
      for (const pack of await options.packAside(filter.missing(), join(asideFolder, 'pack'))) await filter.copy(pack);
    }
    if (filter.placed < wanted.count) throw Failure.of('git.objects_not_repacked', {}, 'git did not pack all objects');
    signal.throwIfAborted();
    const { ids, idBytes } = wanted;
    const { crcs, starts } = filter;
    const near = options.near === undefined ? {} : { near: options.near };
    return await into.finish((packSum) => encodeIndex({ ids, idBytes, crcs, starts, packSum, ...near }));
  } catch (error) {
    await into.discard();
    throw error;
  } finally {
    await rm(asideFolder, { recursive: true, force: true });
  }
}

class Filter {
  /** Where entries start in the new pack, in the order of the wanted ids; 0 where there is none yet. */
  readonly starts: Float64Array;
  readonly crcs: Uint32Array;
  placed = 0;
  readonly #wanted: IdSet;
  readonly #into: NewPack;
  readonly #signal: AbortSignal;
  readonly #header = Buffer.alloc(LONGEST_HEADER);
  #headerLength = 0;
  /** Of each entry of the pack that is copied its place among the wanted ids, -1 for none; and of each of those whether it is in there. */
  #wantedAs = new Int32Array(0);
  readonly #isHeld: Uint8Array;

  constructor(wanted: IdSet, into: NewPack, signal: AbortSignal) {
    this.#wanted = wanted;
    this.#into = into;
    this.#signal = signal;
    this.starts = new Float64Array(wanted.count);
    this.crcs = new Uint32Array(wanted.count);
    this.#isHeld = new Uint8Array(wanted.count);
  }

  /** Wanted objects that no pack gave; from now on any pack may. */
  *missing(): Generator<string> {
    for (let n = 0; n < this.starts.length; n++) {
      if ((this.starts[n] as number) > 0) continue;
      this.starts[n] = 0;
      yield this.#wanted.hex(n);
    }
  }

  /** Copies what is wanted and not there yet. @throws Failure for a damaged pack */
  async copy(path: string): Promise<void> {
    let source: SourcePack | undefined;
    try {
      source = new SourcePack(path, this.#wanted.idBytes);
      this.#findWanted(path, source.index.count);
      await this.#copyEntries(source);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw Failure.of('git.pack_damaged', { pack: basename(path) }, error.message);
    } finally {
      source?.close();
    }
  }

  #findWanted(path: string, count: number): void {
    const { idBytes } = this.#wanted;
    this.#wantedAs = new Int32Array(count);
    this.#isHeld.fill(0);
    const ids = SortedIds.ofIndex(path.replace(/\.pack$/, '.idx'), idBytes);
    try {
      let n = 0;
      for (const piece of ids.pieces()) {
        for (let at = 0; at < piece.length; at += idBytes, n++) {
          const place = this.#wanted.find(piece, at);
          this.#wantedAs[n] = place;
          if (place >= 0) this.#isHeld[place] = 1;
        }
      }
    } finally {
      ids.close();
    }
  }

  async #copyEntries(source: SourcePack): Promise<void> {
    const { order, index } = source;
    const { count } = index;
    const into = this.#into;
    const wantedAs = this.#wantedAs;
    const crcs = index.readCrcs();
    for (let rank = 0; rank < count; rank++) {
      const number = order.numbers[rank] as number;
      const place = wantedAs[number] as number;
      if (place < 0 || this.starts[place] !== 0) continue;
      const start = order.starts[rank] as number;
      const length = source.stop(rank) - start;
      const bytes = source.read(start, Math.min(PIECE, length));
      const replaced = this.#replaceHeader(source, start, bytes);
      const isCopied = replaced >= 0;
      if (!into.fits(bytes.length + LONGEST_HEADER)) await this.#flush();
      const at = isCopied ? into.length : ASIDE;
      let oldSum = crc32(bytes);
      let sum = oldSum;
      if (replaced > 0) {
        const header = this.#header.subarray(0, this.#headerLength);
        const rest = bytes.subarray(replaced);
        sum = crc32(rest, crc32(header));
        into.put(header);
        into.put(rest);
      } else if (isCopied) into.put(bytes);
      for (let done = PIECE; done < length; done += PIECE) {
        const piece = source.read(start + done, Math.min(PIECE, length - done));
        oldSum = crc32(piece, oldSum);
        sum = replaced > 0 ? crc32(piece, sum) : oldSum;
        if (!into.fits(piece.length)) await this.#flush();
        if (isCopied) into.put(piece);
      }
      // What goes aside as well: git would not look.
      if (oldSum !== crcs.readUInt32BE(number * 4))
        throw new RangeError(`the entry at ${start} does not fit its checksum`);
      this.starts[place] = at;
      this.crcs[place] = sum;
      if (isCopied) this.placed += 1;
    }
  }

  /**
   * Writes the header that the entry must have in the new pack into `#header`.
   * @param bytes begin with the entry
   * @returns how many of its bytes that replaces, 0 where the entry stays as it is, -1 for a delta without its base
   */
  #replaceHeader(source: SourcePack, start: number, bytes: Buffer): number {
    const { type, baseDistance, dataStart } = readEntryHeader(bytes);
    if (dataStart >= bytes.length) throw new RangeError(`the entry at ${start} is cut off`);
    if (type === OBJECT_REF_DELTA) {
      if (dataStart + this.#wanted.idBytes >= bytes.length) throw new RangeError(`the entry at ${start} is cut off`);
      // A base in another pack only could be a delta on this one.
      return this.#isHeld[this.#wanted.find(bytes, dataStart)] === 1 ? 0 : -1;
    }
    if (type !== OBJECT_OFS_DELTA) return 0;
    const baseRank = rankOf(source.order.starts, start - baseDistance);
    if (baseRank < 0 || baseDistance === 0) throw new RangeError(`the delta at ${start} has no base`);
    const place = this.#wantedAs[source.order.numbers[baseRank] as number] as number;
    if (place < 0) return -1;
    const base = this.starts[place] as number;
    const distance = this.#into.length - base;
    if (base > 0 && distance === baseDistance) return 0;
    let kind = 0;
    while ((bytes[kind] as number) & 0x80) kind += 1;
    kind += 1;
    bytes.copy(this.#header, 0, 0, kind);
    if (base > 0) this.#headerLength = writeBaseDistance(this.#header, kind, distance);
    else {
      // The base comes later, from aside: it is named by its id.
      this.#header[0] = ((bytes[0] as number) & 0x8f) | (OBJECT_REF_DELTA << 4);
      this.#headerLength = kind + this.#wanted.copyId(place, this.#header, kind);
    }
    return dataStart;
  }

  async #flush(): Promise<void> {
    this.#signal.throwIfAborted();
    await this.#into.flush();
  }
}
