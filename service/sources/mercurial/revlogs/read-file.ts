import { readFileSync } from 'node:fs';
import { unknownFile } from './unknown-file.ts';

/**
 * A whole file of a repository.
 * @returns null where there is none
 * @throws BundleError for one that cannot be read: hg says why
 */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unknownFile(path);
  }
}
