/** The log of an object store: a record of each object, in order, which makes reading possible without a `.idx`. */
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { damaged } from '../../files/grown-file.ts';
import { type ObjectTable, RECORD_BYTES } from './object-table.ts';
import { readFully, writeFully } from './pack-file.ts';

/** Bytes read at once: of millions of records all at once would be in memory beside their table. */
const PIECE = 32_768 * RECORD_BYTES;

export class ObjectLog {
  readonly #path: string;
  readonly #file: number;
  #records = 0;
  #sum = 0;

  /** @param path made where it is not there */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w+');
  }

  /** CRC-32 of its records. */
  get sum(): number {
    return this.#sum;
  }

  /**
   * Adds what it holds to a table.
   * @param records how many it held at the checkpoint
   * @param sum CRC-32 of them; undefined where nobody kept it
   * @throws Failure when it is not what it was
   */
  read(table: ObjectTable, records: number, sum: number | undefined): void {
    const length = records * RECORD_BYTES;
    if (fstatSync(this.#file).size < length) throw damaged(basename(this.#path), 'it is shorter than it was');
    const piece = Buffer.allocUnsafe(Math.min(PIECE, length));
    for (let at = 0; at < length; at += piece.length) {
      const some = piece.subarray(0, Math.min(piece.length, length - at));
      readFully(this.#file, some, at);
      this.#sum = crc32(some, this.#sum);
      table.decode(some);
    }
    this.#records = records;
    if (sum !== undefined && sum !== this.#sum)
      throw damaged(basename(this.#path), 'its bytes are not those that were written');
  }

  /** Cuts off what it holds beyond the records that were read. */
  cutBack(): void {
    ftruncateSync(this.#file, this.#records * RECORD_BYTES);
  }

  /** Writes the records of the objects that it does not have, and makes them durable. */
  append(table: ObjectTable): void {
    if (table.count === this.#records) return;
    for (const records of table.records(this.#records, table.count)) {
      writeFully(this.#file, records, this.#records * RECORD_BYTES);
      this.#sum = crc32(records, this.#sum);
      this.#records += records.length / RECORD_BYTES;
    }
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
