/** Trees of notes: files named by the ids of what they are to, in folders of the first digits (git's `notes.c`). */
import { OBJECT_TREE } from '../../git/pack/entry.ts';
import type { ObjectStore } from '../../git/pack/object-store.ts';
import { addText } from '../../git/rewrite/add-text.ts';

/** More notes than this lie in folders, more than the second number in folders of folders. */
const FLAT = 256;
const ONE_LEVEL = 65_536;

/**
 * @param notes blob of the note by id of the commit, hex to raw
 * @returns id of the tree
 */
export function addNotesTree(store: ObjectStore, notes: ReadonlyMap<string, Buffer>): Buffer {
  const levels = notes.size > ONE_LEVEL ? 2 : notes.size > FLAT ? 1 : 0;
  return addLevel(store, [...notes].sort(byId), levels);
}

const byId = ([a]: [string, Buffer], [b]: [string, Buffer]): number => (a < b ? -1 : 1);

/** @param notes sorted, named by what is left of their ids */
function addLevel(store: ObjectStore, notes: readonly [string, Buffer][], levels: number): Buffer {
  if (levels === 0)
    return addEntries(
      store,
      notes.map(([name, oid]) => ({ mode: '100644', name, oid })),
    );
  const folders = new Map<string, [string, Buffer][]>();
  for (const [id, oid] of notes) {
    const folder = folders.get(id.slice(0, 2)) ?? [];
    folder.push([id.slice(2), oid]);
    folders.set(id.slice(0, 2), folder);
  }
  return addEntries(
    store,
    [...folders].map(([name, inside]) => ({ mode: '40000', name, oid: addLevel(store, inside, levels - 1) })),
  );
}

function addEntries(store: ObjectStore, entries: readonly { mode: string; name: string; oid: Buffer }[]): Buffer {
  return addText(
    store,
    OBJECT_TREE,
    entries.map(({ mode, name, oid }) => `${mode} ${name}\0${oid.toString('latin1')}`).join(''),
  );
}
