/**
 * Mercurial's changegroup, versions 02 and 03 (mercurial/helptext/internals/changegroups.txt): the revisions of the
 * changelog, of the manifest, and of each file, each as a delta against another one.
 */
import { say } from '../../../../language/sentence.ts';
import { BundleError, ByteReader } from './byte-reader.ts';
import { LONGEST_TEXT } from './patch.ts';

const NODE = 20;
/** node, p1, p2, base of the delta, changeset. */
const HEADER = 5 * NODE;
/** Behind them in version 03, two bytes. */
const FLAGS = 2;
/** Flags of a revision (mercurial/interfaces/repository.py, `REVISION_FLAG_...`). */
export const CENSORED = 1 << 15;
export const KEPT_OUTSIDE = 1 << 13;
const SAYS_COPIES = 1 << 12;
/** A revision: what its delta puts into the text, and the heads of the delta's pieces. */
export const LONGEST_CHUNK = 1.25 * LONGEST_TEXT;
/** Longer paths than any file system takes. */
const LONGEST_PATH = 1 << 20;

/** One revision; its buffers are valid until the next one is asked for. */
export interface Revision {
  node: Buffer;
  /** 40 bytes: both parents. */
  parents: Buffer;
  base: Buffer;
  /** A Mercurial delta; see `patch.ts`. */
  patch: Buffer;
  /** Whether the text names a content that the lfs extension keeps beside the history; the id is that of the content. */
  isPointer: boolean;
}

export interface ChangegroupReceiver {
  changeset(revision: Revision): void;
  manifest(revision: Revision): void;
  /** @param path bytes of the path as a latin1 string */
  file(path: string): void;
  fileRevision(revision: Revision): void;
  /** Called now and then, for progress and for an abort to get in. */
  breathe(): Promise<void>;
}

/** Revisions between two calls of `breathe`. */
const BREATH = 256;

/** Lets a receiver breathe as it should: most files have few revisions, so they are counted across files. */
export class Breath {
  readonly #receiver: ChangegroupReceiver;
  #count = 0;

  constructor(receiver: ChangegroupReceiver) {
    this.#receiver = receiver;
  }

  /** To be asked after each revision. */
  isDue(): boolean {
    this.#count += 1;
    return this.#count % BREATH === 0;
  }

  take(): Promise<void> {
    return this.#receiver.breathe();
  }
}

/**
 * Reads a whole changegroup.
 * @throws BundleError for another version, a length that cannot be, or an early end
 */
export async function readChangegroup(
  version: string,
  pieces: AsyncIterable<Buffer>,
  receiver: ChangegroupReceiver,
): Promise<void> {
  if (version !== '02' && version !== '03')
    throw new BundleError(
      say('its changegroup has the version {version} instead of 02 or 03', { version: version.slice(0, 8) }),
    );
  const group: Group = { reader: new ByteReader(pieces), breath: new Breath(receiver), hasFlags: version === '03' };
  const { reader } = group;
  await readGroup(group, (revision) => receiver.changeset(revision));
  await readGroup(group, (revision) => receiver.manifest(revision));
  if (group.hasFlags && (await readChunk(reader, LONGEST_PATH)) !== null)
    throw new BundleError(say('it keeps its manifests as trees'));
  for (;;) {
    const path = await readChunk(reader, LONGEST_PATH);
    if (path === null) break;
    receiver.file(path.toString('latin1'));
    await readGroup(group, (revision) => receiver.fileRevision(revision));
  }
  // The container's own end follows.
  if ((await reader.some(1)) !== null) throw new BundleError(say('it goes on behind its end'));
}

interface Group {
  reader: ByteReader;
  breath: Breath;
  hasFlags: boolean;
}

async function readGroup({ reader, breath, hasFlags }: Group, receive: (revision: Revision) => void): Promise<void> {
  const header = hasFlags ? HEADER + FLAGS : HEADER;
  for (;;) {
    const chunk = await readChunk(reader, LONGEST_CHUNK);
    if (chunk === null) return;
    if (chunk.length < header) throw new BundleError(say('it holds a revision without a header'));
    const flags = hasFlags ? chunk.readUInt16BE(HEADER) : 0;
    if ((flags & ~(CENSORED | KEPT_OUTSIDE | SAYS_COPIES)) !== 0)
      throw new BundleError(say('it holds a revision of an unknown kind ({flags})', { flags: flags.toString(16) }));
    receive({
      node: chunk.subarray(0, NODE),
      parents: chunk.subarray(NODE, 3 * NODE),
      base: chunk.subarray(3 * NODE, 4 * NODE),
      patch: chunk.subarray(header),
      isPointer: (flags & KEPT_OUTSIDE) !== 0,
    });
    if (breath.isDue()) await breath.take();
  }
}

/** A chunk's length counts its own four bytes; an empty chunk ends a group. */
async function readChunk(reader: ByteReader, most: number): Promise<Buffer | null> {
  const length = (reader.take(4) ?? (await reader.read(4))).readInt32BE(0);
  if (length === 0) return null;
  if (length <= 4 || length - 4 > most)
    throw new BundleError(say('it holds a chunk of the impossible length {length}', { length }));
  return reader.take(length - 4) ?? (await reader.read(length - 4));
}
