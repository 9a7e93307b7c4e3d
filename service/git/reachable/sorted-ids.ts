/** Ids of objects, sorted, each once. Those of a million commits are 100 MB: what is more than a run of them lies in a file. */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFully, writeFully } from '../pack/pack-file.ts';
import { IdCursor, mergedIds } from './id-cursor.ts';

/** Ids that are sorted in memory at once: of 20 bytes each with their keys and a copy some 25 MB. */
const RUN = 512 * 1024;
/** Ids read at once. */
const PIECE = 16 * 1024;
/** Before the ids of a pack's index (git's `Documentation/gitformat-pack.txt`, version 2). */
const [INDEX_HEADER, FANOUT] = [8, 256 * 4];

/** Sorted ids one behind the other: in memory, or from one place of a file to another. */
type Run = Buffer | { from: number; to: number };

export class SortedIds {
  /** Length of each: 20, or 32 in a repository of SHA-256. */
  readonly idBytes: number;
  readonly #runs: readonly Run[];
  readonly #file: number | null;

  private constructor(idBytes: number, runs: readonly Run[], file: number | null) {
    this.idBytes = idBytes;
    this.#runs = runs;
    this.#file = file;
  }

  /** @param ids one behind the other, sorted, each once */
  static ofSorted(ids: Buffer, idBytes: number): SortedIds {
    return new SortedIds(idBytes, [ids], null);
  }

  /** @param hex ids in any order */
  static ofHex(hex: Iterable<string>, idBytes: number): SortedIds {
    return SortedIds.ofSorted(Buffer.from([...new Set(hex)].sort().join(''), 'hex'), idBytes);
  }

  /**
   * @param file open for reading; `close` closes it
   * @param runs where sorted ids begin and end in it, in bytes; what is in several counts once
   */
  static inFile(file: number, runs: readonly { from: number; to: number }[], idBytes: number): SortedIds {
    return new SortedIds(idBytes, runs, file);
  }

