/** Places in sorted ids, and sorted ids merged into one list. */

/** Ids are told apart by their first four bytes, and by the rest where those are equal. */
export const PREFIX = 4;

/** A place in ids that come sorted, in pieces. It is before the first until `next`. */
export class IdCursor {
  readonly #pieces: Iterator<Buffer>;
  readonly #idBytes: number;
  /** Piece that holds the id. */
  bytes: Buffer = Buffer.alloc(0);
  /** Where the id stands in it. */
  at = 0;
  /** The id's first bytes as a number. */
  prefix = 0;

  /** @param pieces whole ids, ascending; each is good until the next is asked for */
  constructor(pieces: Iterator<Buffer>, idBytes: number) {
    this.#pieces = pieces;
    this.#idBytes = idBytes;
    this.at = -idBytes;
  }

  /** Goes to the next id. @returns whether there is one */
  next(): boolean {
    this.at += this.#idBytes;
    if (this.at >= this.bytes.length) {
      const { value, done } = this.#pieces.next();
      if (done === true) return false;
      this.bytes = value;
      this.at = 0;
    }
    this.prefix = this.bytes.readUInt32BE(this.at);
    return true;
  }

  /** @returns less than 0 where this id comes before the other's, 0 where they are the same */
  compare(other: IdCursor): number {
    return (
      this.prefix - other.prefix ||
      this.bytes.compare(
        other.bytes,
        other.at + PREFIX,
        other.at + this.#idBytes,
        this.at + PREFIX,
        this.at + this.#idBytes,
      )
    );
  }

  hex(): string {
    return this.bytes.toString('hex', this.at, this.at + this.#idBytes);
  }
}

/**
 * Sorted ids of several lists as one, each id once.
 * @param cursors before the first id of each
 * @param most ids in a piece
 */
export function* mergedIds(cursors: readonly IdCursor[], idBytes: number, most: number): Generator<Buffer> {
  const piece = Buffer.allocUnsafe(most * idBytes);
  let length = 0;
  for (const cursor of inOrder(cursors)) {
    if (length === piece.length) {
      yield piece;
      length = 0;
    }
    length += cursor.bytes.copy(piece, length, cursor.at, cursor.at + idBytes);
  }
  if (length > 0) yield piece.subarray(0, length);
}

/** How many different ids several lists have together. @param cursors before the first id of each */
export function countDifferent(cursors: readonly IdCursor[]): number {
  let count = 0;
  for (const _ of inOrder(cursors)) count += 1;
  return count;
}

/** For each different id, ascending, a cursor that stands at it. */
function* inOrder(cursors: readonly IdCursor[]): Generator<IdCursor> {
  // A heap: the cursor at `n` comes before those at `2n + 1` and `2n + 2`.
  const heap: IdCursor[] = [];
  const sink = (from: number) => {
    for (let n = from; ; ) {
      let least = n;
      for (const child of [2 * n + 1, 2 * n + 2]) {
        if (child < heap.length && (heap[child] as IdCursor).compare(heap[least] as IdCursor) < 0) least = child;
      }
      if (least === n) return;
      [heap[n], heap[least]] = [heap[least] as IdCursor, heap[n] as IdCursor];
      n = least;
    }
  };
  const advanceFirst = () => {
    if (!(heap[0] as IdCursor).next()) {
      const last = heap.pop() as IdCursor;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    sink(0);
  };
  for (const cursor of cursors) if (cursor.next()) heap.push(cursor);
  for (let n = (heap.length >> 1) - 1; n >= 0; n--) sink(n);
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first;
    // The others that stand at the same id first, while `first` still shows it.
    for (let n = sameAsFirst(heap); n > 0; n = sameAsFirst(heap)) {
      if ((heap[n] as IdCursor).next()) sink(n);
      else {
        const last = heap.pop() as IdCursor;
        if (n < heap.length) {
          heap[n] = last;
          sink(n);
        }
      }
    }
    advanceFirst();
    if (heap.length === 0) return;
  }
}

/** @returns place of another cursor at the id of the first, or 0 */
function sameAsFirst(heap: readonly IdCursor[]): number {
  // Those that are the same stand directly below it.
  for (const n of [1, 2]) if (n < heap.length && (heap[n] as IdCursor).compare(heap[0] as IdCursor) === 0) return n;
  return 0;
}
