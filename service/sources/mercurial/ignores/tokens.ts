/** What patterns of both systems are made of. Texts are bytes as latin1. */

/** One byte of a set; `one` and `any` are sets too, of all bytes without and with the slash. */
export interface Bytes {
  kind: 'bytes';
  /** 256 of them. */
  has: readonly boolean[];
}

export type Token =
  | Bytes
  /** Any text without a slash, and none. */
  | { kind: 'star' }
  /** Any text, and none. */
  | { kind: 'deep' }
  /** Folders with their slashes, and none. */
  | { kind: 'folders' }
  /** The beginning, and the end, of a path. */
  | { kind: 'start' }
  | { kind: 'end' };

/** Tokens that follow each other. */
export type Sequence = readonly Token[];

/** More ways in which a pattern can be read are not written out. */
export const MOST_SEQUENCES = 64;

export const SLASH = 0x2f;
const NEWLINE = 0x0a;

export function bytes(has: (byte: number) => boolean): Bytes {
  return { kind: 'bytes', has: Array.from({ length: 256 }, (_, byte) => has(byte)) };
}

export const literal = (char: string): Bytes => bytes((byte) => byte === char.charCodeAt(0));
/** No name has a line's end in it that a list of patterns could name. */
export const ANY = bytes((byte) => byte !== NEWLINE);

/** Whether a set is that of all bytes, but for some that make no difference. @param without slash or not */
export function isAll({ has }: Bytes, without: 'slash' | 'nothing'): boolean {
  return has.every((there, byte) => there || byte === NEWLINE || byte === 0 || (byte === SLASH && without === 'slash'));
}

/** Each of the first followed by each of the second. @throws TooMany */
export function followedBy(first: readonly Sequence[], second: readonly Sequence[]): Sequence[] {
  if (first.length * second.length > MOST_SEQUENCES) throw new TooMany();
  return first.flatMap((before) => second.map((after) => [...before, ...after]));
}

/** A pattern that cannot be written as one of Git's; the message says why, as part of a sentence. */
export class NotTranslated extends Error {}

export class TooMany extends NotTranslated {
  constructor() {
    super('too many alternatives');
  }
}
