/**
 * Finds single entries of trees. A folder of thousands of branches is looked into at each revision, in a version of which all but an
 * entry is as it was: where the entries of the last version lay is kept, and only what differs is read.
 */
import { endOfName } from './entry.ts';
import type { ObjectStore } from './object-store.ts';
import { samePrefix, sameSuffix } from './same-bytes.ts';
import { isFolder, startOfName } from './tree-entries.ts';

const OID_BYTES = 20;
/** Bytes of a tree that is read from its beginning: some fifty entries. */
const SMALL = 2048;
/** Places whose positions are kept. */
const PLACES = 8;
/** Bytes of a tree whose memory is used again: two of a million files in one folder would be 80 MB at each of the places. */
const MOST_USED_AGAIN = 8 << 20;
/** Positions that there is room for beyond those of the version before. */
const ROOM = 64;
const SLASH = 0x2f;

export interface FoundEntry {
  mode: string;
  /** Number of the object in the store; -1 when it is not there. */
  number: number;
}

/** Where a tree's entries begin. */
interface Positions {
  tree: Buffer;
  starts: Int32Array;
  count: number;
}

/** The last version of a large tree at a place. */
interface Place {
  number: number;
  positions: Positions;
  /** Memory of the version and of the one before: which of two is which changes with each. */
  rooms: [Rooms, Rooms];
}

/** Memory that is used again: a version of 20,000 entries takes 760 KB, and garbage of that size at each revision keeps V8 busy. */
class Rooms {
  #bytes: Buffer = Buffer.alloc(0);
  #starts = new Int32Array(0);

