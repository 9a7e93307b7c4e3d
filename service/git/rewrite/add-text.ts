import { FRAME, framed, hashFramed } from '../pack/entry.ts';
import type { ObjectStore } from '../pack/object-store.ts';

/** Adds a commit or a tag, as latin1 text. @returns its id */
export function addText(store: ObjectStore, type: number, text: string): Buffer {
  const bytes = framed(text.length);
  bytes.write(text, FRAME, 'latin1');
  const oid = hashFramed(type, bytes);
  if (store.table.find(oid) < 0) store.addNew(type, oid, bytes.subarray(FRAME));
  return oid;
}
