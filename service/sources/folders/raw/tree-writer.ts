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
      if (child.tree !== tree) {
        directory.treeChanged = true;
        directory.noteChild(child);
      }
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
    const { entries, payloadLength } = directory;
    const isLong = directory.tree >= 0 && payloadLength > WHOLE_TREE;
    const kept = this.#large.before(directory);
    // Of large trees nearly all stays as it is: it is copied, where the tree before is at hand.
    let before = isLong ? (kept ?? this.#store.readCached(directory.tree)) : undefined;
    let part = before === undefined ? wholeOf(directory) : changedPart(directory);
    if (part.size <= WHOLE_TREE && before !== undefined) {
      before = undefined;
      part = wholeOf(directory);
    }
    const { size } = part;
    if (size === 0) {
      directory.tree = -1;
      directory.payloadLength = 0;
      for (const entry of entries) entry.at = -1;
      return;
    }
    const room = this.#large.room(directory, size);
    const bytes = room ?? framed(size);
    const builder = isLong && size > WHOLE_TREE ? this.#builder : null;
    builder?.start(payloadLength, size, size >> 1);
    let to = FRAME;
    let runFrom = 0;
    let runEnd = part.from;
    const endRun = () => {
      if (before !== undefined) before.copy(bytes, to - (runEnd - runFrom), runFrom, runEnd);
      builder?.copy(runFrom, runEnd - runFrom);
      runFrom = runEnd;
    };
    to += part.from;
    for (let i = part.first; i < part.last; i++) {
      const entry = entries[i] as Entry;
      const number = numberOf(entry);
      if (number < 0) {
        entry.at = -1;
        continue;
      }
      const length = lengthOf(entry);
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
    if (part.end < payloadLength && before !== undefined) {
      const shift = to - FRAME - part.end;
      before.copy(bytes, to, part.end, payloadLength);
      builder?.copy(part.end, payloadLength - part.end);
      if (shift !== 0)
        for (let i = part.last; i < entries.length; i++) {
          const entry = entries[i] as Entry;
          if (entry.at >= 0) entry.at += shift;
        }
    }
    directory.noteWritten();
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

/** What of a tree is written anew. */
interface Part {
  /** The entries, from `first` to before `last`. */
  first: number;
  last: number;
  /** Bytes of the tree before that stay in front of them, and where those begin that stay behind them. */
  from: number;
  end: number;
  /** Bytes of the whole tree. */
  size: number;
}

function wholeOf({ entries, payloadLength }: Directory): Part {
  return { first: 0, last: entries.length, from: 0, end: payloadLength, size: bytesOf(entries, 0, entries.length) };
}

function changedPart(directory: Directory): Part {
  const { entries, payloadLength } = directory;
  const { first, last } = directory.changed;
  let [front, behind] = [first - 1, last];
  // Folders without a file stand in no tree.
  while (front >= 0 && (entries[front] as Entry).at < 0) front--;
  while (behind < entries.length && (entries[behind] as Entry).at < 0) behind++;
  const [one, other] = [entries[front], entries[behind]];
  const from = one === undefined ? 0 : one.at + lengthOf(one);
  const end = other === undefined ? payloadLength : other.at;
  return { first, last, from, end, size: from + bytesOf(entries, first, last) + payloadLength - end };
}

function bytesOf(entries: readonly Entry[], first: number, last: number): number {
  let bytes = 0;
  for (let i = first; i < last; i++) {
    const entry = entries[i] as Entry;
    if (numberOf(entry) >= 0) bytes += lengthOf(entry);
  }
  return bytes;
}

/** Number of the object that the entry names; -1 for a folder without a file. */
function numberOf({ child, blob }: Entry): number {
  return child === null ? blob : child.tree;
}

function lengthOf({ mode, name }: Entry): number {
  return mode.length + name.length + 2 + OID_BYTES;
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
