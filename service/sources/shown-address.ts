/** Addresses that a source names in its files and properties, as people may be told them. */

const LONGEST_ADDRESS = 500;

/** An address as it may be told: without a login, and not at all where a part of one may be left. */
export function shownAddress(address: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (address === '' || address.length > LONGEST_ADDRESS || /[\u0000-\u001f\u007f]/.test(address)) return null;
  const [, scheme, authority = '', place = ''] = /^([a-z][\w+.-]*:\/\/)([^/?#]*)([^?#]*)/i.exec(address) ?? [];
  if (scheme === undefined) return /^(?:[\w.-]+@[\w.-]+:)?[^@:]+$|^[\w.-]+:[^@:]+$/.test(address) ? address : null;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const isHost = /^(?:\[[\da-f:.]+\]|[^:[\]%\s]*)(?::\d{1,5})?$/i.test(host);
  return isHost && !place.includes('@') ? `${scheme}${host}${place}` : null;
}

/** The same of each address in a line of `svn:externals` (SVN book, "Externals Definitions"); a peg revision stays. */
export function withoutLogins(line: string): string {
  return line.replace(/(?:[a-z][\w+.-]*:)?\/\/\S+/gi, (address) => {
    const peg = /@(?:\d+|HEAD|\{[^{}]*\})?"?$/.exec(address)?.[0] ?? '';
    // One without a scheme has that of the folder.
    const scheme = address.startsWith('//') ? 'svn:' : '';
    const shown = shownAddress(scheme + address.slice(0, address.length - peg.length));
    return shown === null ? '…' : shown.slice(scheme.length) + peg;
  });
}
