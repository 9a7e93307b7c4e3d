/** Takes a tar archive apart as its bytes come, without keeping more than a header. */
import { type Said, say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { type PaxValues, readPax, sparse } from './pax.ts';
import { shown } from './refusal.ts';
import { BLOCK, decodeName, readHeader, type TarHeader } from './tar-header.ts';

/** Extended headers and long names are small; larger ones are meant to fill the memory. */
const LONGEST_EXTENSION = 64 * 1024;

export interface TarMember {
  /** Name as it stands in the archive. */
  name: string;
  kind: 'file' | 'folder';
  /** Bytes of its content. */
  size: number;
  /** Where the content begins in the unpacked archive, in bytes. */
  offset: number;
}

/** Takes a member's content; chunks are only lent: their memory is used again. */
export interface MemberSink {
  write(chunk: Buffer): void;
  end(): void;
}

const LINKS: Record<string, Said> = {
  '1': say('a hard link'),
  '2': say('a symbolic link'),
  K: say('a link'),
  '3': say('a device file'),
  '4': say('a device file'),
  '6': say('a named pipe'),
};

/** Synchronous: a chunk is handled before the next one is asked for. */
export class TarParser {
  readonly #onMember: (member: TarMember) => MemberSink | null;
  /** Bytes of the unpacked archive before `#header`. */
  #offset = 0;
  readonly #header = Buffer.alloc(BLOCK);
  #headerFilled = 0;
  /** Of the current member: content and then padding that is still to come. */
  #left = 0;
  #padding = 0;
  #sink: MemberSink | null = null;
  #extension: { type: string; chunks: Buffer[] } | null = null;
  #longName: string | null = null;
  #pax: PaxValues = {};
  #zeroBlocks = 0;

  /** @param onMember told about every member in order; what it answers gets the content, null passes over it */
  constructor(onMember: (member: TarMember) => MemberSink | null) {
    this.#onMember = onMember;
  }

  /** @throws Failure (a sentence) */
  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left > 0) at += this.#content(chunk, at);
      else if (this.#padding > 0) {
        const taken = Math.min(this.#padding, chunk.length - at);
        this.#padding -= taken;
        this.#offset += taken;
        at += taken;
      } else if (this.#headerFilled === 0 && chunk.length - at >= BLOCK) {
        this.#block(chunk.subarray(at, at + BLOCK));
        at += BLOCK;
      } else {
        const taken = Math.min(BLOCK - this.#headerFilled, chunk.length - at);
        chunk.copy(this.#header, this.#headerFilled, at, at + taken);
        this.#headerFilled += taken;
        at += taken;
        if (this.#headerFilled < BLOCK) return;
        this.#headerFilled = 0;
        this.#block(this.#header);
      }
    }
  }

  /** @throws Failure when the archive ended too early */
  end(): void {
    const whole = this.#zeroBlocks >= 2 && this.#headerFilled === 0;
    if (!whole) throw Failure.of('archive.end_missing', {});
  }

  #content(chunk: Buffer, at: number): number {
    const taken = Math.min(this.#left, chunk.length - at);
    const part = at === 0 && taken === chunk.length ? chunk : chunk.subarray(at, at + taken);
    this.#left -= taken;
    this.#offset += taken;
    if (this.#extension !== null) this.#extension.chunks.push(Buffer.from(part));
    else this.#sink?.write(part);
    if (this.#left === 0) this.#contentEnded();
    return taken;
  }

  #contentEnded(): void {
    if (this.#extension !== null) {
      this.#extended(this.#extension);
      return;
    }
    const sink = this.#sink;
    this.#sink = null;
    sink?.end();
  }

  #block(block: Buffer): void {
    const header = readHeader(block, this.#offset);
    this.#offset += BLOCK;
    if (header === null) {
      this.#zeroBlocks += 1;
      if (this.#longName !== null || this.#pax.path !== undefined) throw misplaced();
      return;
    }
    if (this.#zeroBlocks > 0) {
      throw Failure.of('archive.something_follows', {});
    }
    this.#start(header);
  }

  #start(header: TarHeader): void {
    const { type } = header;
    if (type === 'L' || type === 'x' || type === 'g') {
      if (header.size > LONGEST_EXTENSION) {
        throw Failure.of('archive.extension_too_long', {});
      }
      if (header.size === 0) throw misplaced();
      this.#extension = { type, chunks: [] };
      this.#expect(header.size);
      return;
    }
    const name = this.#pax.path ?? this.#longName ?? header.name;
    const size = this.#pax.size ?? header.size;
    this.#pax = {};
    this.#longName = null;
    if (type === 'S') throw sparse();
    const link = LINKS[type];
    if (link !== undefined) {
      throw Failure.of('archive.link', { what: link, name: shown(name) });
    }
    if (type !== '0' && type !== '5' && type !== '7') {
      throw Failure.of('archive.neither_file_nor_folder', { name: shown(name) });
    }
    // Before ustar, a folder was a file whose name ends in a slash.
    const isFolder = type === '5' || name.endsWith('/');
    if (isFolder && size > 0) {
      throw Failure.of('archive.folder_with_content', { name: shown(name) });
    }
    const sink = this.#onMember({ name, kind: isFolder ? 'folder' : 'file', size, offset: this.#offset });
    if (size === 0) {
      sink?.end();
      return;
    }
    this.#sink = sink;
    this.#expect(size);
  }

  #expect(size: number): void {
    this.#left = size;
    this.#padding = (BLOCK - (size % BLOCK)) % BLOCK;
  }

  #extended({ type, chunks }: { type: string; chunks: Buffer[] }): void {
    this.#extension = null;
    const data = Buffer.concat(chunks);
    if (type === 'L') {
      const end = data.at(-1) === 0 ? data.length - 1 : data.length;
      if (this.#longName !== null) throw misplaced();
      this.#longName = decodeName(data.subarray(0, end), this.#offset);
      return;
    }
    const values = readPax(data, this.#offset);
    if (type === 'x') {
      if (Object.keys(this.#pax).length > 0) throw misplaced();
      this.#pax = values;
    } else if (Object.keys(values).length > 0) {
      throw Failure.of('archive.name_for_all', {});
    }
  }
}

function misplaced() {
  return Failure.of('archive.header_misplaced', {});
}
