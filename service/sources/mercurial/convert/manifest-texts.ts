/**
 * The manifest's revisions as they arrive: each is checked, and compared with the one that its delta applies to. Texts are
 * made again from deltas; those used last are remembered.
 */

import { closeSync, openSync, rmSync } from 'node:fs';
import { say } from '../../../../language/sentence.ts';
import { readFully, writeFully } from '../../../git/pack/pack-file.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { type ChangedLines, changedLines } from './manifest-lines.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { RecycledTexts } from './recycled-texts.ts';
import { PARENTS, requireProof } from './revision-text.ts';

/** Texts that are kept at hand, in bytes, and how many at most. */
const CACHE_BYTES = 32 << 20;
const MOST_TEXTS = 64;
/** So much is kept in memory; what comes after it goes to disk. */
const MEMORY_BYTES = 48 << 20;
/** A record: node, parents, the delta. */
const PATCH = NODE_BYTES + PARENTS;

export class ManifestTexts {
  readonly #path: string;
  readonly #file: number;
  readonly #nodes = new NodeTable();
  readonly #offsets: number[] = [];
  readonly #bases: number[] = [];
  readonly #texts = new RecycledTexts(CACHE_BYTES, MOST_TEXTS);
  readonly #inMemory: Buffer[] = [];
  #memoryBytes = 0;
  /** Bytes on disk. */
  #length = 0;

  /** @param path for deltas that do not fit into memory */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w+');
  }

  /**
   * Takes a revision.
   * @returns what it changes, and the number of the manifest that it changes (-1 for the empty one)
   * @throws BundleError when its base is missing, it came before, or its text does not fit its id
   */
  add(revision: Revision): { base: number; changes: ChangedLines } {
    const base = isNull(revision.base) ? -1 : this.#nodes.find(revision.base);
    if (base < 0 && !isNull(revision.base)) throw new BundleError(say('it holds a manifest whose base is missing'));
    const { node, parents, patch } = revision;
    const number = this.#offsets.length;
    const baseText = base < 0 ? Buffer.alloc(0) : this.#text(base);
    const text = this.#apply(number, baseText, node, parents, patch);
    if (this.#nodes.add(node, 0) !== number) throw new BundleError(say('it holds a manifest twice'));
    this.#keep(Buffer.concat([node, parents, patch]), base);
    return { base, changes: changedLines(baseText, patch, text) };
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #keep(record: Buffer, base: number): void {
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

  /** The text of a manifest that was checked before; valid until three others were made. */
  #text(number: number): Buffer {
    const steps: number[] = [];
    let text: Buffer = Buffer.alloc(0);
    for (let at = number; at >= 0; at = this.#bases[at] as number) {
      const known = this.#texts.get(at);
      if (known !== undefined) {
        text = known.subarray(PARENTS);
        break;
      }
      steps.push(at);
    }
    for (const step of steps.reverse()) {
      const record = this.#read(step);
      text = this.#apply(
        step,
        text,
        record.subarray(0, NODE_BYTES),
        record.subarray(NODE_BYTES, PATCH),
        record.subarray(PATCH),
      );
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
