/** The last durable point of a fetch: `<folder>/checkpoint.json`, replaced as a whole. */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolderNow } from '../../../files/durable-file.ts';
import { damaged } from '../../../files/grown-file.ts';
import { renamePatientlyNow } from '../../../files/patient-rename.ts';
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
  /** Folder that the address names, '' for the root; none in checkpoints of earlier versions. */
  asked?: string;
  /** Last revision that is complete. */
  revision: number;
  content: StoreCheckpoint;
  facts: StoreCheckpoint;
  /** Bytes. */
  journal: number;
  /** CRC-32 of it; none in checkpoints of earlier versions. */
  journalSum?: number;
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

/** Packs of the staging repository beside the fetch: the file has their names alone, since a data folder may move. */
function packFolder(folder: string): string {
  return join(dirname(folder), 'staging.git/objects/pack');
}

/**
 * @returns the last checkpoint, or null for a fetch that never reached one
 * @throws Failure when the file is damaged
 */
export function readCheckpoint(folder: string): FetchCheckpoint | null {
  const path = join(folder, NAME);
  if (!existsSync(path)) return null;
  // Files of earlier versions have no second line.
  const [text = '', sum] = readFileSync(path, 'utf8').split('\n');
  if (sum !== undefined && sum !== crc32(text).toString(16)) {
    throw damaged(NAME, 'its bytes are not those that were written');
  }
  const checkpoint = parsed(text);
  if (checkpoint.version !== 1) return null;
  const inFolder = (pack: string) => join(packFolder(folder), basename(pack));
  return {
    ...checkpoint,
    publishedPacks: checkpoint.publishedPacks.map(inFolder),
    publishedAside: (checkpoint.publishedAside ?? []).map(inFolder),
    revisionsPack: checkpoint.revisionsPack === null ? null : inFolder(checkpoint.revisionsPack),
  };
}

function parsed(text: string): FetchCheckpoint {
  try {
    return JSON.parse(text) as FetchCheckpoint;
  } catch {
    throw damaged(NAME, 'it is no JSON');
  }
}

/** Call only after everything that the checkpoint names is durable. */
export function writeCheckpoint(folder: string, checkpoint: FetchCheckpoint): void {
  const temporary = join(folder, `${NAME}.new`);
  const file = openSync(temporary, 'w', 0o600);
  try {
    const { publishedPacks, publishedAside = [], revisionsPack } = checkpoint;
    const text = JSON.stringify({
      ...checkpoint,
      publishedPacks: publishedPacks.map((pack) => basename(pack)),
      publishedAside: publishedAside.map((pack) => basename(pack)),
      revisionsPack: revisionsPack === null ? null : basename(revisionsPack),
    });
    const bytes = Buffer.from(`${text}\n${crc32(text).toString(16)}`);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renamePatientlyNow(temporary, join(folder, NAME));
  syncFolderNow(folder);
}
