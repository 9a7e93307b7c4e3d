/** One file's content on its way in: small ones in memory, larger ones in a file, both checked. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { say } from '../../../../language/sentence.ts';
import { ConnectionLost } from '../api/transport.ts';
import type { HeldBytes } from './held-bytes.ts';

/** Contents over this many bytes go through a file, and those for which memory has no room beside the others. */
const MEMORY_LIMIT = 8 << 20;
/** A content whose size the server does not tell ends here, in bytes (64 GB). */
const LARGEST = 64 * 1024 ** 3;
/** Bytes of such a content between two looks at how much room the disk has. */
const LOOK_BYTES = 16 << 20;

/** What the server said about the content. */
export interface Expected {
  /** 16 bytes, or null. */
  md5: Buffer | null;
  /** Bytes, or null. */
  size: number | null;
}

export interface Room {
  /** Bytes that the disk of a folder has free. */
  free(folder: string): number;
  /** What is said of a content of so many bytes so far, for which there is no room. */
  refusal(size: number): Error;
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The bytes came whole but are not what the server announced. */
export class WrongContent extends ConnectionLost {
  override readonly isOfContent = true;
}

export class Download {
  readonly #path: string;
  readonly #expected: Expected;
  readonly #sum = createHash('md5');
  #pieces: Uint8Array[] = [];
  #file: number | null = null;
  readonly #memory: HeldBytes;
  readonly #room: Room;
  #looked = 0;
  /** Bytes that are counted as held in memory. */
  #held = 0;
  size = 0;

  /** @param path file for large contents; made only when needed @param memory shared with the other downloads */
  constructor(path: string, expected: Expected, memory: HeldBytes, room: Room) {
    this.#path = path;
    this.#room = room;
    this.#expected = expected;
    this.#memory = memory;
  }

  /** @throws WrongContent when more comes than was announced @throws what `room` says where nothing was, and it does not end */
  write(piece: Uint8Array): void {
    this.size += piece.length;
    const { size } = this.#expected;
    if (size === null) this.#requireRoom();
    else if (this.size > size) throw new WrongContent(say('more bytes came than the server had said'));
    this.#sum.update(piece);
    if (this.#file === null && (this.size > MEMORY_LIMIT || !this.#memory.take(piece.length))) {
      this.#file = openSync(this.#path, 'w', 0o600);
      for (const held of this.#pieces) writeAll(this.#file, held);
      this.#letGo();
    }
    if (this.#file !== null) {
      writeAll(this.#file, piece);
    } else {
      this.#pieces.push(piece);
      this.#held += piece.length;
    }
  }

  /** It goes into a pack while it is still a file of its own, which takes as much again. */
  #requireRoom(): void {
    if (this.size < this.#looked + LOOK_BYTES) return;
    this.#looked = this.size;
    if (this.size > LARGEST || this.#room.free(dirname(this.#path)) < this.size) throw this.#room.refusal(this.size);
  }

  /**
   * Ends the content.
   * @returns its MD5, and the bytes, or the file's path when they are too many for memory
   * @throws WrongContent when it is not what was announced
   */
  finish(): { md5: Buffer; bytes: Buffer } | { md5: Buffer; path: string } {
    const md5 = this.#sum.digest();
    const { md5: wanted, size } = this.#expected;
    if (size !== null && size !== this.size)
      throw new WrongContent(say('{came} bytes came in place of {said}', { came: this.size, said: size }));
    if (wanted !== null && !wanted.equals(md5))
      throw new WrongContent(say('the checksum is not the one that the server had said'));
    if (this.#file === null) return { md5, bytes: Buffer.concat(this.#pieces) };
    closeSync(this.#file);
    this.#file = null;
    return { md5, path: this.#path };
  }

  /** Removes what a broken try left. */
  discard(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.#letGo();
    rmSync(this.#path, { force: true });
  }

  #letGo(): void {
    this.#pieces = [];
    this.#memory.give(this.#held);
    this.#held = 0;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
