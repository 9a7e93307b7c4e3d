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
  if (/^(iso-?8859-?1|latin-?1)$/i.test(encoding)) return raw;
  const bytes = Buffer.from(raw, 'latin1');
  for (const label of [encoding, 'utf-8']) {
    if (label === '') continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Unknown to TextDecoder, or not this encoding: the next one is tried.
    }
  }
  return raw;
}
