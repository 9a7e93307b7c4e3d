import { decodeText } from './names/bytes.ts';

/** What git-check-ref-format(1) refuses. */
const REFUSED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
  /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|\.$|\/$/;

/** Whether git takes it for the full name of a ref. */
export function isRefName(name: string): boolean {
  return /^refs\/[^/]+\//.test(name) && !isRefused(name);
}

/** Whether git passes a ref of this name over when it fetches. */
export function isRefused(name: string): boolean {
  return REFUSED.test(name);
}

/**
 * The name of a ref as text, which is how it is published: bytes that are no UTF-8, which git takes, are read as
 * Windows-1252. Two names never become the same in that way but for one that is there as UTF-8 too.
 * @param bytes one to a character (latin1)
 */
export function readRefName(bytes: string): { name: string; isUtf8: boolean } {
  const { text, guessed } = decodeText(bytes);
  return { name: text, isUtf8: !guessed };
}
