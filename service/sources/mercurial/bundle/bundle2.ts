/** Mercurial's bundle2 container (mercurial/helptext/internals/bundle2.txt, "HG20"): finds the changegroup in it. */
import { say } from '../../../../language/sentence.ts';
import { BundleError, type ByteReader } from './byte-reader.ts';

const MAGIC = 'HG20';

/** Parts that Mercurial adds for itself; what is in them is asked for in other ways. */
const IGNORED_PARTS = /^(cache:|hgtagsfnodes|phase-heads|bookmarks|obsmarkers|listkeys|pushkey|reply:|output)/i;

export interface Changegroup {
  /** `01`, `02` or `03`. */
  version: string;
  /** Its bytes as they come. Each piece is valid until the next is asked for. */
  pieces: AsyncGenerator<Buffer>;
}

/**
 * Walks through a bundle.
 * @param onChangegroup must read the pieces to their end
 * @throws BundleError for what is no bundle, is compressed, is cut off, or holds a part that must be understood
 */
export async function readBundle(
  reader: ByteReader,
  onChangegroup: (changegroup: Changegroup) => Promise<void>,
): Promise<void> {
  const magic = (await reader.read(4)).toString('latin1');
  if (magic !== MAGIC) throw new BundleError(say('it does not begin as a bundle does'));
  const parameters = (await reader.read(await length(reader))).toString('latin1');
  if (/(^|\s)Compression=(?!UN\b)/i.test(parameters)) throw new BundleError(say('it is compressed'));
  for (;;) {
    const headerLength = await length(reader);
    if (headerLength === 0) return;
    const part = readHeader(await reader.read(headerLength));
    if (part.type.toLowerCase() === 'changegroup') {
      await onChangegroup({ version: part.parameters.get('version') ?? '01', pieces: payload(reader) });
    } else if (IGNORED_PARTS.test(part.type) || !part.mandatory) {
      for await (const _ of payload(reader));
    } else {
      throw new BundleError(say('it holds a part of the unknown kind "{kind}"', { kind: part.type.slice(0, 40) }));
    }
  }
}

async function length(reader: ByteReader): Promise<number> {
  const value = (await reader.read(4)).readInt32BE(0);
  if (value < 0) throw new BundleError(say('it was interrupted by the program that wrote it'));
  return value;
}

async function* payload(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    let left = await length(reader);
    if (left === 0) return;
    while (left > 0) {
      const piece = await reader.some(left);
      if (piece === null) throw new BundleError(say('it ends in the middle'));
      left -= piece.length;
      yield piece;
    }
  }
}

interface PartHeader {
  type: string;
  /** Whether one who does not know the part must give up: its type is written in upper case. */
  mandatory: boolean;
  parameters: Map<string, string>;
}

/** Length of the type, type, id (4 bytes), numbers of mandatory and advisory parameters, their lengths, their text. */
function readHeader(header: Buffer): PartHeader {
  const byte = (at: number) => {
    const value = header[at];
    if (value === undefined) throw new BundleError(say('a part of it has a header that is too short'));
    return value;
  };
  const typeLength = byte(0);
  const type = header.toString('latin1', 1, 1 + typeLength);
  const counts = 1 + typeLength + 4;
  const total = byte(counts) + byte(counts + 1);
  const parameters = new Map<string, string>();
  let at = counts + 2 + 2 * total;
  for (let index = 0; index < total; index++) {
    const keyLength = byte(counts + 2 + 2 * index);
    const valueLength = byte(counts + 3 + 2 * index);
    const key = header.toString('latin1', at, at + keyLength);
    parameters.set(key, header.toString('latin1', at + keyLength, at + keyLength + valueLength));
    at += keyLength + valueLength;
  }
  return { type, mandatory: type !== type.toLowerCase(), parameters };
}
