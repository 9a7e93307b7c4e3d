/** Archives that must be refused, with what the refusal says. Used on the reader and on the whole engine. */
import { gzipSync } from 'node:zlib';
import { END_OF_TAR, paxMember, type RawMember, rawArchive, rawMember, rawTar, SCHEMA } from './tar-bytes.ts';

export interface HostileArchive {
  what: string;
  bytes: Buffer;
  /** Part of the sentence that refuses it. */
  says: RegExp;
}

const attachment = 'attachments/0b0b0b0b-0000-4000-8000-000000000000';
const user = (login: string, more = '') => `{"type":"user","url":"https://h.test/${login}","login":"${login}"${more}}`;
const users = (content: string): RawMember => ({ name: 'users_000001.json', content });

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ 0xff;
  return copy;
}

const whole = rawArchive([users(`[${user('ada')}]`), { name: `${attachment}/a.txt`, content: 'text '.repeat(999) }]);

function one(what: string, member: RawMember, says: RegExp): HostileArchive {
  return { what, bytes: rawArchive([member]), says };
}

function files(what: string, names: string[], says: RegExp): HostileArchive {
  return { what, bytes: rawArchive(names.map((name) => ({ name, content: name }))), says };
}

/** 600 MB of zeros in about 600 KB. */
export function bomb(): Buffer {
  const size = 600 * 1024 * 1024;
  const part = gzipSync(Buffer.alloc(1024 * 1024), { level: 9 });
  const header = rawMember({ name: `${attachment}/zeros`, size });
  const parts = Array.from({ length: size / (1024 * 1024) }, () => part);
  return Buffer.concat([gzipSync(Buffer.concat([rawMember(SCHEMA), header])), ...parts, gzipSync(END_OF_TAR)]);
}

