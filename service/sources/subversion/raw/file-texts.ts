/** Turns the text of a file node into a blob: applies deltas, checks sums, takes symbolic links apart. */

import { hash } from 'node:crypto';
import { say } from '../../../../language/sentence.ts';
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME, framed, hashFramed, OBJECT_BLOB } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { LONGEST_LENT } from '../../../git/pack/text-cache.ts';
import { EXECUTABLE, MODE_EXECUTABLE, MODE_FILE, MODE_SYMLINK, SPECIAL } from '../../folders/raw/directory.ts';
import { DumpError, type NodeRecord } from '../dump/record.ts';
import { applySvndiff, targetSize } from '../dump/svndiff.ts';

/**
 * Where a node's text comes from: nowhere (it stays), memory, memory as an svndiff against the text of a blob (-1 for none)
 * whatever the file is now, or a blob already made of it, such as one of a text too large for memory.
 */
export type NodeText =
  | { kind: 'none' }
  | { kind: 'memory'; bytes: Buffer }
  | { kind: 'delta'; bytes: Buffer; base: number }
  | { kind: 'blob'; number: number; size: number };

export interface FileState {
  /** Object number of the blob; -1 for a new file. */
  blob: number;
  mode: string;
  /** EXECUTABLE | SPECIAL */
  flags: number;
}

/** What Subversion stores before a symbolic link's target. */
const LINK = Buffer.from('link ');
/** A symbolic link's target is no longer than a path may be; anything larger is no link. */
const LONGEST_LINK = 64 << 10;

/** What Subversion stores for a symbolic link with this target. */
export function linkText(target: Buffer): Buffer {
  return Buffer.concat([LINK, target]);
}

interface WrittenFile {
  mode: string;
  /** Object number. */
  blob: number;
  /** svn:special stands on something that is no link. */
  oddSpecial: boolean;
}

export class FileTexts {
  readonly #store: ObjectStore;
  readonly #builder = new DeltaBuilder();
  /** Texts are made here and copied by the store: a buffer for each keeps V8's collector busy. */
  readonly #room = Buffer.allocUnsafeSlow(FRAME + LONGEST_LENT);

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * @param base the file before, or the one it was copied from
   * @param flags the file's flags after the record
   * @throws DumpError when the text does not have the sum that the source says
   */
  write(base: FileState, flags: number, record: NodeRecord, text: NodeText, revision: number): WrittenFile {
    const mode = flags & EXECUTABLE ? MODE_EXECUTABLE : MODE_FILE;
    if (text.kind === 'blob') return this.#fromBlob(text, flags, mode);
    if (text.kind === 'none' && base.blob >= 0 && ((flags ^ base.flags) & SPECIAL) === 0) {
      return { mode: base.mode === MODE_SYMLINK ? MODE_SYMLINK : mode, blob: base.blob, oddSpecial: false };
    }
    const { bytes, delta } = this.#textAfter(base, flags, record, text);
    const payload = bytes.subarray(FRAME);
    if (record.textMd5 !== null && text.kind !== 'none' && hash('md5', payload, 'hex') !== record.textMd5) {
      throw new DumpError(
        say('the text of a file in r{revision} does not have the checksum that the source says', { revision }),
      );
    }
    const special = (flags & SPECIAL) !== 0;
    if (special && payload.subarray(0, LINK.length).equals(LINK)) {
      const target = framedCopy(payload.subarray(LINK.length));
      return { mode: MODE_SYMLINK, blob: this.#store.addFramed(OBJECT_BLOB, target), oddSpecial: false };
    }
    const deltaBase = text.kind === 'delta' ? text.base : base.blob;
    return { mode, blob: this.#add(bytes, deltaBase, delta), oddSpecial: special };
  }

  #fromBlob(text: { number: number; size: number }, flags: number, mode: string): WrittenFile {
    const special = (flags & SPECIAL) !== 0;
    if (special && text.size <= LONGEST_LINK) {
      const payload = this.#store.read(text.number);
      if (payload.subarray(0, LINK.length).equals(LINK)) {
        const target = framedCopy(payload.subarray(LINK.length));
        return { mode: MODE_SYMLINK, blob: this.#store.addFramed(OBJECT_BLOB, target), oddSpecial: false };
      }
    }
    return { mode, blob: text.number, oddSpecial: special };
  }

  /** The new text behind a frame, and the same as a Git delta against the base's blob where that is possible. */
  #textAfter(
    base: FileState,
    flags: number,
    record: NodeRecord,
    text: NodeText,
  ): { bytes: Buffer; delta: Buffer | null } {
    if (text.kind === 'delta') return this.#changed(text.bytes, text.base, flags);
    if (text.kind === 'memory' && !record.textIsDelta) return { bytes: framedCopy(text.bytes), delta: null };
    const stored = base.blob < 0 ? Buffer.alloc(0) : this.#store.read(base.blob);
    const baseText = base.mode === MODE_SYMLINK ? linkText(stored) : stored;
    if (text.kind !== 'memory') return { bytes: framedCopy(baseText), delta: null };
    // A link's blob is not the text that Subversion's delta speaks of.
    if (base.mode === MODE_SYMLINK)
      return { bytes: applySvndiff(text.bytes, baseText, targetSize(text.bytes), null), delta: null };
    return this.#changed(text.bytes, base.blob, flags, baseText);
  }

  #changed(
    svndiff: Buffer,
    base: number,
    flags: number,
    baseText = base < 0 ? Buffer.alloc(0) : this.#store.read(base),
  ): { bytes: Buffer; delta: Buffer | null } {
    const size = targetSize(svndiff);
    const room = this.#roomFor(size);
    if (base < 0 || (flags & SPECIAL) !== 0)
      return { bytes: applySvndiff(svndiff, baseText, size, null, room), delta: null };
    this.#builder.start(baseText.length, size, size >> 1);
    const bytes = applySvndiff(svndiff, baseText, size, this.#builder, room);
    return { bytes, delta: this.#builder.finish() };
  }

  #add(bytes: Buffer, base: number, delta: Buffer | null): number {
    const oid = hashFramed(OBJECT_BLOB, bytes);
    const known = this.#store.table.find(oid);
    if (known >= 0) return known;
    const payload = bytes.subarray(FRAME);
    const options = { isUsedAgain: bytes.buffer === this.#room.buffer };
    if (delta === null) return this.#store.addNew(OBJECT_BLOB, oid, payload, options);
    return this.#store.addDelta(OBJECT_BLOB, oid, payload, base, delta, options);
  }

  #roomFor(size: number): Buffer {
    return size <= LONGEST_LENT ? this.#room.subarray(0, FRAME + size) : framed(size);
  }
}

function framedCopy(text: Buffer): Buffer {
  const bytes = framed(text.length);
  text.copy(bytes, FRAME);
  return bytes;
}
