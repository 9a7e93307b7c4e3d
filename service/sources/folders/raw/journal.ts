/**
 * What each revision did, one JSON line a revision, in order. Resuming and mapping read it instead of asking
 * the source again. Paths, author and log are bytes as latin1 strings.
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { cutBack, damaged, requireGrown } from '../../../files/grown-file.ts';

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

/** Where a journal ended at a checkpoint. */
export interface JournalEnd {
  /** Bytes. */
  length: number;
  /** CRC-32 of them; undefined in checkpoints of earlier versions. */
  sum: number | undefined;
}

/** Of a checkpoint, or of none. */
export function journalEnd(checkpoint: { journal: number; journalSum?: number } | null): JournalEnd {
  return { length: checkpoint?.journal ?? 0, sum: checkpoint?.journalSum };
}

/** Other sources whose branches are folders write lines with more in them. */
export class Journal<Line extends JournalRevision = JournalRevision> {
  readonly #file: number;
  #length: number;
  #sum: number;
  #pending: string[] = [];

  private constructor(file: number, length: number, sum: number) {
    this.#file = file;
    this.#length = length;
    this.#sum = sum;
  }

  /**
   * Opens the journal cut back to a checkpoint, giving each revision that it holds.
   * @throws Failure when it is not what it was then
   */
  static open<Line extends JournalRevision = JournalRevision>(
    path: string,
    { length, sum }: JournalEnd,
    onRevision: (revision: Line) => void,
  ): Journal<Line> {
    const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
    const now = cutBack({ file, name: basename(path), length, sum });
    for (const revision of readLines<Line>(file, length)) onRevision(revision);
    return new Journal<Line>(file, length, now);
  }

  append(revision: Line): void {
    this.#pending.push(JSON.stringify(revision), '\n');
    if (this.#pending.length >= 2048) this.#write();
  }

  /** Makes everything durable. @returns where the journal ends now */
  checkpoint(): { journal: number; journalSum: number } {
    this.#write();
    fsyncSync(this.#file);
    return { journal: this.#length, journalSum: this.#sum };
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.from(this.#pending.join(''), 'utf8');
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, this.#length + at);
    this.#length += bytes.length;
    this.#sum = crc32(bytes, this.#sum);
    this.#pending = [];
  }
}

/**
 * Revisions of a finished journal, in order, without holding it in memory.
 * @throws Failure when it is not what it was at its checkpoint
 */
export function* readJournal<Line extends JournalRevision = JournalRevision>(
  path: string,
  { length, sum }: JournalEnd,
): Generator<Line> {
  if (!existsSync(path)) throw damaged(basename(path), 'it is missing');
  const file = openSync(path, 'r');
  try {
    requireGrown({ file, name: basename(path), length, sum });
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
