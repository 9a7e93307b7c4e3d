import { showPath } from '../../../git/names/bytes.ts';
import type { LargeFile } from '../../../vocabulary/history.ts';
import { REVISIONS_REF } from '../../folders/raw/staging.ts';
import type { RawHistory } from './history.ts';

/** @param largeFileBytes files with more bytes are large */
export function largeFilesOf(history: RawHistory, largeFileBytes: number): LargeFile[] {
  return history.largeBlobs
    .filter((blob) => blob.size > largeFileBytes)
    .map((blob) => ({
      ref_name: REVISIONS_REF,
      path: showPath(blob.path),
      oid: history.store.table.hex(blob.number),
      size: blob.size,
    }));
}
