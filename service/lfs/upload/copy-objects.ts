/** Contents for a remote that is a folder of this machine. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { linkInPlace } from '../../files/durable-file.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { ownContent } from './own-content.ts';

export interface CopyJob {
  /** Folders `lfs/objects`. */
  from: string;
  to: string;
  objects: readonly LfsObject[];
}

/** @returns the number of contents that were not there @throws Failure for one of ours that is damaged */
export async function copyObjects(
  { from, to, objects }: CopyJob,
  advance: (bytes: number) => void,
  signal: AbortSignal,
): Promise<number> {
  let copied = 0;
  for (const { oid, size } of objects) {
    signal.throwIfAborted();
    const target = objectPath(to, oid);
    // Of another size it is what a copy left that was cut off.
    if ((await sizeOf(target)) === size) {
      advance(size);
      continue;
    }
    const source = objectPath(from, oid);
    for await (const _ of ownContent(source, oid, advance)) signal.throwIfAborted();
    await mkdir(dirname(target), { recursive: true });
    await linkInPlace(source, target);
    copied += 1;
  }
  return copied;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
