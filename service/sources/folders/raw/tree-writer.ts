/** Writes changed directories as Git trees (deltas against their predecessors) and facts. */
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME, framed, hashFramed, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { treeDelta } from '../../../git/pack/tree-delta.ts';
import type { Directory, Entry } from './directory.ts';
import type { FactsStore } from './facts.ts';
import { LargeTrees } from './large-trees.ts';

/** Trees up to this many bytes are stored whole: reading them back needs no base. */
const WHOLE_TREE = 512;
const OID_BYTES = 20;
/** A delta of the last whole version may take this part of a tree: each is longer than the one before. */
const OF_WHOLE = 1 / 8;

/** Folders that hold branches or tags, and the one that is a branch itself, by Subversion's convention. */
const OF_LINES = /^(?:branches|tags)$/i;
const LINE = /^trunk$/i;

/** Where a directory stands to the branches: above them all, directly above some, or within one. */
type Place = 'above' | 'over lines' | 'within';

export class TreeWriter {
  readonly #store: ObjectStore;
  readonly #facts: FactsStore;
  readonly #builder = new DeltaBuilder();
  readonly #wholeBuilder = new DeltaBuilder();
  readonly #large = new LargeTrees();

  constructor(store: ObjectStore, facts: FactsStore) {
    this.#store = store;
    this.#facts = facts;
  }

  /**
   * Writes a directory and everything changed below it; afterwards its `tree` and `facts` are current.
   * Trees above the branches, which no published commit will name, are kept apart. This is a guess: the layout may
   * say otherwise later, and publishing looks at every object.
   */
  write(directory: Directory, place: Place = 'above'): void {
    // Nothing changed in what nobody looked into: the first revision of an update may change nothing at all.
    if (!directory.loaded) return;
    const lines = place === 'above' ? childrenOfLines(directory) : null;
    for (const child of directory.changedChildren) {
      const { tree, facts } = child;
      this.write(child, lines === null ? 'within' : (lines.get(child) ?? 'above'));
      if (child.tree !== tree) directory.treeChanged = true;
      if (child.facts !== facts) directory.factsChanged = true;
    }
    if (directory.treeChanged) {
      const before = directory.tree;
      this.#writeTree(directory, place !== 'within');
      // Being empty is a fact.
      if (before < 0 !== directory.tree < 0) directory.factsChanged = true;
      directory.treeChanged = false;
    }
    directory.changedChildren.clear();
    if (directory.factsChanged) {
      directory.facts = this.#facts.write(directory);
      directory.factsChanged = false;
    }
  }

  #writeTree(directory: Directory, aside: boolean): void {
    let size = 0;
    for (const entry of directory.entries) {
      if (entry.child === null || entry.child.tree >= 0) size += entry.mode.length + entry.name.length + 2 + OID_BYTES;
    }
    if (size === 0) {
      directory.tree = -1;
      directory.payloadLength = 0;
      for (const entry of directory.entries) entry.at = -1;
      return;
    }
    const kept = this.#large.before(directory);
    const room = this.#large.room(directory, size);
    const bytes = room ?? framed(size);
    const asDelta = directory.tree >= 0 && size > WHOLE_TREE && directory.payloadLength > WHOLE_TREE;
    const builder = asDelta ? this.#builder : null;
    builder?.start(directory.payloadLength, size, size >> 1);
    // Of large trees nearly all stays as it is: runs of it are copied, where the tree before is at hand.
    const before = asDelta ? (kept ?? this.#store.readCached(directory.tree)) : undefined;
    let to = FRAME;
    let runFrom = 0;
    let runEnd = 0;
    const endRun = () => {
      if (before !== undefined) before.copy(bytes, to - (runEnd - runFrom), runFrom, runEnd);
      builder?.copy(runFrom, runEnd - runFrom);
      runFrom = runEnd;
    };
    for (const entry of directory.entries) {
      const number = entry.child === null ? entry.blob : entry.child.tree;
      if (number < 0) {
        entry.at = -1;
        continue;
      }
      const length = entry.mode.length + entry.name.length + 2 + OID_BYTES;
      const isSame = entry.at >= 0 && entry.written === number;
      if (!isSame || entry.at !== runEnd) endRun();
      if (isSame) {
        if (runFrom === runEnd) runFrom = entry.at;
        runEnd = entry.at + length;
      }
      if (!isSame || before === undefined) this.#writeEntry(bytes, to, entry, number);
      if (!isSame) builder?.insert(bytes, to, to + length);
      entry.at = to - FRAME;
      entry.written = number;
      to += length;
    }
    endRun();
    const oid = hashFramed(OBJECT_TREE, bytes);
    const known = this.#store.table.find(oid);
    const base = directory.tree;
    const payload = bytes.subarray(FRAME);
    const ofAnother = () => this.#ofWhole(directory, payload);
    const options = { aside, isUsedAgain: room !== null, ofAnother };
    directory.payloadLength = size;
    if (known >= 0) directory.tree = known;
    else if (builder === null) directory.tree = this.#store.addNew(OBJECT_TREE, oid, payload, options);
    else directory.tree = this.#store.addDelta(OBJECT_TREE, oid, payload, base, builder.finish(), options);
    if (room === null) return;
    const isWhole = this.#store.table.depth(directory.tree) === 0;
    this.#large.written(directory, directory.tree, room, isWhole);
  }

  /** A version as a delta of the last whole one. */
  #ofWhole(directory: Directory, payload: Buffer): { base: number; delta: Buffer } | null {
    const whole = this.#large.whole(directory);
    if (whole === undefined) return null;
    const delta = treeDelta(this.#wholeBuilder, whole.bytes, payload, Math.floor(payload.length * OF_WHOLE));
    return delta === null ? null : { base: whole.tree, delta };
  }

  #writeEntry(bytes: Buffer, at: number, { mode, name }: Entry, number: number): void {
    let to = at + bytes.write(mode, at, 'latin1');
    bytes[to++] = 0x20;
    to += bytes.write(name, to, 'latin1');
    bytes[to++] = 0;
    this.#store.table.copyOid(number, bytes, to);
  }
}

/** The changed children that are no folder above the branches. */
function childrenOfLines(directory: Directory): Map<Directory, Place> {
  const found = new Map<Directory, Place>();
  for (const { name, child } of directory.entries) {
    if (child === null || !directory.changedChildren.has(child)) continue;
    if (LINE.test(name)) found.set(child, 'within');
    else if (OF_LINES.test(name)) found.set(child, 'over lines');
  }
  return found;
}
