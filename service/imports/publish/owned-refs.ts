import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { writeDurably } from '../../files/durable-file.ts';
import type { ImportTable } from '../../store/imports.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { OwnedRefs } from './publish.ts';

/** Refs written in one transaction: a few milliseconds. */
const BATCH_SIZE = 500;

/** The refs that an import wrote, kept in the database in small transactions. */
export function ownedRefs(table: ImportTable, importId: number, folder: string): OwnedRefs {
  const file = join(folder, 'published-refs.json');
  const inBatches = async <Item>(items: readonly Item[], write: (batch: readonly Item[]) => void) => {
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      write(items.slice(at, at + BATCH_SIZE));
      await breathe();
    }
  };
  return {
    list: () => table.refs(importId),
    wrote: () => {
      const last = readPublished(file);
      const written = new Set([...last, ...table.refs(importId)].map(({ name, oid }) => `${oid} ${name}`));
      return ({ name, oid }) => written.has(`${oid} ${name}`);
    },
    add: async (refs, before) => {
      // A crash leaves the refs as they were or as they shall be: both are this import's.
      await writeDurably(file, JSON.stringify([...before, ...refs]));
      await inBatches(refs, (batch) => table.ownRefs(importId, batch));
    },
    remove: (names) => inBatches(names, (batch) => table.disownRefs(importId, batch)),
  };
}

/** The database has the same of all that was finished: a damaged file says nothing. */
function readPublished(file: string): MappedRef[] {
  if (!existsSync(file)) return [];
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MappedRef[];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
