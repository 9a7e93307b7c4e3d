/**
 * Which contents are in the store already, by their MD5: 20 bytes each, in memory and in the file `contents`
 * (16 bytes MD5, the blob's number as 32 bits, little endian).
 */
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { cutBack, type GrownFile } from '../../../files/grown-file.ts';
import { readFully, writeFully } from '../../../git/pack/pack-file.ts';

const RECORD = 20;
/** Contents remembered; what comes behind them is fetched each time (160 MB at most). */
const MOST = 4 << 20;

export class KnownContents {
  readonly #file: number;
  #records = Buffer.alloc(RECORD << 10);
  #count = 0;
  #written = 0;
  /** CRC-32 of what is written. */
  #sum = 0;
  /** Record number plus one at the place that the MD5 leads to, or the next free one; 0 for free. */
  #places = new Int32Array(2 << 10);

  private constructor(file: number) {
    this.#file = file;
  }

  /** Opens the file cut back to a checkpoint. @throws Failure when it is not what it was then */
  static open(path: string, { length, sum }: Pick<GrownFile, 'length' | 'sum'>): KnownContents {
    const known = new KnownContents(openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600));
    known.#sum = cutBack({ file: known.#file, name: basename(path), length, sum });
    const bytes = Buffer.alloc(length);
    readFully(known.#file, bytes, 0);
    for (let at = 0; at + RECORD <= length; at += RECORD)
      known.add(bytes.subarray(at, at + 16), bytes.readInt32LE(at + 16));
    known.#written = known.#count;
    return known;
  }

  /** The blob's number in the object store, or -1. */
  find(md5: Buffer): number {
    const record = (this.#places[this.#placeOf(md5)] as number) - 1;
    return record < 0 ? -1 : this.#records.readInt32LE(record * RECORD + 16);
  }

  add(md5: Buffer, blob: number): void {
    if (this.#count >= MOST || this.find(md5) >= 0) return;
    if ((this.#count + 1) * RECORD > this.#records.length) this.#grow();
    const at = this.#count * RECORD;
    md5.copy(this.#records, at, 0, 16);
    this.#records.writeInt32LE(blob, at + 16);
    this.#places[this.#placeOf(md5)] = ++this.#count;
  }

  /** Makes everything durable. @returns where the file ends now */
  checkpoint(): { contents: number; contentsSum: number } {
    if (this.#count > this.#written) {
      const from = this.#written * RECORD;
      const records = this.#records.subarray(from, this.#count * RECORD);
      writeFully(this.#file, records, from);
      this.#sum = crc32(records, this.#sum);
      fsyncSync(this.#file);
      this.#written = this.#count;
    }
    return { contents: this.#count * RECORD, contentsSum: this.#sum };
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Where this MD5 stands, or the free place where it would. */
  #placeOf(md5: Buffer): number {
    const mask = this.#places.length - 1;
    for (let place = md5.readUInt32LE(0) & mask; ; place = (place + 1) & mask) {
      const record = (this.#places[place] as number) - 1;
      if (record < 0 || this.#records.compare(md5, 0, 16, record * RECORD, record * RECORD + 16) === 0) return place;
    }
  }

  #grow(): void {
    const records = Buffer.alloc(this.#records.length * 2);
    this.#records.copy(records);
    this.#records = records;
    this.#places = new Int32Array(this.#places.length * 2);
    for (let record = 0; record < this.#count; record++)
      this.#places[this.#placeOf(records.subarray(record * RECORD, record * RECORD + 16))] = record + 1;
  }
}
