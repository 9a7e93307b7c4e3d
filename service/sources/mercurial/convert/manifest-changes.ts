/**
 * What each manifest changes, handed from the thread that checks manifests to the one that makes trees of them, in a file
 * that is read while it grows.
 *
 * A record: node (20 bytes), number of the manifest that it changes (signed, 4 bytes; -1 for the empty one), length of the
 * lines (4 bytes), the lines (`encodeLines`). A node of zeros ends the file.
 */
import { closeSync, openSync } from 'node:fs';
import { growingFile } from '../../../files/growing-file.ts';
import { writeFully } from '../../../git/pack/pack-file.ts';
import { ByteReader } from '../bundle/byte-reader.ts';
import { FileWindow } from '../file-window.ts';
import { type ChangedLines, decodeLines, encodeLines } from './manifest-lines.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';

const HEADER = NODE_BYTES + 8;
const PIECE = 256 << 10;

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
  readonly #window: FileWindow;
  /** Each with the number of the manifest that it changes. */
  readonly #nodes = new NodeTable();
  /** Where their lines begin. */
  readonly #starts: number[] = [];
  /** Where the lines of another one would begin, or do: behind the last header that was read. */
  #length = 0;

  private constructor(file: number) {
    this.#file = file;
    this.#window = new FileWindow(file);
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
      for (let at = 0; ; ) {
        const header = await reader.read(HEADER);
        changes ??= new ManifestChanges(openSync(path, 'r'));
        changes.#length = at + HEADER;
        if (isNull(header)) return changes;
        changes.#nodes.add(header.subarray(0, NODE_BYTES), header.readInt32BE(NODE_BYTES));
        const length = header.readUInt32BE(NODE_BYTES + 4);
        changes.#starts.push(at + HEADER);
        // They are read again when they are asked for.
        if (reader.take(length) === null) await reader.read(length);
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
    return this.#starts.length;
  }

  /** Number of a manifest by its id, or -1. */
  find(node: Buffer): number {
    return this.#nodes.find(node);
  }

  /** Number of the manifest that a manifest's changes apply to; -1 for the empty one. */
  base(number: number): number {
    return this.#nodes.value(number);
  }

  /** What a manifest has that its base has not, and the other way round. */
  changes(number: number): ChangedLines {
    const start = this.#starts[number] as number;
    const end = (this.#starts[number + 1] ?? this.#length) - HEADER;
    return decodeLines(this.#window.read(start, end, this.#length));
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
