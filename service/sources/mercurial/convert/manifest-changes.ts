/**
 * What each manifest changes, handed from the thread that checks manifests to the one that makes trees of them, in a file
 * that is read while it grows.
 *
 * A record: node (20 bytes), number of the manifest that it changes (signed, 4 bytes; -1 for the empty one), length of the
 * lines (4 bytes), the lines (`encodeLines`). A node of zeros ends the file.
 */
import { closeSync, openSync } from 'node:fs';
import { growingFile } from '../../../files/growing-file.ts';
import { NumberList } from '../../../git/number-list.ts';
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
  /** Where their lines begin. */
  readonly #starts = new NumberList(1 << 12, Float64Array);
  /** Where the lines of another one would begin, or do: behind the last header that was read. */
  #length = 0;
  /** The number that is asked for next, if they are asked for in their order. */
  #expected = 0;
  /** Made when one is asked for that is not where it was expected: a million take 30 MB. */
  #nodes: NodeTable | null = null;

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

  /**
   * Number of a manifest by its id, or -1. The next one, or one of those at hand, is found without a table.
   * @param atHand numbers that it may have, or -1
   */
  find(node: Buffer, atHand: readonly number[]): number {
    for (const number of [this.#expected, ...atHand]) {
      if (number < 0 || number >= this.count || !this.#header(number).subarray(0, NODE_BYTES).equals(node)) continue;
      this.#expected = Math.max(this.#expected, number + 1);
      return number;
    }
    this.#nodes ??= this.#allNodes();
    return this.#nodes.find(node);
  }

  /** Number of the manifest that a manifest's changes apply to; -1 for the empty one. */
  base(number: number): number {
    return this.#header(number).readInt32BE(NODE_BYTES);
  }

  /** What a manifest has that its base has not, and the other way round. */
  changes(number: number): ChangedLines {
    const start = this.#starts.at(number);
    const next = number + 1 < this.count ? this.#starts.at(number + 1) : this.#length;
    return decodeLines(this.#window.read(start, next - HEADER, this.#length));
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Valid until anything else is asked for. */
  #header(number: number): Buffer {
    const end = this.#starts.at(number);
    return this.#window.read(end - HEADER, end, this.#length);
  }

  #allNodes(): NodeTable {
    const nodes = new NodeTable();
    for (let number = 0; number < this.count; number++) nodes.add(this.#header(number), 0);
    return nodes;
  }
}

function numbers(base: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeInt32BE(base, 0);
  bytes.writeUInt32BE(length, 4);
  return bytes;
}
