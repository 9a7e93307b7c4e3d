/** Takes texts apart that are kept as deltas against others (Subversion's `libsvn_fs_fs/structure`, `notes/svndiff`). */

import { hash } from 'node:crypto';
import { Failure } from '../../../failures/failure.ts';
import { FRAME } from '../../../git/pack/entry.ts';
import { applySvndiff, targetSize } from '../dump/svndiff.ts';
import { FsfsError } from './fsfs-error.ts';
import type { Representation } from './node-revision.ts';
import type { RevisionFiles } from './revision-files.ts';

/** "DELTA", two numbers and a length. */
const LONGEST_HEAD = 80;
/** More steps from a text to its first base are none that Subversion makes. */
const DEEPEST = 4096;

/** Where a text lies. */
type Place = Omit<Representation, 'md5'>;

export interface TextHead {
  isDelta: boolean;
  /** The text that a delta speaks of; null for an empty one. */
  base: Place | null;
  /** Bytes of the first line. */
  headBytes: number;
}

/** @throws FsfsError when no text begins there */
export function readHead(files: RevisionFiles, { revision, item }: Place): TextHead {
  const bytes = files.read(revision, item, LONGEST_HEAD);
  const end = bytes.indexOf(0x0a);
  const match = /^(?:(PLAIN)|DELTA(?: (\d+) (\d+) (\d+))?)$/.exec(bytes.toString('latin1', 0, Math.max(0, end)));
  if (match === null) throw new FsfsError('a text does not begin where its file says');
  const [, plain, base, baseItem, length] = match;
  return {
    isDelta: plain === undefined,
    base: base === undefined ? null : { revision: Number(base), item: Number(baseItem), length: Number(length) },
    headBytes: end + 1,
  };
}

/** What is kept of a text: itself, or its delta. @throws FsfsError when its file ends before */
export function readStored(files: RevisionFiles, text: Place, head: TextHead): Buffer {
  const bytes = files.readFrom(text.revision, text.item, head.headBytes, text.length);
  if (bytes.length !== text.length) throw new FsfsError('a text is cut short');
  return bytes;
}

/**
 * A text from its first base on, without what was read before.
 * @param most bytes that it may have
 * @throws FsfsError also when it does not have its MD5; Failure for one that is in the end a delta of itself: svnadmin, which has the
 *   last word of all else, fills the machine's memory with it
 */
export function wholeText(files: RevisionFiles, text: Representation, most: number): Buffer {
  const whole = undelta(files, text, most);
  if (hash('md5', whole, 'hex') !== text.md5)
    throw new FsfsError('a text does not have the checksum that its file says');
  return whole;
}

function undelta(files: RevisionFiles, text: Place, most: number): Buffer {
  const steps: { place: Place; head: TextHead }[] = [];
  const seen = new Set<string>();
  for (let place: Place | null = text; place !== null; ) {
    const key = `${place.revision}/${place.item}`;
    if (seen.has(key)) throw Failure.of('subversion.text_circle', { folder: files.layout.folder });
    seen.add(key);
    if (place.length > most || steps.length > DEEPEST)
      throw new FsfsError('a text is too large to be put together in memory');
    const head: TextHead = readHead(files, place);
    steps.push({ place, head });
    place = head.base;
  }
  let whole: Buffer = Buffer.alloc(0);
  // One is held at a time: all of a chain could be thousands of times what the text may have.
  for (const { place, head } of steps.reverse()) {
    const delta = readStored(files, place, head);
    if (!head.isDelta) {
      whole = delta;
      continue;
    }
    const size = targetSize(delta);
    if (size > most) throw new FsfsError('a text is too large to be put together in memory');
    whole = applySvndiff(delta, whole, size, null).subarray(FRAME);
  }
  return whole;
}
