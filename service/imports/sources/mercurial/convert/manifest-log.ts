/**
 * The manifest's revisions, kept until the files that they name are converted. Texts are made again from
 * deltas; those used last are remembered.
 */
import { closeSync, openSync, rmSync } from 'node:fs';
import { readFully, writeFully } from '../../../../git/pack/pack-file.ts';
import { TextCache } from '../../../../git/pack/text-cache.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { PARENTS, requireProof } from './revision-text.ts';

const CACHE_BYTES = 64 << 20;
/** So much is kept in memory; what comes after it goes to disk. */
const MEMORY_BYTES = 96 << 20;

export interface ManifestDelta {
  /** Number of the manifest that the delta applies to; -1 for the empty one. */
  base: number;
  patch: Buffer;
}

export class ManifestLog {
  readonly #path: string;
  readonly #file: number;
  readonly #nodes = new NodeTable();
  readonly #offsets: number[] = [];
  readonly #bases: number[] = [];
  readonly #texts = new TextCache(CACHE_BYTES);
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

  /** Keeps a revision. @throws BundleError when its base is missing */
  add(revision: Revision): void {
    const base = isNull(revision.base) ? -1 : this.#nodes.find(revision.base);
    if (base < 0 && !isNull(revision.base)) throw new BundleError('it holds a manifest whose base is missing');
    this.#nodes.add(revision.node, 0);
    this.#offsets.push(this.#length);
    this.#bases.push(base);
    const bytes = Buffer.concat([revision.node, revision.parents, revision.patch]);
    if (this.#length === 0 && this.#memoryBytes + bytes.length <= MEMORY_BYTES) {
      this.#inMemory.push(bytes);
      this.#memoryBytes += bytes.length;
      return;
    }
    writeFully(this.#file, bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Number of a manifest by its id, or -1. */
  find(node: Buffer): number {
    return this.#nodes.find(node);
  }

  delta(number: number): ManifestDelta {
    const bytes = this.#read(number);
    return { base: this.#bases[number] as number, patch: bytes.subarray(NODE_BYTES + PARENTS) };
  }

  /** A manifest's text. Do not change it. @throws BundleError when it does not fit its id */
  text(number: number): Buffer {
    const steps: number[] = [];
    let text: Buffer = Buffer.alloc(0);
    for (let at = number; at >= 0; at = this.#bases[at] as number) {
      const known = this.#texts.get(at);
      if (known !== undefined) {
        text = known;
        break;
      }
      steps.push(at);
    }
    for (const step of steps.reverse()) {
      const bytes = this.#read(step);
      const framed = applyPatch(text, bytes.subarray(NODE_BYTES + PARENTS), PARENTS);
      requireProof(
        bytes.subarray(0, NODE_BYTES),
        bytes.subarray(NODE_BYTES, NODE_BYTES + PARENTS),
        framed,
        'a manifest',
      );
      text = framed.subarray(PARENTS);
      this.#texts.put(step, text);
    }
    return text;
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
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
