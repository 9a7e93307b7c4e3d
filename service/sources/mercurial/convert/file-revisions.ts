/** Revisions of files: Mercurial's deltas become Git's. */

import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME, hashFramed, OBJECT_BLOB } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { LARGE_FILE_BYTES, type LargeFile } from '../../../vocabulary/history.ts';
import type { FindingCollector } from '../../findings.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import { applyPatch, copyPatch } from '../bundle/patch.ts';
import type { ContentsBeside } from './contents-beside.ts';
import { isNull, NodeTable } from './node-table.ts';
import { RecycledTexts } from './recycled-texts.ts';
import { PARENTS, proves } from './revision-text.ts';

/** Texts that are kept at hand, in bytes. */
const CACHE_BYTES = 16 << 20;
const MOST_TEXTS = 1024;
/** Mercurial puts what it knows of a copy between two of these, in front of the text (mercurial/revlogutils, "filelog"). */
export const NOTE_MARK = Buffer.from('\x01\n', 'latin1');
const EMPTY = Buffer.alloc(0);

export class FileRevisions {
  readonly #store: ObjectStore;
  readonly #findings: FindingCollector;
  readonly #nodes = new NodeTable();
  readonly #builder = new DeltaBuilder();
  readonly #large: LargeFile[] = [];
  /** Notes in front of texts of the current file, by the place of their node. */
  #notes = new Map<number, Buffer>();
  readonly #texts = new RecycledTexts(CACHE_BYTES, MOST_TEXTS);
  #path = '';
  readonly #beside: ContentsBeside;
  #isStandIn = false;
  /** Texts of the current file that name a content which lies elsewhere, by the place of their node: their blobs are the contents. */
  readonly #names = new Map<number, Buffer>();
  #copies = 0;
  #count = 0;

  constructor(store: ObjectStore, findings: FindingCollector, beside: ContentsBeside) {
    this.#store = store;
    this.#beside = beside;
    this.#findings = findings;
  }

  get count(): number {
    return this.#count;
  }

  /** Revisions that Mercurial knows as copies or renames. */
  get copies(): number {
    return this.#copies;
  }

  get largeFiles(): LargeFile[] {
    return [...this.#large, ...this.#beside.large];
  }

  begin(path: string): void {
    this.#path = path;
    this.#isStandIn = this.#beside.isStandIn(path);
    this.#names.clear();
    this.#notes = new Map();
    // Deltas refer to revisions of the same file.
    this.#texts.clear();
  }

  /** Object number of the blob of a file's revision; -1 for one that did not come. */
  blobOf(node: Buffer): number {
    const place = this.#nodes.find(node);
    return place < 0 ? -1 : this.#nodes.value(place);
  }

  /** @throws BundleError for a revision without its base, or whose text does not fit its id */
  add(revision: Revision): void {
    this.#count += 1;
    const base = isNull(revision.base) ? -1 : this.#nodes.find(revision.base);
    if (base < 0 && !isNull(revision.base)) {
      throw new BundleError(say('a revision of {path} lacks its base', { path: showPath(this.#path) }));
    }
    const baseText = base < 0 ? EMPTY : this.#text(base);
    const place = this.#nodes.add(revision.node, -1);
    const bytes = applyPatch(baseText, revision.patch, PARENTS, (length) => this.#texts.make(place, length));
    const text = bytes.subarray(PARENTS);
    if (revision.isPointer) {
      this.#names.set(place, Buffer.from(text));
      const { number, isCopy } = this.#beside.ofPointer(this.#path, revision, text);
      this.#nodes.set(place, number);
      if (isCopy) this.#copies += 1;
      return;
    }
    const noteEnd = noteLength(text);
    const note = noteEnd === 0 ? EMPTY : Buffer.from(text.subarray(0, noteEnd));
    if (!proves(revision.node, revision.parents, bytes) && !isCensored(note)) {
      throw new BundleError(
        say('a revision of {path} is damaged: its id does not fit its text', { path: showPath(this.#path) }),
      );
    }
    if (this.#isStandIn && !isCensored(note)) {
      this.#names.set(place, Buffer.from(text));
      this.#nodes.set(place, this.#beside.ofStandIn(this.#path, text.subarray(noteEnd)));
      return;
    }
    this.#nodes.set(place, this.#write(bytes, note.length, base, baseText.length, revision.patch));
    if (note.length > 0) {
      note.copy(text);
      this.#notes.set(place, note);
      this.#noteSays(note.toString('latin1'));
    }
  }

  #write(bytes: Buffer, cut: number, base: number, baseLength: number, patch: Buffer): number {
    const text = bytes.subarray(PARENTS);
    // Git's header is hashed from where the note ended; a note is put back.
    const framed = bytes.subarray(PARENTS + cut - FRAME);
    const oid = hashFramed(OBJECT_BLOB, framed);
    const payload = framed.subarray(FRAME);
    const known = this.#store.table.find(oid);
    if (payload.length > LARGE_FILE_BYTES) {
      const path = showPath(this.#path);
      this.#large.push({ ref_name: '', path, oid: oid.toString('hex'), size: payload.length });
    }
    if (known >= 0) return known;
    const baseBlob = base < 0 ? -1 : this.#nodes.value(base);
    if (baseBlob < 0) return this.#store.addNew(OBJECT_BLOB, oid, payload);
    const baseCut = this.#notes.get(base)?.length ?? 0;
    this.#builder.start(baseLength - baseCut, payload.length, payload.length >> 1);
    copyPatch(this.#builder, patch, baseLength, baseCut, text, cut);
    return this.#store.addDelta(OBJECT_BLOB, oid, payload, baseBlob, this.#builder.finish());
  }

  /** A whole text with its note. */
  #text(place: number): Buffer {
    const name = this.#names.get(place);
    if (name !== undefined) return name;
    const known = this.#texts.get(place);
    if (known !== undefined) return known.subarray(PARENTS);
    const blob = this.#store.read(this.#nodes.value(place));
    const note = this.#notes.get(place) ?? EMPTY;
    const text = this.#texts.make(place, PARENTS + note.length + blob.length).subarray(PARENTS);
    note.copy(text);
    blob.copy(text, note.length);
    return text;
  }

  #noteSays(note: string): void {
    if (/(^|\n)copy: /.test(note)) this.#copies += 1;
    if (/(^|\n)censored:/.test(note)) {
      this.#findings.add(
        'censored',
        'warning',
        say('The content of these files was censored in the source; what the source put in its place came.'),
        showPath(this.#path),
      );
    }
  }
}

/** Bytes of the note in front of a text, its marks included; 0 without one. */
function noteLength(text: Buffer): number {
  if (text[0] !== 0x01 || text[1] !== 0x0a) return 0;
  const end = text.indexOf(NOTE_MARK, 2);
  return end < 0 ? 0 : end + 2;
}

function isCensored(note: Buffer): boolean {
  return /(^|\n)censored:/.test(note.toString('latin1'));
}
