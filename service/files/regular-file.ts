/** Files that somebody else put where they lie. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs';

/**
 * Opens a file for reading. A pipe in its place would hold the thread until somebody writes, whatever the person wants meanwhile, and
 * a device may have no end.
 * @returns its descriptor and its bytes; null for what is no regular file
 * @throws errors of the system
 */
export function openRegularFile(path: string): { descriptor: number; size: number } | null {
  const descriptor = openUnlessSocket(path);
  if (descriptor === null) return null;
  const facts = fstatSync(descriptor);
  if (facts.isFile()) return { descriptor, size: facts.size };
  closeSync(descriptor);
  return null;
}

function openUnlessSocket(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return null;
    throw error;
  }
}
