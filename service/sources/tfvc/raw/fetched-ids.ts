/** Git's ids of contents that were fetched, by the sums that the server says. */
import { join } from 'node:path';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import type { TfvcCheckpoint } from './checkpoint.ts';
import { KnownContents } from './known-contents.ts';

export interface FetchedIds {
  /** Blob whose content had this MD5 when it was fetched, or null. */
  oidOf(md5: Buffer): string | null;
  close(): void;
}

/** @param folder `imports/<id>/fetch` @throws Failure when what was fetched is damaged */
export function openFetchedIds(folder: string, checkpoint: TfvcCheckpoint): FetchedIds {
  const { contents: length, contentsSum: sum } = checkpoint;
  const contents = KnownContents.open(join(folder, 'contents'), { length, sum });
  const store = ObjectStore.openForReading(folder, 'content', 0, checkpoint.content);
  return {
    oidOf(md5) {
      const blob = contents.find(md5);
      return blob < 0 ? null : store.table.hex(blob);
    },
    close() {
      contents.close();
      store.close();
    },
  };
}