export const HOSTILE: readonly HostileArchive[] = [
  { what: 'an empty file', bytes: Buffer.alloc(0), says: /empty file/ },
  { what: 'no gzip', bytes: rawTar([SCHEMA]), says: /not a gzip file/ },
  { what: 'gzip, but no tar', bytes: gzipSync('hello '.repeat(999)), says: /checksum is wrong/ },
  { what: 'gzip of nothing', bytes: gzipSync(''), says: /cut off/ },
  { what: 'a truncated gzip', bytes: whole.subarray(0, whole.length - 9), says: /cut off/ },
  { what: 'a gzip cut in the middle', bytes: whole.subarray(0, whole.length / 2), says: /cut off/ },
  { what: 'a truncated tar', bytes: gzipSync(rawTar([SCHEMA]).subarray(0, 1024)), says: /cut off/ },
  { what: 'a tar with one end block', bytes: gzipSync(rawTar([SCHEMA]).subarray(0, 1536)), says: /cut off/ },
  { what: 'a wrong CRC', bytes: flipped(whole, whole.length - 8), says: /damaged/ },
  { what: 'a wrong length', bytes: flipped(whole, whole.length - 1), says: /damaged/ },
  {
    what: 'garbage behind the gzip',
    bytes: Buffer.concat([whole, Buffer.from('PK garbage')]),
    says: /damaged|follows the end/,
  },
  {
    what: 'garbage behind zeros',
    bytes: Buffer.concat([whole, Buffer.alloc(600), Buffer.from('x')]),
    says: /follows the end/,
  },
  {
    what: 'garbage behind the tar',
    bytes: gzipSync(Buffer.concat([rawTar([SCHEMA]), rawTar([users('[]')])])),
    says: /follows the end/,
  },
  one('a wrong header checksum', { name: 'urls.json', content: '{}', checksum: '0012345\0' }, /checksum is wrong/),
  one('an old tar', { name: 'urls.json', content: '{}', magic: '\0\0\0\0\0\0\0\0' }, /old or unknown tar format/),
  one('a size that is no number', { name: 'urls.json', size: 'zzzzzzzzzzz\0' }, /size of "urls.json" cannot be read/),
  one('a negative size', { name: 'urls.json', size: '\xff'.repeat(12) }, /size of "urls.json" cannot be read/),
  one('a folder with content', { name: 'attachments/', type: '5', content: 'x' }, /has content/),
  one('path traversal', { name: '../evil', content: 'x' }, /leads out of it/),
  one('path traversal further down', { name: 'attachments/u/../../../evil', content: 'x' }, /leads out of it/),
  one('path traversal behind "./"', { name: './../evil', content: 'x' }, /leads out of it/),
  {
    what: 'path traversal in a pax header',
    bytes: rawArchive([paxMember({ path: 'a/../../evil' }), { name: 'a' }]),
    says: /leads out of it/,
  },
  {
    what: 'path traversal in a long name',
    bytes: rawArchive([{ name: '././@LongLink', type: 'L', content: '../evil\0', magic: 'ustar  \0' }, { name: 'a' }]),
    says: /leads out of it/,
  },
  one('an absolute name', { name: '/etc/passwd', content: 'x' }, /absolute name/),
  one('an absolute name behind "./"', { name: './/etc/passwd', content: 'x' }, /absolute name/),
  one('a drive letter', { name: 'C:/evil', content: 'x' }, /absolute name/),
  one('backslashes', { name: 'attachments\\..\\..\\evil', content: 'x' }, /backslash/),
  one('a network name of Windows', { name: '\\\\server\\share\\evil', content: 'x' }, /backslash/),
  one('a symbolic link', { name: `${attachment}/l`, type: '2', link: '/etc/passwd' }, /a symbolic link/),
  one('a hard link', { name: `${attachment}/l`, type: '1', link: '../../../etc/passwd' }, /a hard link/),
  one('a hard link within', { name: `${attachment}/l`, type: '1', link: 'schema.json' }, /a hard link/),
  one('a long link name', { name: '././@LongLink', type: 'K', content: 'x\0', magic: 'ustar  \0' }, /a link/),
  one('a character device', { name: 'attachments/tty', type: '3' }, /a device file/),
  one('a block device', { name: 'attachments/disk', type: '4' }, /a device file/),
  one('a named pipe', { name: 'attachments/pipe', type: '6' }, /a named pipe/),
  one('a sparse file', { name: 'attachments/holes', type: 'S', magic: 'ustar  \0' }, /sparse/),
  one('an unknown kind', { name: 'attachments/x', type: 'Z' }, /neither a file nor a folder/),
  one('a NUL in a pax name', paxMember({ path: 'a\0b' }), /cut off|control characters|damaged/),
  {
    what: 'a NUL in a name',
    bytes: rawArchive([paxMember({ path: 'attachments/u/a\0b' }), { name: 'a' }]),
    says: /control characters/,
  },
  {
    what: 'a name that is too long',
    bytes: rawArchive([paxMember({ path: 'a/'.repeat(600) }), { name: 'a' }]),
    says: /more than 1024 bytes/,
  },
  {
    what: 'a part that is too long',
    bytes: rawArchive([paxMember({ path: `attachments/u/${'é'.repeat(128)}` }), { name: 'a' }]),
    says: /longer than 255 bytes/,
  },
  one('a name that fills the memory', { name: 'x', type: 'L', size: 1 << 20, content: 'x' }, /more than 64 KB/),
  one('a name that is not UTF-8', { name: Buffer.from([0x61, 0xff, 0x62]), content: 'x' }, /not UTF-8/),
  {
    what: 'a damaged pax header',
    bytes: rawArchive([{ name: 'p', type: 'x', content: '99 path=a\n' }, { name: 'a' }]),
    says: /extended header cannot be read/,
  },
  {
    what: 'a global pax name',
    bytes: rawArchive([paxMember({ path: 'a' }, 'g'), { name: 'b' }]),
    says: /one name or size/,
  },
  files('a member twice', ['attachments/u/a', 'attachments/u/a'], /twice/),
  files('members that differ in case', ['attachments/u/a', 'attachments/u/A'], /twice/),
  files('folders that differ in case', ['attachments/u/a', 'attachments/U/b'], /twice/),
  files('members that differ in composition', ['attachments/u/\u00e9', 'attachments/u/e\u0301'], /twice/),
  files('a file where a folder is', ['attachments/u/a', 'attachments/u'], /twice/),
  files('a folder where a file is', ['attachments/u', 'attachments/u/a'], /twice/),
  one('JSON that is cut off', users(`[${user('ada')}`), /not valid JSON/),
  one(
    'JSON that is not UTF-8',
    users(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]) as unknown as string),
    /not valid JSON/,
  ),
  one('an object in place of a list', users('{"url":"x"}'), /not a list of records/),
  one('a list of other things', users(`[${user('ada')}, 7]`), /not a list of records/),
  one('a list of lists', users('[[]]'), /not a list of records/),
  one('lists within lists, to fill the memory', users(`[${'[{"a":'.repeat(1e6)}`), /nested deeper than any real one/),
  { what: 'no schema.json', bytes: gzipSync(rawTar([users('[]')])), says: /no schema.json/ },
  ...['2.0.0', '0.9.0', '11.0.0', '10.1.0'].map((version) => ({
    what: `version ${version}`,
    bytes: gzipSync(rawTar([{ name: 'schema.json', content: JSON.stringify({ version }) }])),
    says: /reads versions 1\.x/,
  })),
  ...['{}', '[]', '{"version":1}', '{"version":"1"}', '{"version":"1.x.0"}', 'null'].map((content) => ({
    what: `schema.json ${content}`,
    bytes: gzipSync(rawTar([{ name: 'schema.json', content }])),
    says: /names no version/,
  })),
  {
    what: 'a broken schema.json',
    bytes: gzipSync(rawTar([{ name: 'schema.json', content: '{' }])),
    says: /not valid JSON/,
  },
];

/** Archives whose container is right and whose records are not. */
export const HOSTILE_RECORDS: readonly HostileArchive[] = [
  one('an id twice in a file', users(`[${user('ada')},${user('ada')}]`), /two records/),
  {
    what: 'an id twice in two files',
    bytes: rawArchive([users(`[${user('ada')}]`), { name: 'users_000002.json', content: `[${user('ada')}]` }]),
    says: /two records/,
  },
  one(
    'a record that is nested too deeply',
    users(`[${user('ada', `,"x":${'['.repeat(500_000)}${']'.repeat(500_000)}`)}]`),
    /nested deeper than any real one/,
  ),
  one('a record without an id', users('[{"type":"user","login":"ada"}]'), /no "url"/),
];
