/** Which files of a repository hold a revision (Subversion's `libsvn_fs_fs/structure`). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wholeFile } from './block-files.ts';
import { FsfsError } from './fsfs-error.ts';

/** Formats that are read: those of Subversion 1.1 to 1.14 but for 5, which no release has. */
const FORMATS = new Set([1, 2, 3, 4, 6, 7, 8]);
/** The first format in which properties of revisions are packed with them. */
const PACKS_PROPERTIES = 6;

export interface FsfsLayout {
  /** Folder `db` of the repository. */
  folder: string;
  /** Revisions in a folder; 0 where all are in one. */
  shard: number;
  /** Revisions before this one lie in packs. */
  firstUnpacked: number;
  /** The same of their properties. */
  firstUnpackedProperties: number;
  /** The first revision whose items have numbers; those before have offsets. */
  firstNumbered: number;
}

/**
 * @param path folder of a repository
 * @returns null where it is none that this reader knows
 */
export function readLayout(path: string): FsfsLayout | null {
  try {
    return layoutOf(path);
  } catch (error) {
    if (error instanceof FsfsError) return null;
    throw error;
  }
}

function layoutOf(path: string): FsfsLayout | null {
  const folder = join(path, 'db');
  if (contentOf(join(folder, 'fs-type'))?.trim() !== 'fsfs') return null;
  // The first version wrote none.
  const [first = '', ...options] = (contentOf(join(folder, 'format')) ?? '1\n')
    .split('\n')
    .filter((line) => line !== '');
  const format = Number(first);
  if (!FORMATS.has(format)) return null;
  const layout: FsfsLayout = {
    folder,
    shard: 0,
    firstUnpacked: Number(contentOf(join(folder, 'min-unpacked-rev')) ?? 0),
    firstUnpackedProperties: 0,
    firstNumbered: Number.POSITIVE_INFINITY,
  };
  if (!Number.isSafeInteger(layout.firstUnpacked)) return null;
  if (format >= PACKS_PROPERTIES) layout.firstUnpackedProperties = layout.firstUnpacked;
  for (const option of options) if (!takeOption(layout, option)) return null;
  return layout;
}

/** A later version's option may change anything. */
function takeOption(layout: FsfsLayout, option: string): boolean {
  const sharded = /^layout sharded (\d+)$/.exec(option);
  const logical = /^addressing logical(?: (\d+))?$/.exec(option);
  if (sharded !== null) layout.shard = Number(sharded[1]);
  else if (logical !== null) layout.firstNumbered = Number(logical[1] ?? 0);
  else return option === 'layout linear' || option === 'addressing physical';
  return sharded === null || layout.shard > 0;
}

function contentOf(path: string): string | null {
  return existsSync(path) ? wholeFile(path).toString('latin1') : null;
}

/** Folder of a shard under `revs` or `revprops`; all of them where there are none. */
export function folderOf(layout: FsfsLayout, kind: 'revs' | 'revprops', revision: number, isPacked: boolean): string {
  const folder = join(layout.folder, kind);
  if (layout.shard === 0) return folder;
  return join(folder, `${Math.floor(revision / layout.shard)}${isPacked ? '.pack' : ''}`);
}
