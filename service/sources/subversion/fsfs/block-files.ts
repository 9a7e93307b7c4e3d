/** Files of a repository, read in blocks of which the last ones are kept. */
import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../../../files/regular-file.ts';
import { FsfsError } from './fsfs-error.ts';

const BLOCK = 256 << 10;
/** Blocks kept: 16 MB. */
const MOST_BLOCKS = 64;
/** Files kept open: a pack of a thousand revisions is one of them, and so is each revision that is in none. */
const MOST_FILES = 32;

/** Lists and manifests; none that Subversion writes comes near. */
const MOST_WHOLE = 64 << 20;

/** All of a small file. @throws FsfsError for one of more than 64 MB, or none; errors of the system */
export function wholeFile(path: string): Buffer {
  const { descriptor, size } = openFile(path);
  try {
    if (size > MOST_WHOLE) throw new FsfsError('a file of the repository is too large to be what it should be');
    return readAt(descriptor, 0, size);
  } finally {
    closeSync(descriptor);
  }
}

function openFile(path: string): { descriptor: number; size: number } {
  const opened = openRegularFile(path);
  if (opened === null) throw new FsfsError('something in the repository is no file where one should be');
  return opened;
}

function readAt(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const got = readSync(descriptor, bytes, at, length - at, offset + at);
    if (got === 0) throw new FsfsError('a file of the repository ends early');
    at += got;
  }
  return bytes;
}

interface OpenFile {
  descriptor: number;
  size: number;
  blocks: Map<number, Buffer>;
}

export class BlockFiles {
  /** By path; the one used last stands last. */
  readonly #open = new Map<string, OpenFile>();
  #kept = 0;
  /** Bytes read from the disk. */
  bytes = 0;

  /** Bytes of the file. @throws an error of the system */
  size(path: string): number {
    return this.#file(path).size;
  }

  /**
   * @returns `length` bytes from `offset` on, fewer where the file ends before; others may hold the same memory
   * @throws an error of the system
   */
  read(path: string, offset: number, length: number): Buffer {
    const file = this.#file(path);
    const end = Math.min(file.size, offset + length);
    if (offset < 0 || offset > file.size)
      throw new FsfsError('a file of the repository is shorter than another one says');
    const first = Math.floor(offset / BLOCK);
    const last = Math.floor(Math.max(offset, end - 1) / BLOCK);
    if (last - first > 2) return this.#readPast(file, offset, end - offset);
    const parts: Buffer[] = [];
    for (let block = first; block <= last; block++) {
      const bytes = this.#block(file, block);
      const from = block * BLOCK;
      parts.push(bytes.subarray(Math.max(0, offset - from), Math.max(0, end - from)));
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  close(): void {
    for (const file of this.#open.values()) closeSync(file.descriptor);
    this.#open.clear();
    this.#kept = 0;
  }

  #file(path: string): OpenFile {
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return known;
    }
    for (const [oldest, file] of this.#open) {
      if (this.#open.size < MOST_FILES && this.#kept < MOST_BLOCKS) break;
      closeSync(file.descriptor);
      this.#kept -= file.blocks.size;
      this.#open.delete(oldest);
    }
    const file = { ...openFile(path), blocks: new Map() };
    this.#open.set(path, file);
    return file;
  }

  #block(file: OpenFile, number: number): Buffer {
    const known = file.blocks.get(number);
    if (known !== undefined) return known;
    const from = number * BLOCK;
    const bytes = this.#readPast(file, from, Math.min(BLOCK, file.size - from));
    if (this.#kept >= MOST_BLOCKS) this.#forget();
    file.blocks.set(number, bytes);
    this.#kept += 1;
    return bytes;
  }

  /** Forgets the block that was read first, of the file that was used longest ago. */
  #forget(): void {
    for (const { blocks } of this.#open.values()) {
      for (const number of blocks.keys()) {
        blocks.delete(number);
        this.#kept -= 1;
        return;
      }
    }
  }

  #readPast(file: OpenFile, offset: number, length: number): Buffer {
    this.bytes += length;
    return readAt(file.descriptor, offset, length);
  }
}
