/** The bytes of an index: in memory, or, of a long one, read as they are asked for. */
import { closeSync } from 'node:fs';
import { readFully } from '../../../git/pack/pack-file.ts';
import { FileWindow } from '../file-window.ts';
import { openOwnFile } from '../own-file.ts';
import { unknownFile, unopened } from './unknown-file.ts';

/** A longer index is not held: of a million changesets it has 64 MB, and two of them are read at the same time. */
const LONGEST_HELD = 4 << 20;

/** One with deltas between its entries is held whatever it is; Mercurial parts them at 128 KB (`_maxinline`, mercurial/revlog.py). */
const LONGEST_INLINE = 64 << 20;

/** Bytes that say how it is to be read. */
const HEAD = 4;

export class IndexBytes {
  /** Bytes that there were when it was opened. */
  readonly length: number;
  readonly #path: string;
  readonly #file: number;
  /** Null for one that is not held. */
  readonly #held: Buffer | null;
  readonly #window: FileWindow;

  private constructor(
    path: string,
    file: number,
    size: number,
    isToBeHeld: (start: Buffer) => boolean,
    longestHeld: number,
  ) {
    this.#path = path;
    this.#file = file;
    this.#window = new FileWindow(file);
    this.length = size;
    const isHeld = size <= longestHeld || isToBeHeld(this.#read(0, HEAD));
    if (isHeld && size > Math.max(longestHeld, LONGEST_INLINE)) throw unknownFile(path);
    this.#held = isHeld ? this.#read(0, size) : null;
  }

  /**
   * @param isToBeHeld whether one that begins with these bytes is to be held, however long it is
   * @param longestHeld bytes of others that are held, at most
   * @returns null where there is no such file
   * @throws BundleError for one that cannot be read: hg says why; Failure for what is no file
   */
  static open(path: string, isToBeHeld: (start: Buffer) => boolean, longestHeld = LONGEST_HELD): IndexBytes | null {
    let file: number | null = null;
    try {
      const { descriptor, size } = openOwnFile(path);
      file = descriptor;
      return new IndexBytes(path, file, size, isToBeHeld, longestHeld);
    } catch (error) {
      if (file !== null) closeSync(file);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unopened(path, error);
    }
  }

  /** All of them; null for an index that is not held. */
  get held(): Buffer | null {
    return this.#held;
  }

  /** For what is read in order. Valid until the next call. @throws BundleError */
  readInOrder(at: number, length: number): Buffer {
    if (this.#held !== null) return this.#held.subarray(at, at + length);
    try {
      return this.#window.read(at, at + length, this.length);
    } catch {
      throw unknownFile(this.#path);
    }
  }

  /** For what lies anywhere. @throws BundleError */
  copy(at: number, into: Buffer): void {
    if (this.#held !== null) {
      this.#held.copy(into, 0, at, at + into.length);
      return;
    }
    try {
      readFully(this.#file, into, at);
    } catch {
      throw unknownFile(this.#path);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    readFully(this.#file, bytes, at);
    return bytes;
  }
}
