/**
 * Mercurial's lfs extension: a revision's text is a pointer of Git LFS with lines of Mercurial's own (hgext/lfs/pointer.py), and the
 * content lies in `.hg/store/lfs/objects` by its SHA-256 (hgext/lfs/blobstore.py).
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_BYTES } from './convert/node-table.ts';
import { sharedFolder } from './requirements.ts';

const VERSION = 'version https://git-lfs.github.com/spec/v1';
/** Lines that Mercurial puts in front of a content as a note (hgext/lfs/wrapper.py, `readfromstore`). */
const OF_NOTE = 'x-hg-';
const NOTE_MARK = '\x01\n';
const PIECE = 4 << 20;

export interface HgLfsPointer {
  /** SHA-256 of the content, in hex. */
  oid: string;
  /** Bytes of the content. */
  size: number;
  /** What Mercurial knows of a copy: keys and values, sorted by the keys. */
  note: [key: string, value: string][];
}

/** @param text bytes as a latin1 string @returns null for what is no pointer */
export function readPointer(text: string): HgLfsPointer | null {
  const entries = new Map(
    text.split('\n').map((line) => {
      const space = line.indexOf(' ');
      return [line.slice(0, space), line.slice(space + 1)] as const;
    }),
  );
  const oid = /^sha256:([\da-f]{64})$/.exec(entries.get('oid') ?? '')?.[1];
  const size = /^\d{1,15}$/.exec(entries.get('size') ?? '')?.[0];
  if (!text.startsWith(`${VERSION}\n`) || oid === undefined || size === undefined) return null;
  const note = [...entries]
    .filter(([key]) => key.startsWith(OF_NOTE))
    .map(([key, value]): [string, string] => [key.slice(OF_NOTE.length), value]);
  return { oid, size: Number(size), note: note.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** The pointer as Git LFS writes it (git-lfs, docs/spec.md). */
export function gitPointer({ oid, size }: HgLfsPointer): Buffer {
  return Buffer.from(`${VERSION}\noid sha256:${oid}\nsize ${size}\n`);
}

export interface FoundContent {
  path: string;
  size: number;
  /** Whether the id of the revision is that of this content. */
  isProved: boolean;
}

/** Where a repository of this disk keeps contents: its own place, or that of the one that it shares a store with. */
export class LfsStore {
  readonly #folders: readonly string[];

  constructor(repository: string) {
    this.#folders = [sharedFolder(repository), join(repository, '.hg')].flatMap((folder) =>
      folder === null ? [] : [join(folder, 'store', 'lfs', 'objects')],
    );
  }

  /**
   * The file with the content that a pointer names.
   * @param parents 40 bytes, of the revision
   * @returns null where there is none, or its content is another one
   */
  find(pointer: HgLfsPointer, node: Buffer, parents: Buffer): FoundContent | null {
    for (const folder of this.#folders) {
      const path = join(folder, pointer.oid.slice(0, 2), pointer.oid.slice(2));
      const there = statSync(path, { throwIfNoEntry: false });
      if (there?.isFile() !== true || there.size !== pointer.size) continue;
      const { sha256, id } = sumsOf(path, pointer, parents);
      if (sha256 === pointer.oid) return { path, size: pointer.size, isProved: id === node.toString('hex') };
    }
    return null;
  }
}

/** SHA-256 of a content, and the id of the revision that has it (see `revision-text.ts`), read once. */
function sumsOf(path: string, { note }: HgLfsPointer, parents: Buffer): { sha256: string; id: string } {
  const sha256 = createHash('sha256');
  const [first, second] = [parents.subarray(0, NODE_BYTES), parents.subarray(NODE_BYTES)];
  const id = createHash('sha1');
  for (const parent of first.compare(second) > 0 ? [second, first] : [first, second]) id.update(parent);
  const piece = Buffer.allocUnsafe(PIECE);
  const file = openSync(path, 'r');
  try {
    let isBegun = false;
    for (;;) {
      const got = readSync(file, piece);
      const bytes = piece.subarray(0, got);
      if (!isBegun) id.update(noteOf(note, bytes), 'latin1');
      isBegun = true;
      if (got === 0) break;
      sha256.update(bytes);
      id.update(bytes);
    }
  } finally {
    closeSync(file);
  }
  return { sha256: sha256.digest('hex'), id: id.digest('hex') };
}

/** What stands in front of a content: also where it has nothing to say, if the content begins as a note does (mercurial/utils/storageutil.py, `packmeta`). */
function noteOf(note: HgLfsPointer['note'], content: Buffer): string {
  if (note.length === 0 && content.toString('latin1', 0, NOTE_MARK.length) !== NOTE_MARK) return '';
  return `${NOTE_MARK}${note.map(([key, value]) => `${key}: ${value}\n`).join('')}${NOTE_MARK}`;
}
