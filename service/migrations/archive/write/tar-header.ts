/** Headers of tar members: ustar (POSIX.1-1988), with a pax header (POSIX.1-2001) only where a name or a size needs it. */

export const TAR_BLOCK = 512;
/** Time of every member, in seconds since 1970: always the same, so that the same data give the same archive. */
const MEMBER_TIME = Date.UTC(2020, 0, 1) / 1000;
const LONGEST_NAME = 100;
const LONGEST_PREFIX = 155;
/** Sizes from here on do not fit into eleven octal digits. */
const LARGEST_SIZE = 8 ** 11;

export interface Member {
  /** Path in the archive; a folder's ends with a slash. */
  name: string;
  /** Bytes of content; 0 for a folder. */
  size: number;
}

/** The header block, or blocks, of a member. */
export function tarHeader(member: Member): Buffer {
  const folder = member.name.endsWith('/');
  const split = splitName(member.name);
  const fields: string[] = [];
  if (split === null) fields.push(paxField('path', member.name));
  if (member.size >= LARGEST_SIZE) fields.push(paxField('size', String(member.size)));
  const { name, prefix } = split ?? { name: shortName(member.name), prefix: '' };
  const size = member.size >= LARGEST_SIZE ? 0 : member.size;
  const own = block(name, prefix, size, folder ? '5' : '0', folder ? 0o755 : 0o644);
  if (fields.length === 0) return own;
  const pax = Buffer.from(fields.join(''));
  const padded = Buffer.alloc(pax.length + padding(pax.length));
  pax.copy(padded);
  return Buffer.concat([block('PaxHeader', '', pax.length, 'x', 0o644), padded, own]);
}

/** How many zero bytes follow content of this size. */
export function padding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** Null for a name that ustar cannot hold: too long, or not plain ASCII. */
function splitName(name: string): { name: string; prefix: string } | null {
  if (!/^[\x20-\x7e]+$/.test(name)) return null;
  if (name.length <= LONGEST_NAME) return { name, prefix: '' };
  // A prefix ends before a slash that is not the last character.
  const slash = name.lastIndexOf('/', Math.min(LONGEST_PREFIX, name.length - 2));
  if (slash <= 0 || name.length - slash - 1 > LONGEST_NAME) return null;
  return { name: name.slice(slash + 1), prefix: name.slice(0, slash) };
}

/** What readers without pax see. */
function shortName(name: string): string {
  return name
    .replace(/[^\x20-\x7e]/g, '_')
    .slice(0, LONGEST_NAME)
    .replace(/\/+$/, '_');
}

/** `<length> <key>=<value>\n`, where the length counts itself. */
function paxField(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (String(length).length + bytes !== length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function block(name: string, prefix: string, size: number, type: string, mode: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 'latin1');
  header.write(`${octal(mode, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100, 'latin1');
  header.write(`${octal(size, 11)}\0${octal(MEMBER_TIME, 11)}\0        ${type}`, 124, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, 'latin1');
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}
