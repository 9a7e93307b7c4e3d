/** The bytes of an index: in memory, or, of a long one, read as they are asked for. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFully } from '../../../git/pack/pack-file.ts';
import { FileWindow } from '../file-window.ts';
import { unknownFile } from './unknown-file.ts';

/** A longer index is not held: of a million changesets it has 64 MB, and two of them are read at the same time. */
const LONGEST_HELD = 4 << 20;

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

  private constructor(path: string, file: number, isToBeHeld: (start: Buffer) => boolean, longestHeld: number) {
    this.#path = path;
    this.#file = file;
    this.#window = new FileWindow(file);
    this.length = fstatSync(file).size;
    this.#held = this.length <= longestHeld || isToBeHeld(this.#read(0, HEAD)) ? this.#read(0, this.length) : null;
  }

  /**
   * @param isToBeHeld whether one that begins with these bytes is to be held, however long it is
   * @param longestHeld bytes of others that are held, at most
   * @returns null where there is no such file
   * @throws BundleError for one that cannot be read: hg says why
   */
  static open(path: string, isToBeHeld: (start: Buffer) => boolean, longestHeld = LONGEST_HELD): IndexBytes | null {
    let file: number | null = null;
    try {
      file = openSync(path, 'r');
      return new IndexBytes(path, file, isToBeHeld, longestHeld);
    } catch (error) {
      if (file !== null) closeSync(file);
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unknownFile(path);
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
