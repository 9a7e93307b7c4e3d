/** A pack that is read from its beginning to its end, entry by entry, through one large buffer. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFully } from './pack-file.ts';
import { type EntryOrder, PackIndex } from './pack-index.ts';

/** The most bytes that `read` gives at once. */
export const PIECE = 4 << 20;

export class SourcePack {
  readonly index: PackIndex;
  readonly order: EntryOrder;
  readonly #file: number;
  /** Where the last entry ends. */
  readonly #end: number;
  readonly #window = Buffer.allocUnsafe(PIECE);
  #from = 0;
  #to = 0;

  /**
   * @param path its index lies beside it
   * @throws RangeError when the two do not fit together
   */
  constructor(path: string, idBytes: number) {
    this.index = new PackIndex(path.replace(/\.pack$/, '.idx'), idBytes);
    this.order = this.index.order();
    this.#file = openSync(path, 'r');
    try {
      this.#end = fstatSync(this.#file).size - idBytes;
      this.#check(idBytes);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Where the entry ends that is the `rank`th in the pack. */
  stop(rank: number): number {
    return rank + 1 < this.index.count ? (this.order.starts[rank + 1] as number) : this.#end;
  }

  /**
   * Bytes of the pack, at most `PIECE`; good until the next call.
   * @throws RangeError when the file ends before
   */
  read(at: number, length: number): Buffer {
    if (at < this.#from || at + length > this.#to) {
      this.#from = at;
      this.#to = at + readSync(this.#file, this.#window, 0, PIECE, at);
    }
    if (at + length > this.#to) throw new RangeError('it ends too early');
    return this.#window.subarray(at - this.#from, at - this.#from + length);
  }

  close(): void {
    closeSync(this.#file);
  }

  #check(idBytes: number): void {
    const { count, packSum } = this.index;
    const header = Buffer.alloc(12);
    readFully(this.#file, header, 0);
    if (header.toString('latin1', 0, 4) !== 'PACK' || ![2, 3].includes(header.readUInt32BE(4)))
      throw new RangeError('it is no pack of version 2 or 3');
    const sum = Buffer.alloc(idBytes);
    readFully(this.#file, sum, this.#end);
    if (header.readUInt32BE(8) !== count || !sum.equals(packSum))
      throw new RangeError('its index belongs to another pack');
    if (count > 0 && (this.order.starts[0] !== header.length || (this.order.starts[count - 1] as number) >= this.#end))
      throw new RangeError('its index tells of entries beyond its ends');
  }
}
