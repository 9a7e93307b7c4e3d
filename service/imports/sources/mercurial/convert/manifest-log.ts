/**
 * The manifest's revisions. Each is checked when it arrives, while hg still makes ready what follows, and what it changes is
 * kept until the files that it names are converted. Texts are made again from deltas; those used last are remembered.
 */
import { closeSync, openSync, rmSync } from 'node:fs';
import { readFully, writeFully } from '../../../../git/pack/pack-file.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { type ChangedLines, changedLines, decodeLines, encodeLines } from './manifest-lines.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { RecycledTexts } from './recycled-texts.ts';
import { PARENTS, requireProof } from './revision-text.ts';

const CACHE_BYTES = 32 << 20;
/** So much is kept in memory; what comes after it goes to disk. */
const MEMORY_BYTES = 96 << 20;
/** A record: node, parents, length of the delta, the delta, the changed lines. */
const PATCH_LENGTH = NODE_BYTES + PARENTS;
const PATCH = PATCH_LENGTH + 4;

export class ManifestLog {
  readonly #path: string;
  readonly #file: number;
  readonly #nodes = new NodeTable();
  readonly #offsets: number[] = [];
  readonly #bases: number[] = [];
  readonly #texts = new RecycledTexts(CACHE_BYTES);
  readonly #inMemory: Buffer[] = [];
  #memoryBytes = 0;
  /** Bytes on disk. */
  #length = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
  }

  get count(): number {
    return this.#offsets.length;
  }

  /** Keeps a revision. @throws BundleError when its base is missing or its text does not fit its id */
  add(revision: Revision): void {
    const base = isNull(revision.base) ? -1 : this.#nodes.find(revision.base);
    if (base < 0 && !isNull(revision.base)) throw new BundleError('it holds a manifest whose base is missing');
    const { node, parents, patch } = revision;
    const baseText = base < 0 ? Buffer.alloc(0) : this.#text(base);
    const text = this.#apply(this.count, baseText, node, parents, patch);
    const changes = encodeLines(changedLines(baseText, patch, text));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(patch.length);
    const record = Buffer.concat([node, parents, length, patch, changes]);
    this.#nodes.add(node, 0);
    this.#offsets.push(this.#length);
    this.#bases.push(base);
    if (this.#length === 0 && this.#memoryBytes + record.length <= MEMORY_BYTES) {
      this.#inMemory.push(record);
      this.#memoryBytes += record.length;
      return;
    }
    writeFully(this.#file, record, this.#length);
    this.#length += record.length;
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
    const record = this.#read(number);
    return decodeLines(record.subarray(PATCH + record.readUInt32BE(PATCH_LENGTH)));
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  /** The text of a manifest that was checked before; valid until three others were made. */
  #text(number: number): Buffer {
    const steps: number[] = [];
    let text: Buffer = Buffer.alloc(0);
    for (let at = number; at >= 0; at = this.base(at)) {
      const known = this.#texts.get(at);
      if (known !== undefined) {
        text = known.subarray(PARENTS);
        break;
      }
      steps.push(at);
    }
    for (const step of steps.reverse()) {
      const record = this.#read(step);
      const patch = record.subarray(PATCH, PATCH + record.readUInt32BE(PATCH_LENGTH));
      text = this.#apply(step, text, record.subarray(0, NODE_BYTES), record.subarray(NODE_BYTES, PATCH_LENGTH), patch);
    }
    return text;
  }

  /** Makes a manifest's text from its base's, and checks it. */
  #apply(number: number, base: Buffer, node: Buffer, parents: Buffer, patch: Buffer): Buffer {
    const framed = applyPatch(base, patch, PARENTS, (length) => this.#texts.make(number, length));
    requireProof(node, parents, framed, 'a manifest');
    return framed.subarray(PARENTS);
  }

  #read(number: number): Buffer {
    const known = this.#inMemory[number];
    if (known !== undefined) return known;
    const start = this.#offsets[number] as number;
    const bytes = Buffer.allocUnsafe((this.#offsets[number + 1] ?? this.#length) - start);
    readFully(this.#file, bytes, start);
    return bytes;
  }
}
