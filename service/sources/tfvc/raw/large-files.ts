import type { LargeFile } from '../../../vocabulary/history.ts';
import { REVISIONS_REF } from '../../folders/raw/staging.ts';
import { inProject } from '../paths.ts';
import type { RawHistory } from './history.ts';

/** @param largeFileBytes files with more bytes are large */
export function largeFilesOf(history: RawHistory, project: string, largeFileBytes: number): LargeFile[] {
  return history.largeBlobs
    .filter((blob) => blob.size > largeFileBytes)
    .map((blob) => ({
      ref_name: REVISIONS_REF,
      path: inProject(blob.path, project) ?? blob.path,
      oid: history.store.table.hex(blob.number),
      size: blob.size,
    }));
}
