/** Text as some commands of hg write it: Python's `codecs.escape_encode`, in Mercurial's `stringutil.escapestr`. */

const CHARACTERS: Record<string, string> = { t: '\t', n: '\n', r: '\r' };

/** What stands for it. @param escaped ASCII, in which a byte of UTF-8 may be `\xNN` */
export function unescaped(escaped: string): string {
  // One character a byte, so that the bytes of one letter come together.
  const bytes = escaped.replace(/\\(?:x([\da-f]{2})|(.))/g, (_, code?: string, letter = '') =>
    code === undefined ? (CHARACTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
