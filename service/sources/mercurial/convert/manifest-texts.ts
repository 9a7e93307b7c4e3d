/**
 * The manifest's revisions as they arrive: each is checked, and compared with the one that its delta applies to. Texts are
 * made again from deltas; those used last are remembered.
 */

import { say } from '../../../../language/sentence.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { type ChangedLines, changedLines } from './manifest-lines.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { RecordFile } from './record-file.ts';
import { RecycledTexts } from './recycled-texts.ts';
import { PARENTS, requireProof } from './revision-text.ts';

/** Texts that are kept at hand, in bytes, and how many at most. */
const CACHE_BYTES = 32 << 20;
const MOST_TEXTS = 64;
/** A record: node, parents, the delta. */
const PATCH = NODE_BYTES + PARENTS;

export class ManifestTexts {
  readonly #records: RecordFile;
  /** Each with the number of its base, -1 for none. */
  readonly #nodes = new NodeTable();
  readonly #texts = new RecycledTexts(CACHE_BYTES, MOST_TEXTS);

  /** @param path of a file for the deltas, which goes with this */
  constructor(path: string) {
    this.#records = new RecordFile(path);
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
    const number = this.#records.count;
    const baseText = base < 0 ? Buffer.alloc(0) : this.#text(base);
    const text = this.#apply(number, baseText, node, parents, patch);
    if (this.#nodes.add(node, base) !== number) throw new BundleError(say('it holds a manifest twice'));
    this.#records.add(node, parents, patch);
    return { base, changes: changedLines(baseText, patch, text) };
  }

  close(): void {
    this.#records.close();
  }

  /** The text of a manifest that was checked before; valid until three others were made. */
  #text(number: number): Buffer {
    const steps: number[] = [];
    let text: Buffer = Buffer.alloc(0);
    for (let at = number; at >= 0; at = this.#nodes.value(at)) {
      const known = this.#texts.get(at);
      if (known !== undefined) {
        text = known.subarray(PARENTS);
        break;
      }
      steps.push(at);
    }
    for (const step of steps.reverse()) {
      const record = this.#records.read(step);
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
}
