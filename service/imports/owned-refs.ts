import { setImmediate as breathe } from 'node:timers/promises';
import type { ImportTable } from '../store/imports.ts';
import type { OwnedRefs } from './publish.ts';

/** Refs written in one transaction: a few milliseconds. */
const BATCH_SIZE = 500;

/** The refs that an import wrote, kept in the database in small transactions. */
export function ownedRefs(table: ImportTable, importId: number): OwnedRefs {
  const inBatches = async <Item>(items: readonly Item[], write: (batch: readonly Item[]) => void) => {
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      write(items.slice(at, at + BATCH_SIZE));
      await breathe();
    }
  };
  return {
    list: () => table.refs(importId),
    add: (refs) => inBatches(refs, (batch) => table.ownRefs(importId, batch)),
    remove: (names) => inBatches(names, (batch) => table.disownRefs(importId, batch)),
  };
}
