/** The last durable point of a fetch: `<folder>/checkpoint.json`, replaced as a whole. */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow } from '../../../files/durable-file.ts';
import type { StoreCheckpoint } from '../../../git/pack/object-store.ts';
import type { Finding } from '../../../vocabulary/report.ts';

export interface LargeBlob {
  number: number;
  /** Bytes. */
  size: number;
  path: string;
}

export interface FetchCheckpoint {
  version: 1;
  uuid: string | null;
  /** Last revision that is complete. */
  revision: number;
  content: StoreCheckpoint;
  facts: StoreCheckpoint;
  /** Bytes. */
  journal: number;
  findings: Finding[];
  largeBlobs: LargeBlob[];
  /** Packs that are in the staging repository's object folder: absolute paths, in order. */
  publishedPacks: string[];
  /** Likewise, the packs of what lies above the branches; none in checkpoints of earlier versions. */
  publishedAside?: string[];
  /** Revisions that `refs/gantry/revisions` holds. */
  publishedRevisions: number;
  /** The pack with their commits. */
  revisionsPack: string | null;
}

const NAME = 'checkpoint.json';

/** @returns the last checkpoint, or null for a fetch that never reached one */
export function readCheckpoint(folder: string): FetchCheckpoint | null {
  const path = join(folder, NAME);
  if (!existsSync(path)) return null;
  const checkpoint = JSON.parse(readFileSync(path, 'utf8')) as FetchCheckpoint;
  return checkpoint.version === 1 ? checkpoint : null;
}

/** Call only after everything that the checkpoint names is durable. */
export function writeCheckpoint(folder: string, checkpoint: FetchCheckpoint): void {
  const temporary = join(folder, `${NAME}.new`);
  const file = openSync(temporary, 'w', 0o600);
  try {
    const bytes = Buffer.from(JSON.stringify(checkpoint));
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, NAME));
  syncFolderNow(folder);
}