  /**
   * Ids of a pack (git's `Documentation/gitformat-pack.txt`, index version 2).
   * @throws RangeError for an index of another version, or one that was cut
   */
  static ofIndex(index: string, idBytes: number): SortedIds {
    const file = openSync(index, 'r');
    try {
      const from = INDEX_HEADER + FANOUT;
      const head = Buffer.alloc(from);
      readFully(file, head, 0);
      if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2)
        throw new RangeError(`${index} is no index of version 2`);
      return SortedIds.inFile(file, [{ from, to: from + head.readUInt32BE(from - 4) * idBytes }], idBytes);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * All ids, ascending, some thousands at a time; a piece is good until the next one is asked for.
   * @throws RangeError for a file that was cut
   */
  *pieces(): Generator<Buffer> {
    const [only] = this.#runs;
    if (this.#runs.length === 1 && only !== undefined) return yield* this.#piecesOf(only);
    const cursors = this.#runs.map((run) => new IdCursor(this.#piecesOf(run), this.idBytes));
    yield* mergedIds(cursors, this.idBytes, PIECE);
  }

  /** A place before the first of them. */
  cursor(): IdCursor {
    return new IdCursor(this.pieces(), this.idBytes);
  }

  /** Must be called once they are no longer needed. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  *#piecesOf(run: Run): Generator<Buffer> {
    if (Buffer.isBuffer(run)) {
      if (run.length > 0) yield run;
      return;
    }
    const piece = Buffer.allocUnsafe(Math.min(PIECE * this.idBytes, run.to - run.from));
    for (let at = run.from; at < run.to; at += piece.length) {
      const some = piece.subarray(0, Math.min(piece.length, run.to - at));
      readFully(this.#file as number, some, at);
      yield some;
    }
  }
}

/** Ids that two lists have both, hex. @param few lie in memory where many are the same */
export function sharedIds(few: SortedIds, many: SortedIds): Set<string> {
  const shared = new Set<string>();
  const [a, b] = [few.cursor(), many.cursor()];
  for (let is = a.next() && b.next(); is; ) {
    const order = a.compare(b);
    if (order === 0) shared.add(a.hex());
    is = order <= 0 ? a.next() : b.next();
  }
  return shared;
}

/** Takes ids in any order, and as often as they come. */
export class IdCollector {
  readonly #idBytes: number;
  readonly #scratch: string;
  readonly #most: number;
  #ids: Buffer;
  #length = 0;
  #file: number | null = null;
  readonly #runs: { from: number; to: number }[] = [];

  /**
   * @param idBytes length of each: 20, or 32 in a repository of SHA-256
   * @param scratch folder for what does not stay in memory
   * @param most ids in memory at a time; less in tests only
   */
  constructor(idBytes: number, scratch: string, most = RUN) {
    this.#idBytes = idBytes;
    this.#scratch = scratch;
    this.#most = most * idBytes;
    this.#ids = Buffer.allocUnsafe(Math.min(this.#most, 4096 * idBytes));
  }

  /** @param ids whole ids, one behind the other */
  add(ids: Buffer): void {
    for (let at = 0; at < ids.length; ) {
      if (this.#length === this.#ids.length) this.#makeRoom(ids.length - at);
      const copied = ids.copy(this.#ids, this.#length, at);
      this.#length += copied;
      at += copied;
    }
  }

  /** All of them; the collector takes none any more. */
  finish(): SortedIds {
    if (this.#file === null)
      return SortedIds.ofSorted(sorted(this.#ids.subarray(0, this.#length), this.#idBytes), this.#idBytes);
    this.#write();
    const file = this.#file;
    this.#file = null;
    return SortedIds.inFile(file, this.#runs, this.#idBytes);
  }

  /** Gives up what was collected; nothing to do after `finish`. */
  discard(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #makeRoom(more: number): void {
    if (this.#length >= this.#most) {
      this.#write();
      return;
    }
    const size = Math.min(this.#most, Math.max(this.#ids.length * 2, this.#length + more));
    const larger = Buffer.allocUnsafe(size);
    this.#ids.copy(larger, 0, 0, this.#length);
    this.#ids = larger;
  }

  #write(): void {
    if (this.#file === null) {
      const path = join(this.#scratch, `tmp_ids-${randomUUID()}`);
      this.#file = openSync(path, 'wx+', 0o600);
      // Without a name nothing stays of it, whatever happens to this process.
      rmSync(path);
    }
    const from = this.#runs.at(-1)?.to ?? 0;
    const run = sorted(this.#ids.subarray(0, this.#length), this.#idBytes);
    writeFully(this.#file, run, from);
    this.#runs.push({ from, to: from + run.length });
    this.#length = 0;
  }
}

/** @param ids in any order @returns each once, in memory of their own */
function sorted(ids: Buffer, idBytes: number): Buffer {
  const count = ids.length / idBytes;
  // One number of 64 bits each: its place, and above it the id's first bytes. Numbers are sorted several times faster.
  const keys = new BigUint64Array(count);
  const halves = new Uint32Array(keys.buffer);
  for (let n = 0; n < count; n++) {
    halves[2 * n] = n;
    halves[2 * n + 1] = ids.readUInt32BE(n * idBytes);
  }
  keys.sort();
  const into = Buffer.allocUnsafe(ids.length);
  let length = 0;
  let alike = -1;
  for (let n = 0; n < count; n++) {
    const from = (halves[2 * n] as number) * idBytes;
    const begins = halves[2 * n + 1] as number;
    let to = length;
    let order = 1;
    if (begins === alike) {
      for (; to > 0; to -= idBytes) {
        order = ids.compare(into, to - idBytes, to, from, from + idBytes);
        if (order >= 0) break;
      }
      if (order === 0) continue;
    }
    alike = begins;
    if (to < length) into.copyWithin(to + idBytes, to, length);
    ids.copy(into, to, from, from + idBytes);
    length += idBytes;
  }
  return into.subarray(0, length);
}
