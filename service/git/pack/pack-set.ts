/**
 * The packs of an object store: those that are finished, the one that is being written, and beside it the one for what is kept apart.
 * Pack `k` for what is kept apart has the number `ASIDE + k`; the object log keeps two bytes of it.
 */
import { closeSync, existsSync, fstatSync, openSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { damaged, requireGrown } from '../../files/grown-file.ts';
import { GrowingPack, PACK_HEADER } from './growing-pack.ts';
import { readFully } from './pack-file.ts';

const CHECKSUM = 20;
const ASIDE = 0x8000;

/** A pack that is being written, as far as it came at a checkpoint. */
export interface Grown {
  length: number;
  objects: number;
  /** CRC-32 of what is behind its header; undefined in checkpoints of earlier versions. */
  sum: number | undefined;
}

const NOTHING: Grown = { length: 0, objects: 0, sum: undefined };

export class PackSet {
  readonly #folder: string;
  readonly #name: string;
  /** Descriptors of packs that are finished or only read, by number. */
  readonly #finished = new Map<number, number>();
  /** Where packs end that were not finished when they were opened for reading, by number. */
  readonly #ends = new Map<number, number>();
  #current: GrowingPack | null = null;
  /** Made with the first object that is kept apart. */
  #aside: GrowingPack | null = null;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Goes on with pack `k`, cut back to what it was. @throws Failure when a file is not that any more */
  goOn(k: number, current: Grown, aside: Grown): void {
    this.#openFinished(k);
    this.#current = new GrowingPack(this.packFile(k), k, current.length, current.objects, current.sum);
    if (aside.length > 0)
      this.#aside = new GrowingPack(this.asideFile(k), ASIDE + k, aside.length, aside.objects, aside.sum);
    else rmSync(this.asideFile(k), { force: true });
  }

  /** Opens all up to pack `k` for reading, without changing a file. @throws Failure when one is not what it was */
  openForReading(k: number, current: Omit<Grown, 'objects'>, aside: Omit<Grown, 'objects'>): void {
    this.#openFinished(k + 1);
    this.#ends.set(k, current.length);
    this.#ends.set(ASIDE + k, aside.length);
    this.#requireGrown(k, current);
    if (aside.length > 0) this.#requireGrown(ASIDE + k, aside);
  }

  packFile(k: number): string {
    return join(this.#folder, `${this.#name}-${k}.pack`);
  }

  /** Pack of what was kept apart while pack `k` was written; there may be none. */
  asideFile(k: number): string {
    return join(this.#folder, `${this.#name}-aside-${k}.pack`);
  }

  /** The file of a pack, by its number. */
  fileOf(pack: number): string {
    return pack < ASIDE ? this.packFile(pack) : this.asideFile(pack - ASIDE);
  }

  /** Objects in the packs that are being written. */
  get objectsGrowing(): number {
    return (this.#current?.objects ?? 0) + (this.#aside?.objects ?? 0);
  }

  /** The pack that new objects go to. @throws RangeError where all are open for reading only, and after a failed write */
  growing(aside: boolean): GrowingPack {
    const current = this.#current;
    if (current === null) throw new RangeError('the store is open for reading only');
    if (!aside) return current;
    this.#aside ??= new GrowingPack(this.asideFile(current.number), asideOf(current.number), 0, 0);
    return this.#aside;
  }

  /** The pack of this number, where it is still being written. */
  growingWith(pack: number): GrowingPack | null {
    if (this.#current?.number === pack) return this.#current;
    return this.#aside?.number === pack ? this.#aside : null;
  }

  /** Where a pack ends whose next entry nobody knows. */
  endOf(pack: number): number {
    return this.growingWith(pack)?.length ?? this.#ends.get(pack) ?? Number.POSITIVE_INFINITY;
  }

  /** Bytes of a pack. @param end `Number.POSITIVE_INFINITY` for where the objects of a finished one end */
  read(pack: number, start: number, end: number): Buffer {
    const growing = this.growingWith(pack);
    if (growing !== null) return growing.read(start, end);
    const file = this.#finished.get(pack);
    if (file === undefined) throw new RangeError(`there is no pack ${pack}`);
    // The last entry of a finished pack ends where the checksum begins.
    const stop = end === Number.POSITIVE_INFINITY ? fstatSync(file).size - CHECKSUM : end;
    const bytes = Buffer.allocUnsafe(stop - start);
    readFully(file, bytes, start);
    return bytes;
  }

  /** Makes what was written durable. @returns the pack that is being written, and how far the one beside it came */
  sync(): { current: GrowingPack; aside: Omit<Grown, 'objects'> } {
    const current = this.growing(false);
    current.sync();
    this.#aside?.sync();
    return { current, aside: this.#aside ?? NOTHING };
  }

  /** Ends the packs that are being written, and opens the next ones. @returns the one that new objects went to */
  seal(): GrowingPack {
    const current = this.growing(false);
    for (const pack of [current, this.#aside]) {
      if (pack === null) continue;
      pack.finish();
      this.#finished.set(pack.number, pack.file);
    }
    this.#aside = null;
    const next = current.number + 1;
    this.#current = new GrowingPack(this.packFile(next), next, 0, 0);
    rmSync(this.asideFile(next), { force: true });
    return current;
  }

  close(): void {
    for (const file of this.#finished.values()) closeSync(file);
    this.#current?.close();
    this.#aside?.close();
  }

  /** Opens the packs before pack `end`, and what was kept apart beside them. */
  #openFinished(end: number): void {
    for (let k = 0; k < end; k++) {
      const path = this.packFile(k);
      if (!existsSync(path)) throw damaged(basename(path), 'it is missing');
      this.#finished.set(k, openSync(path, 'r'));
      if (existsSync(this.asideFile(k))) this.#finished.set(asideOf(k), openSync(this.asideFile(k), 'r'));
    }
  }

  #requireGrown(pack: number, { length, sum }: Omit<Grown, 'objects'>): void {
    const name = basename(this.fileOf(pack));
    const file = this.#finished.get(pack);
    if (file === undefined) throw damaged(name, 'it is missing');
    requireGrown({ file, name, length, sum, from: PACK_HEADER });
  }
}

/** Number of the pack for what is kept apart while pack `k` is written. */
export function asideOf(k: number): number {
  return ASIDE + k;
}

/** How many seals came before a pack was begun. */
export function generation(pack: number): number {
  return pack & ~ASIDE;
}

/** Whether one is what was kept apart from the other. */
export function isOfTwin(pack: number, other: number): boolean {
  return pack !== other && generation(pack) === generation(other);
}
