/**
 * What each manifest changes, handed from the thread that checks manifests to the one that makes trees of them, in a file
 * that is read while it grows.
 *
 * A record: node (20 bytes), number of the manifest that it changes (signed, 4 bytes; -1 for the empty one), length of the
 * lines (4 bytes), the lines (`encodeLines`). A node of zeros ends the file.
 */
import { closeSync, openSync } from 'node:fs';
import { growingFile } from '../../../files/growing-file.ts';
import { readFully, writeFully } from '../../../git/pack/pack-file.ts';
import { ByteReader } from '../bundle/byte-reader.ts';
import { type ChangedLines, decodeLines, encodeLines } from './manifest-lines.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';

const HEADER = NODE_BYTES + 8;
const PIECE = 256 << 10;
/** So much is kept in memory; what comes after it is read again when it is needed. */
const MEMORY_BYTES = 96 << 20;

export class ManifestChangesWriter {
  readonly #file: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #length = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  add(node: Buffer, base: number, changes: ChangedLines): void {
    const lines = encodeLines(changes);
    this.#push(Buffer.concat([node, numbers(base, lines.length), lines]));
  }

  /** Nothing more comes. */
  end(): void {
    this.#push(Buffer.alloc(HEADER));
    this.#flush();
  }

  close(): void {
    closeSync(this.#file);
  }

  #push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PIECE) this.#flush();
  }

  #flush(): void {
    writeFully(this.#file, Buffer.concat(this.#waiting), this.#length);
    this.#length += this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}

export class ManifestChanges {
  readonly #file: number;
  readonly #nodes = new NodeTable();
  readonly #bases: number[] = [];
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #inMemory: Buffer[] = [];

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * Reads the file while it is written.
   * @param ended resolves (or rejects) when nothing more is written
   * @throws BundleError when it ends too early
   */
  static async read(path: string, ended: Promise<unknown>): Promise<ManifestChanges> {
    const reader = new ByteReader(growingFile(path, ended));
    let changes: ManifestChanges | null = null;
    try {
      let memory = 0;
      for (let at = 0; ; ) {
        const header = await reader.read(HEADER);
        changes ??= new ManifestChanges(openSync(path, 'r'));
        if (isNull(header)) return changes;
        changes.#nodes.add(header.subarray(0, NODE_BYTES), 0);
        changes.#bases.push(header.readInt32BE(NODE_BYTES));
        const length = header.readUInt32BE(NODE_BYTES + 4);
        changes.#starts.push(at + HEADER);
        changes.#lengths.push(length);
        const lines = await reader.read(length);
        memory += length;
        if (memory <= MEMORY_BYTES) changes.#inMemory.push(Buffer.from(lines));
        at += HEADER + length;
      }
    } catch (error) {
      changes?.close();
      throw error;
    } finally {
      await reader.close();
    }
  }

  get count(): number {
    return this.#bases.length;
  }

  /** Number of a manifest by its id, or -1. */
  find(node: Buffer): number {
    return this.#nodes.find(node);
  }

  /** Number of the manifest that a manifest's changes apply to; -1 for the empty one. */
  base(number: number): number {
    return this.#bases[number] as number;
  }

  /** What a manifest has that its base has not, and the other way round. */
  changes(number: number): ChangedLines {
    const known = this.#inMemory[number];
    if (known !== undefined) return decodeLines(known);
    const bytes = Buffer.allocUnsafe(this.#lengths[number] as number);
    readFully(this.#file, bytes, this.#starts[number] as number);
    return decodeLines(bytes);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function numbers(base: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeInt32BE(base, 0);
  bytes.writeUInt32BE(length, 4);
  return bytes;
}
