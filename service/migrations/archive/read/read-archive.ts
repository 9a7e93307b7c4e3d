/** Reads an archive once, from its first byte to its last, and hands out what is in it. Run it in a worker thread. */
import { Failure } from '../../../failures/failure.ts';
import { type MemberPlace, placeOf } from './layout.ts';
import { checkName, SeenNames } from './member-names.ts';
import { checkJsonSize, readRecords, readSchemaVersion } from './record-files.ts';
import { type MemberSink, TarParser } from './tar-parser.ts';
import { type FileState, type UnpackOptions, unpack } from './unpack.ts';

/** More members than the largest real archives have by far. */
const MOST_MEMBERS = 5_000_000;
/** The folders that lead to them as well, of which each may have hundreds: what is kept of the names takes 128 MB then. */
const MOST_NAMES = 6_250_000;

export interface ArchiveFile {
  /** Path below the archive's root; checked: it leads nowhere else. */
  path: string;
  size: number;
  /** Where its content begins in the unpacked archive, in bytes. */
  offset: number;
  place: MemberPlace;
}

/** Told what comes, in the archive's order and synchronously: what it does holds the reading up. */
export interface ArchiveVisitor {
  schema?(version: string): void;
  /** Records of one file. Without it they are not even parsed. */
  records?(plural: string, records: Record<string, unknown>[], file: ArchiveFile): void;
  /** A file that is neither schema nor records; what it answers gets the content, null passes over it. */
  file(file: ArchiveFile): MemberSink | null;
  /** A pause between two chunks. */
  between?(): void | Promise<void>;
}

export interface ArchiveTotals {
  state: FileState;
  version: string;
  members: number;
  /** Bytes of all files. */
  size: number;
  /** Bytes of the tar archive. */
  unpacked: number;
}

/** @throws Failure (a sentence) for whatever is wrong with the archive; see docs/formats/archive.md */
export async function readArchive(
  path: string,
  options: UnpackOptions,
  visitor: ArchiveVisitor,
): Promise<ArchiveTotals> {
  const seen = new SeenNames();
  let version: string | null = null;
  let members = 0;
  let size = 0;

  const json = (file: ArchiveFile, use: (bytes: Uint8Array) => void): MemberSink => {
    checkJsonSize(file.path, file.size);
    const chunks: Buffer[] = [];
    return {
      write: (chunk) => void chunks.push(Buffer.from(chunk)),
      end: () => use(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    };
  };

  const parser = new TarParser((member) => {
    const name = checkName(member.name);
    members += 1;
    if (members > MOST_MEMBERS) throw Failure.of('archive.too_many_files', { most: MOST_MEMBERS });
    if (name === '') {
      if (member.kind === 'file') throw Failure.of('archive.nameless', {});
      return null;
    }
    seen.add(name, member.kind);
    if (seen.count > MOST_NAMES) throw Failure.of('archive.too_many_files', { most: MOST_NAMES });
    if (member.kind === 'folder') return null;
    size += member.size;
    const file: ArchiveFile = { path: name, size: member.size, offset: member.offset, place: placeOf(name) };
    const { place } = file;
    if (place.kind === 'schema') {
      return json(file, (bytes) => {
        version = readSchemaVersion(bytes);
        visitor.schema?.(version);
      });
    }
    if (place.kind === 'records') {
      if (visitor.records === undefined) return null;
      return json(file, (bytes) => visitor.records?.(place.plural, readRecords(name, bytes), file));
    }
    return visitor.file(file);
  });

  const { state, unpacked } = await unpack(path, options, (chunk) => {
    parser.push(chunk);
    return visitor.between?.();
  });
  parser.end();
  if (version === null) {
    throw Failure.of('archive.no_schema', {});
  }
  return { state, version, members, size, unpacked };
}
