/**
 * Text of a commit or tag as a person reads it. The bytes say UTF-8 unless the object has an `encoding`
 * header; objects without one that are no UTF-8 are old ones, and nearly always Latin-1.
 * @param raw the bytes, one to a character (latin1)
 * @param encoding the object's `encoding` header, '' when it has none
 */
export function decodeText(raw: string, encoding: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is what is looked for
  if (/^[\u0000-\u007f]*$/.test(raw) && !/^(utf-?16|utf-?7|iso-2022)/i.test(encoding)) return raw;
  // TextDecoder takes this name for Windows-1252; git's iconv does not.
  if (isLatin1(encoding)) return raw;
  return decodeStrictly(raw, encoding) ?? decodeStrictly(raw, 'utf-8') ?? raw;
}

/** Text of bytes in just this encoding; null where they are not, or it is not known. */
export function decodeStrictly(raw: string, encoding: string): string | null {
  if (isLatin1(encoding)) return raw;
  // TextDecoder takes these for Windows-1252; what is not ASCII is something else.
  if (encoding === '' || /^(us-?)?ascii$/i.test(encoding)) return null;
  try {
    const label = CODE_PAGES[encoding.toLowerCase()] ?? encoding;
    return new TextDecoder(label, { fatal: true }).decode(Buffer.from(raw, 'latin1'));
  } catch {
    // Unknown to TextDecoder, or not this encoding.
    return null;
  }
}

export function isLatin1(encoding: string): boolean {
  return /^(iso-?8859-?1|latin-?1)$/i.test(encoding);
}

/** What git's iconv knows by these names, and TextDecoder by others. */
const CODE_PAGES: Record<string, string> = {
  ...{ cp932: 'shift_jis', ms932: 'shift_jis', cp936: 'gbk', ms936: 'gbk' },
  ...{ cp949: 'euc-kr', uhc: 'euc-kr', cp950: 'big5' },
};