  bytes(size: number): Buffer {
    if (size > MOST_USED_AGAIN) return Buffer.allocUnsafe(size);
    if (this.#bytes.length < size) this.#bytes = Buffer.allocUnsafeSlow(withHeadroom(size));
    return this.#bytes.subarray(0, size);
  }

  starts(count: number): Int32Array {
    if (this.#starts.length < count) this.#starts = new Int32Array(withHeadroom(count));
    return this.#starts;
  }
}

function withHeadroom(size: number): number {
  return size + (size >> 2);
}

export class TreeFinder {
  readonly #store: ObjectStore;
  readonly #kept = new Map<string, Place>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * @param tree number of the tree
   * @param place what its versions have in common, as a path is; another place than before costs time, no more
   * @param name bytes as a latin1 string
   * @throws RangeError for a damaged tree
   */
  find(tree: number, place: string, name: string): FoundEntry | null {
    const known = this.#kept.get(place);
    if (known?.number === tree) return this.#entryAt(known.positions.tree, searchBoth(known.positions, name));
    const made = known === undefined ? null : this.#madeFrom(known, tree);
    const payload = made ?? this.#store.read(tree);
    if (payload.length <= SMALL) return this.#entryAt(payload, walkTo(payload, name));
    return this.#entryAt(payload, searchBoth(this.#keep(tree, place, payload, known, made !== null), name));
  }

  #madeFrom(known: Place, tree: number): Buffer | null {
    const { number, positions, rooms } = known;
    return this.#store.readFrom(tree, { number, payload: positions.tree }, (size) => rooms[1].bytes(size));
  }

  #keep(number: number, place: string, payload: Buffer, known: Place | undefined, isOwn: boolean): Positions {
    const rooms = known?.rooms ?? [new Rooms(), new Rooms()];
    const tree = isOwn ? payload : rooms[1].bytes(payload.length);
    // The store may write something else over what it gave.
    if (!isOwn) payload.copy(tree);
    const positions = positionsOf(tree, known?.positions, rooms[1]);
    this.#kept.delete(place);
    this.#kept.set(place, { number, positions, rooms: [rooms[1], rooms[0]] });
    if (this.#kept.size > PLACES) this.#kept.delete(this.#kept.keys().next().value as string);
    return positions;
  }

  #entryAt(tree: Buffer, at: number): FoundEntry | null {
    if (at < 0) return null;
    const nul = endOfName(tree, at);
    const mode = tree.toString('latin1', at, startOfName(tree, at) - 1);
    return { mode, number: this.#store.table.find(tree, nul + 1) };
  }
}

/** Start of the folder or file with this name, or -1. */
function searchBoth(positions: Positions, name: string): number {
  const { tree } = positions;
  const folder = searchFor(positions, Buffer.from(`${name}/`, 'latin1'));
  if (folder >= 0 && isFolder(tree, folder)) return folder;
  const file = searchFor(positions, Buffer.from(name, 'latin1'));
  return file >= 0 && !isFolder(tree, file) ? file : -1;
}

/** Start of the entry, reading from the tree's beginning; -1 when there is none. */
function walkTo(tree: Buffer, name: string): number {
  const wanted = Buffer.from(`${name}\0`, 'latin1');
  for (let at = 0; at < tree.length; ) {
    const start = startOfName(tree, at);
    const end = endOfName(tree, at) + 1;
    if (end - start === wanted.length && tree.compare(wanted, 0, wanted.length, start, end) === 0) return at;
    at = end + OID_BYTES;
  }
  return -1;
}

/** Start of the entry with this key (a folder's name counts with a slash behind it), or -1. */
function searchFor({ tree, starts, count }: Positions, key: Buffer): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = starts[middle] as number;
    const order = compareKey(tree, at, key);
    if (order === 0) return at;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** Compares the key of the entry at `at` with `key`, as Git sorts them. */
function compareKey(tree: Buffer, at: number, key: Buffer): number {
  const from = startOfName(tree, at);
  const end = isFolder(tree, at) ? SLASH : 0;
  for (let i = 0; ; i++) {
    const byte = tree[from + i] as number;
    const own = byte === 0 ? end : byte;
    const other = i < key.length ? (key[i] as number) : 0;
    if (own !== other) return own - other;
    if (own === 0) return 0;
    if (byte === 0) return i + 1 === key.length ? 0 : -1;
  }
}

/** Positions of a tree, from those of another version of it where there is one. @param rooms memory that `known` is not in */
function positionsOf(tree: Buffer, known: Positions | undefined, rooms: Rooms): Positions {
  if (known === undefined) return readOn({ tree, starts: rooms.starts(ROOM), count: 0 }, 0, rooms);
  const same = samePrefix(known.tree, tree);
  // The entry that begins last within it may be another behind it.
  const count = Math.max(0, notAfter(known, same) - 1);
  const from = known.starts[count] ?? 0;
  const starts = rooms.starts(known.count + ROOM);
  starts.set(known.starts.subarray(0, count));
  return readOn({ tree, starts, count }, from, rooms, known);
}

/** Reads entries from `from` on, until the rest is as in `known`, whose positions are taken then. */
function readOn({ tree, starts, count }: Positions, from: number, rooms: Rooms, known?: Positions): Positions {
  const shift = known === undefined ? 0 : tree.length - known.tree.length;
  const sameFrom = known === undefined ? tree.length : tree.length - sameSuffix(known.tree, tree, from);
  let all = starts;
  let n = count;
  const makeRoom = (needed: number) => {
    if (needed <= all.length) return;
    const before = all;
    all = rooms.starts(needed);
    all.set(before);
  };
  for (let at = from; at < tree.length; ) {
    if (known !== undefined && at >= sameFrom) {
      const next = notAfter(known, at - shift - 1);
      if (next < known.count && known.starts[next] === at - shift) {
        makeRoom(n + known.count - next);
        for (let i = next; i < known.count; i++) all[n++] = (known.starts[i] as number) + shift;
        return { tree, starts: all, count: n };
      }
    }
    if (n === all.length) makeRoom(n * 2);
    all[n++] = at;
    at = endOfName(tree, at) + 1 + OID_BYTES;
  }
  return { tree, starts: all, count: n };
}

/** How many of the positions are not after `at`. */
function notAfter({ starts, count }: Positions, at: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
