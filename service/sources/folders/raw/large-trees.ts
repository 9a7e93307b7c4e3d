/**
 * The last versions of the largest directories' trees, in memory that is used again. A folder of 20,000 tags is a tree of 680 KB at each
 * revision: as buffers of their own those fill V8's memory, so that it looks through all directories after every hundred of them.
 */
import { FRAME, framed } from '../../../git/pack/entry.ts';
import type { Directory } from './directory.ts';

/** Bytes of the trees that are kept so: smaller ones are no burden, and two of larger ones would be. */
const LEAST = 64 << 10;
const MOST = 8 << 20;
/** Directories at most, those written last. */
const DIRECTORIES = 4;

interface Versions {
  /** Object number of the tree in `last`. */
  tree: number;
  /** Framed. */
  last: Buffer;
  /** Memory of the version before, and of the last one. */
  spare: Buffer;
  taken: Buffer;
  /** The last version that was stored whole: its object number, its bytes and their memory. */
  whole: { tree: number; bytes: Buffer; memory: Buffer };
}

export class LargeTrees {
  /** In the order of their last writing. */
  readonly #kept = new Map<Directory, Versions>();

  /** The directory's tree as it was written last, without a frame; undefined when it is not here. */
  before(directory: Directory): Buffer | undefined {
    const versions = this.#kept.get(directory);
    return versions !== undefined && versions.tree === directory.tree ? versions.last.subarray(FRAME) : undefined;
  }

  /** The directory's last tree that was stored whole, without a frame; undefined when it is not here. */
  whole(directory: Directory): { tree: number; bytes: Buffer } | undefined {
    const whole = this.#kept.get(directory)?.whole;
    return whole === undefined || whole.tree < 0 ? undefined : whole;
  }

  /** Where a tree of `size` bytes may be written, framed; null when it is none for here. `before` stays as it is. */
  room(directory: Directory, size: number): Buffer | null {
    if (size < LEAST || size > MOST) {
      this.#kept.delete(directory);
      return null;
    }
    const known = this.#kept.get(directory);
    this.#kept.delete(directory);
    if (known === undefined && this.#kept.size >= DIRECTORIES)
      this.#kept.delete(this.#kept.keys().next().value as Directory);
    const needed = FRAME + size;
    const nothing = Buffer.alloc(0);
    const whole = { tree: -1, bytes: nothing, memory: nothing };
    const versions = known ?? { tree: -1, last: framed(0), spare: nothing, taken: nothing, whole };
    versions.spare = withRoom(versions.spare, needed);
    this.#kept.set(directory, versions);
    return versions.spare.subarray(0, needed);
  }

  /** What `room` gave holds the tree of this number now. @param isWhole whether it was stored whole */
  written(directory: Directory, tree: number, framedTree: Buffer, isWhole: boolean): void {
    const versions = this.#kept.get(directory);
    if (versions === undefined) return;
    [versions.spare, versions.taken] = [versions.taken, versions.spare];
    versions.last = framedTree;
    versions.tree = tree;
    if (!isWhole) return;
    const bytes = framedTree.subarray(FRAME);
    const memory = withRoom(versions.whole.memory, bytes.length);
    bytes.copy(memory);
    versions.whole = { tree, bytes: memory.subarray(0, bytes.length), memory };
  }
}

/** Memory of at least so many bytes, this one where it has them. Folders grow. */
function withRoom(memory: Buffer, needed: number): Buffer {
  return memory.length < needed ? Buffer.allocUnsafeSlow(needed + (needed >> 2)) : memory;
}
