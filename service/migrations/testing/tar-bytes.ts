/** Tar archives byte by byte, also wrong ones: what no tool would write has to be written by hand. */
import { gzipSync } from 'node:zlib';

export interface RawMember {
  name: string | Buffer;
  content?: string | Buffer;
  type?: string;
  link?: string;
  /** What the header says, where that differs from the content. */
  size?: number | string;
  magic?: string;
  checksum?: string;
}

/** Header, content and padding of one member. */
export function rawMember(member: RawMember): Buffer {
  const content = Buffer.from(member.content ?? '');
  const header = Buffer.alloc(512);
  Buffer.from(member.name).copy(header, 0, 0, 100);
  header.write('0000644\x000000000\x000000000\x00', 100, 'latin1');
  const size = member.size ?? content.length;
  header.write(typeof size === 'string' ? size : `${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write('00000000000\x00', 136, 'latin1');
  header.write(member.type ?? '0', 156, 'latin1');
  if (member.link !== undefined) header.write(member.link, 157, 'utf8');
  header.write(member.magic ?? 'ustar\x0000', 257, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(member.checksum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

export const END_OF_TAR = Buffer.alloc(1024);

export const SCHEMA: RawMember = { name: 'schema.json', content: '{"version":"1.0.1"}' };

/** A whole archive, unpacked. */
export function rawTar(members: readonly RawMember[]): Buffer {
  return Buffer.concat([...members.map(rawMember), END_OF_TAR]);
}

/** A whole archive that begins with a fitting schema.json. */
export function rawArchive(members: readonly RawMember[]): Buffer {
  return gzipSync(rawTar([SCHEMA, ...members]));
}

/** A pax header that gives the next member these values. */
export function paxMember(values: Record<string, string>, type = 'x'): RawMember {
  const lines = Object.entries(values).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const bytes = Buffer.byteLength(rest);
    let length = bytes + String(bytes).length;
    if (String(length).length > String(bytes).length) length = bytes + String(length).length;
    return `${length}${rest}`;
  });
  return { name: 'pax', type, content: lines.join('') };
}
