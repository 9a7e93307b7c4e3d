/** Files of a changeset as `hg archive` gives them out: a tar from a program that is trusted, on its standard output. */
import { createHash } from 'node:crypto';
import { ByteReader } from './bundle/byte-reader.ts';

const BLOCK = 512;
/** Content is hashed in pieces of at most this many bytes. */
const PIECE = 1 << 20;

export interface ArchivedFile {
  /** Git's mode. */
  mode: string;
  /** Id of the blob that Git would make of it. */
  oid: string;
  /** Bytes of the path as a latin1 string. */
  path: string;
}

/** Reads a tar of files and symbolic links, with pax records for what does not fit into a header. @throws BundleError */
export async function* archivedFiles(pieces: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const reader = new ByteReader(pieces);
  let records = new Map<string, string>();
  for (;;) {
    const header = Buffer.from(await reader.read(BLOCK));
    // A block of zeros: the end.
    if (header[0] === 0) break;
    const size = Number(records.get('size') ?? Number.parseInt(field(header, 124, 12), 8));
    const kind = field(header, 156, 1);
    if (kind === 'x') {
      records = readRecords((await reader.read(size)).toString('latin1'));
      await skipPadding(reader, size);
      continue;
    }
    const prefix = field(header, 345, 155);
    const path = records.get('path') ?? `${prefix === '' ? '' : `${prefix}/`}${field(header, 0, 100)}`;
    if (kind === '2') {
      const target = records.get('linkpath') ?? field(header, 157, 100);
      yield { mode: '120000', oid: blobId(Buffer.from(target, 'latin1')), path };
    } else if (kind === '0' || kind === '') {
      const executable = (Number.parseInt(field(header, 100, 8), 8) & 0o100) !== 0;
      yield { mode: executable ? '100755' : '100644', oid: await hashContent(reader, size), path };
      await skipPadding(reader, size);
    }
    records = new Map();
  }
  while ((await reader.some(PIECE)) !== null);
}

function field(header: Buffer, at: number, length: number): string {
  const text = header.toString('latin1', at, at + length);
  const end = text.indexOf('\0');
  // Names may begin and end with spaces; numbers are read without.
  return end < 0 ? text : text.slice(0, end);
}

/** `length key=value LF`, the length counting itself. */
function readRecords(text: string): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const length = Number.parseInt(text.slice(at), 10);
    if (!(length > 0)) break;
    const record = text.slice(text.indexOf(' ', at) + 1, at + length - 1);
    const equals = record.indexOf('=');
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

async function hashContent(reader: ByteReader, size: number): Promise<string> {
  const sum = createHash('sha1').update(`blob ${size}\0`);
  for (let left = size; left > 0; ) {
    const piece = await reader.read(Math.min(left, PIECE));
    sum.update(piece);
    left -= piece.length;
  }
  return sum.digest('hex');
}

async function skipPadding(reader: ByteReader, size: number): Promise<void> {
  const rest = size % BLOCK;
  if (rest > 0) await reader.read(BLOCK - rest);
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
