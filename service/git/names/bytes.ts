/** Names, paths, logs and authors of a source are bytes; they travel as latin1 strings and are decoded here. */

const strict = new TextDecoder('utf-8', { fatal: true });
/** Of a name all is kept: U+FEFF at its beginning is a part of it. */
const ofNames = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const western = new TextDecoder('windows-1252');

/**
 * Text of bytes held in a latin1 string.
 * @returns the text, and whether the bytes were not UTF-8 (then they are read as windows-1252)
 */
export function decodeText(latin1: string): { text: string; guessed: boolean } {
  const bytes = Buffer.from(latin1, 'latin1');
  try {
    return { text: strict.decode(bytes), guessed: false };
  } catch {
    return { text: western.decode(bytes), guessed: true };
  }
}

/** A path for people and for `Layout`: UTF-8 where it is, `%XX` for each byte that is not. */
export function showPath(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  try {
    return ofNames.decode(bytes);
  } catch {
    return [...bytes]
      .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`))
      .join('');
  }
}

/** The reverse of `showPath`: bytes as a latin1 string. A `%XX` over 7F stands for that byte. */
export function pathBytes(shown: string): string {
  const parts = shown.split(/(%[89A-F][0-9A-F])/i);
  return parts
    .map((part, i) =>
      i % 2 === 1
        ? String.fromCharCode(Number.parseInt(part.slice(1), 16))
        : Buffer.from(part, 'utf8').toString('latin1'),
    )
    .join('');
}
