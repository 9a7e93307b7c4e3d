/** The last durable point of a fetch: the Subversion source's, and what this source needs on top. */
import { type FetchCheckpoint, readCheckpoint, writeCheckpoint } from '../../folders/raw/checkpoint.ts';

export interface TfvcCheckpoint extends FetchCheckpoint {
  /** Project as the server writes it. */
  project: string;
  /** Changesets up to `revision`, which is the last one's number. */
  changesets: number;
  /** Bytes of the file of known contents. */
  contents: number;
  /** CRC-32 of it; none in checkpoints of earlier versions. */
  contentsSum?: number;
}

export function readTfvcCheckpoint(folder: string): TfvcCheckpoint | null {
  return readCheckpoint(folder) as TfvcCheckpoint | null;
}

export function writeTfvcCheckpoint(folder: string, checkpoint: TfvcCheckpoint): void {
  writeCheckpoint(folder, checkpoint);
}
