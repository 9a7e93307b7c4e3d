/**
 * What each revision did, one JSON line a revision, in order. Resuming and mapping read it instead of asking
 * the source again. Paths, author and log are bytes as latin1 strings.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

export const JOURNAL_NAME = 'journal.jsonl';

/** Something that happened to a directory. */
export type DirectoryEvent =
  /** Added empty. */
  | ['A', path: string]
  /** Copied from a path of an earlier revision. */
  | ['C', path: string, fromPath: string, fromRevision: number]
  /** Deleted (also the first half of a replacement). */
  | ['D', path: string]
  /** Its properties changed. */
  | ['P', path: string];

export interface JournalRevision {
  r: number;
  /** svn:author; null when missing. */
  a: string | null;
  /** Seconds since 1970 of svn:date; null when missing or unreadable. */
  d: number | null;
  /** svn:log; null when missing. */
  l: string | null;
  /** Object number of the root tree in the content store; -1 for an empty one. */
  t: number;
  /** Object number of the root's facts; -1 for none. */
  f: number;
  e: DirectoryEvent[];
  /** Directories in which files were added, changed or deleted. */
  c: string[];
}

/** Other sources whose branches are folders write lines with more in them. */
export class Journal<Line extends JournalRevision = JournalRevision> {
  readonly #file: number;
  #length: number;
  #pending: string[] = [];

  private constructor(file: number, length: number) {
    this.#file = file;
    this.#length = length;
  }

  /**
   * Opens the journal cut back to `length` bytes, giving each revision that it holds.
   */
  static open<Line extends JournalRevision = JournalRevision>(
    path: string,
    length: number,
    onRevision: (revision: Line) => void,
  ): Journal<Line> {
    const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
    ftruncateSync(file, length);
    for (const revision of readLines<Line>(file, length)) onRevision(revision);
    return new Journal<Line>(file, length);
  }

  append(revision: Line): void {
    this.#pending.push(JSON.stringify(revision), '\n');
    if (this.#pending.length >= 2048) this.#write();
  }

  /** Makes everything durable. @returns the journal's length in bytes */
  checkpoint(): number {
    this.#write();
    fsyncSync(this.#file);
    return this.#length;
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.from(this.#pending.join(''), 'utf8');
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
    this.#length += bytes.length;
    this.#pending = [];
  }
}

/** Revisions of a finished journal, in order, without holding it in memory. */
export function* readJournal<Line extends JournalRevision = JournalRevision>(
  path: string,
  length: number,
): Generator<Line> {
  const file = openSync(path, 'r');
  try {
    yield* readLines<Line>(file, length);
  } finally {
    closeSync(file);
  }
}

function* readLines<Line extends JournalRevision>(file: number, length: number): Generator<Line> {
  let buffer = Buffer.allocUnsafe(4 << 20);
  let held = 0;
  for (let position = 0; position < length; ) {
    if (held === buffer.length) {
      const larger = Buffer.allocUnsafe(buffer.length * 2);
      buffer.copy(larger);
      buffer = larger;
    }
    const got = readSync(file, buffer, held, Math.min(buffer.length - held, length - position), position);
    if (got === 0) throw new RangeError('the journal is shorter than its checkpoint says');
    position += got;
    held += got;
    let from = 0;
    for (let end = buffer.indexOf(0x0a, from); end >= 0 && end < held; end = buffer.indexOf(0x0a, from)) {
      yield JSON.parse(buffer.toString('utf8', from, end)) as Line;
      from = end + 1;
    }
    buffer.copy(buffer, 0, from, held);
    held -= from;
  }
}
