/** Trees of notes: files named by the ids of what they are to, in folders of the first digits (git's `notes.c`). */
import { OBJECT_TREE } from '../../git/pack/entry.ts';
import type { ObjectStore } from '../../git/pack/object-store.ts';
import { addText } from '../../git/rewrite/add-text.ts';

/** More notes than this lie in folders, more than the second number in folders of folders. */
const FLAT = 256;
const ONE_LEVEL = 65_536;

/** Ids of commits in order, and of the blobs that are their notes. */
export interface NoteBlobs {
  count: number;
  commitAt(place: number): Buffer;
  blobAt(place: number): Buffer;
}

/** @returns id of the tree */
export function addNotesTree(store: ObjectStore, notes: NoteBlobs): Buffer {
  const levels = notes.count > ONE_LEVEL ? 2 : notes.count > FLAT ? 1 : 0;
  return addLevel(store, notes, { from: 0, to: notes.count, depth: 0, levels });
}

interface Range {
  from: number;
  to: number;
  /** Bytes of ids that folders are named by. */
  depth: number;
  /** Folders below each other that are left. */
  levels: number;
}

function addLevel(store: ObjectStore, notes: NoteBlobs, { from, to, depth, levels }: Range): Buffer {
  const entries: string[] = [];
  for (let at = from; at < to; ) {
    const id = notes.commitAt(at);
    if (levels === 0) {
      entries.push(entry('100644', id.toString('hex', depth), notes.blobAt(at)));
      at += 1;
      continue;
    }
    const first = id[depth];
    let end = at + 1;
    while (end < to && notes.commitAt(end)[depth] === first) end += 1;
    const inside = addLevel(store, notes, { from: at, to: end, depth: depth + 1, levels: levels - 1 });
    entries.push(entry('40000', id.toString('hex', depth, depth + 1), inside));
    at = end;
  }
  return addText(store, OBJECT_TREE, entries.join(''));
}

function entry(mode: string, name: string, oid: Buffer): string {
  return `${mode} ${name}\0${oid.toString('latin1')}`;
}
